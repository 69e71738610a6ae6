// Keys: what each is called, whatever the layout, and who gets it.

import { get } from "./dom.js";
import { PLACES } from "./rules.js";

/**
 * What a key is called: a letter as it is written on the key, or by its place where the layout has no such letters; a
 * digit by its place, which has something else on it in some layouts.
 * @type {(event: KeyboardEvent) => string}
 */
function nameOf({ key, code, shiftKey }) {
  if (key.length > 1 || key === "?") return key;
  if (/^(Digit|Numpad)\d$/.test(code)) return code.slice(-1);
  const letter = key.toLowerCase();
  if (!/[a-z]/.test(letter) && code.startsWith("Key")) return code.slice(-1).toLowerCase();
  return code === "Slash" && shiftKey ? "?" : letter;
}

/**
 * Listens to keys: `keys` is what each does, by its name; places go to the hands.
 * @type {(hands: Hands, keys: Record<string, () => void>, isBusy: () => boolean) => void}
 */
export function listenToKeys(hands, keys, isBusy) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.altKey || event.isComposing) return;
    const menu = /** @type {HTMLElement | null} */ (document.querySelector(".menu:popover-open"));
    if (event.key === "Escape" && menu) {
      event.preventDefault();
      menu.hidePopover();
      get(menu.id === "menu" ? "more" : "new").focus();
      return;
    }
    // A field has its own keys; one in a dialog that was just closed may have the focus for a moment more.
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.("input, select, textarea, [popover]")?.checkVisibility()) return;
    if ((event.key === " " || event.key === "Enter") && target.closest?.("button")) return; // which it presses
    const key = nameOf(event);
    if (event.repeat && `${PLACES}t`.includes(key)) return; // a finger that stays on a key plays one move
    const command = event.ctrlKey || event.metaKey;
    const name = command ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${key}` : key;
    if (keys[name]) {
      event.preventDefault();
      keys[name]();
    } else if (!command && key.length === 1 && PLACES.includes(key) && !isBusy()) {
      event.preventDefault();
      hands.pick(key);
    }
  });
}

/** The focus never falls on nothing: the board has it if nobody else does, unless Tab has led past the last element. */
export function keepFocus() {
  let isTabbing = false;
  document.addEventListener("keydown", ({ key }) => {
    isTabbing = key === "Tab";
  });
  document.addEventListener("pointerdown", () => {
    isTabbing = false;
  });
  const isLost = () => document.activeElement === document.body && !isTabbing;
  const catchIt = () => isLost() && get("board").focus({ preventScroll: true });
  document.addEventListener("focusout", () => setTimeout(catchIt, 0));
  catchIt();
}
