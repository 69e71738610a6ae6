// A game beside a rival: a finished game of the same deal, from a link. This part of the page is loaded only if there
// is a rival. It shows how many cards the rival had home after as many turns, and nothing else of the rival's game.

import { get } from "./dom.js";
import { homeAfter, unpackGame } from "./rivals.js";
import { rivalOf, saveRival } from "./store.js";
import { lengthOf } from "./won-dialog.js";
import { t } from "./words.js";

/**
 * Reads the rival of a game, if there is one. Throws an error if the link it came from is invalid.
 * @type {(game: Game, text?: string) => Rival | null}
 */
function rivalIn(game, text = rivalOf(game.key)) {
  if (text === undefined) return null;
  const rival = unpackGame(text, game.key, game.boards[0]);
  return { ...rival, name: rival.name || t.someone };
}

/**
 * Shows the rival of the game on the table, and follows each turn. `given` is the text of a link that was just opened.
 * @type {(table: Table, messages: Messages, given?: string) => void}
 */
export function race(table, messages, given) {
  const { game } = table;
  if (given !== undefined) history.replaceState(history.state, "", location.pathname + location.search);
  try {
    table.rival = rivalIn(game, given);
  } catch (error) {
    table.rival = null;
    messages.show(error.message, "wrong");
    return;
  }
  const { rival } = table;
  const button = get("rival");
  if (!rival) return;
  if (given) saveRival(game.key, given);
  const show = () => {
    if (table.game !== game || table.rival !== rival) {
      table.removeEventListener("drawn", show);
      return;
    }
    const home = homeAfter(rival, game.turns());
    button.hidden = false;
    button.textContent = t.rivalHome(rival.name, home);
    button.ariaLabel = button.title = t.rivalHomeAt(rival.name, home, game.turns());
  };
  const stop = () => {
    saveRival(game.key, "");
    table.rival = null;
    button.hidden = true;
    messages.hide();
  };
  const length = lengthOf(rival);
  button.onclick = () => messages.show(rival.name + t.colon + length, "plain", { label: t.hideRival, act: stop });
  table.addEventListener("drawn", show);
  show();
  if (given) messages.show(t.rivalWon(rival.name, length));
}
