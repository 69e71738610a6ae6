// Keyboard input: names of keys, whatever the layout, and what handles them.

import { get } from "./dom.js";
import { PLACES } from "./rules.js";

/**
 * The name of a key: a letter as printed on the key, or by its position if the layout has no Latin letters; a digit by
 * its position, because some layouts need Shift for digits.
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
 * Listens to keys. `keys` has the action for each key by name. Keys for places are passed to the hands.
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
    // A text field handles its own keys. A field of a dialog that was just closed may still have the focus.
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.("input, select, textarea, [popover]")?.checkVisibility()) return;
    if ((event.key === " " || event.key === "Enter") && target.closest?.("button")) return; // the button handles it
    const key = nameOf(event);
    if (event.repeat && `${PLACES}t`.includes(key)) return; // holding a key plays only one move
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

/** Gives the focus to the board when nothing else has it, unless Tab has left the last element. */
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
