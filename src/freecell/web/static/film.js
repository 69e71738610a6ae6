// Films of solutions: an SVG that plays in any browser, even in an <img>, or a GIF. Cards lie as on the page.

import { Gif } from "./gif.js";
import { layoutFor } from "./layout.js";
import { coloredCards, contextOf, picture } from "./pictures.js";
import { CELLS, COLUMNS, HOME, last, play, sentence, splitIntoTurns, textOf, writeWord } from "./rules.js";
import { capitalized, withSigns } from "./text.js";

const [WIDTH, HEIGHT, CAPTION] = [960, 760, 50];
const [FELT, LINES, WORDS] = ["#3d8b63", "#7fb898", "#fff"];
// Seconds, as in drawing/film.py.
const [OPENING, CLOSING] = [1.5, 3]; // how long the first and the last board are shown
const [SLIDE, PAUSE] = [0.4, 0.35]; // for a move by hand, and after it
const [SLIDE_HOME, PAUSE_HOME, FOLLOW] = [0.3, 0.15, 0.18]; // for a move home; the next one may start while it slides
const GIF_WIDTH = 560;
const SVG = "http://www.w3.org/2000/svg";

const layout = layoutFor(WIDTH, HEIGHT, { ratio: 1.4 });

/**
 * The timeline: each board with its start time and caption, and the total time.
 * @type {(board: Board, moves: Move[]) => { scenes: Scene[], seconds: number }}
 */
function scenes(board, moves) {
  const found = [{ board, begin: 0, slide: 0, caption: "" }];
  let end = OPENING;
  for (const turn of splitIntoTurns(moves)) {
    for (const [place, move] of turn.entries()) {
      const before = last(found).board;
      const caption = `${writeWord(move, before)}   ${capitalized(withSigns(sentence(move, before)))}`;
      const slide = move.target === HOME ? SLIDE_HOME : SLIDE;
      found.push({ board: play(before, move), begin: end, slide, caption });
      end += place ? FOLLOW : slide;
    }
    end += turn[0].target === HOME ? PAUSE_HOME : PAUSE;
  }
  return { scenes: found, seconds: end + SLIDE_HOME + CLOSING };
}

/** @type {(number: number) => number} */
const rounded = (number) => Number(number.toFixed(3));

/** The table without cards. */
function table() {
  const boxes = [...CELLS, ...COLUMNS].map(layout.box);
  const home = layout.box(HOME);
  const homes = [0, 1, 2, 3].map((suit) => ({ ...home, x: home.x + suit * (layout.w + layout.gap) }));
  const places = [...boxes, ...homes].map(
    ({ x, y }) => `<rect x="${x}" y="${y}" width="${layout.w}" height="${layout.h}" rx="9"/>`,
  );
  const felt = `<rect width="${WIDTH}" height="${HEIGHT + CAPTION}" fill="${FELT}"/>`;
  return `${felt}<g fill="none" stroke="${LINES}" stroke-width="1.5">${places.join("")}</g>`;
}

/** @type {(title: string) => string} */
function opening(title) {
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT + CAPTION}" width="${WIDTH}" height="${HEIGHT + CAPTION}"`;
  return `<svg xmlns="${SVG}" ${size} role="img"><title>${title}</title>`;
}

/** @type {(card: Card, at: { x: number, y: number }, inside?: string, more?: string) => string} */
const used = (card, { x, y }, inside = "", more = "") =>
  `<use href="#${textOf(card)}" x="${x}" y="${y}" width="${layout.w}" height="${layout.h}"${more}>${inside}</use>`;

/**
 * The film as the text of an SVG document. Each placement of a card is an element; later ones lie above.
 * @type {(title: string, board: Board, moves: Move[]) => Promise<string>}
 */
export async function svgFilm(title, board, moves) {
  const symbols = coloredCards();
  const { scenes: all, seconds } = scenes(board, moves);
  /** @type {(begin: number) => string} */
  const at = (begin) => `begin="clock.begin+${rounded(begin)}s"`;
  /** @type {(begin: number, end: number) => string} */
  const shown = (begin, end) =>
    `<set attributeName="display" to="inline" ${at(begin)} dur="${rounded(end - begin)}s"/>`;
  const placements = [];
  const last = []; // the current placement of each card
  /** @type {Spot[]} */
  let spots = [];
  for (const { board: now, begin, slide } of all) {
    const next = layout.spots(now);
    const cards = Array.from({ length: 52 }, (_, card) => card);
    const moved = cards.filter(
      (card) => !spots[card] || spots[card].x !== next[card].x || spots[card].y !== next[card].y,
    );
    for (const card of moved.sort((one, other) => next[one].index - next[other].index)) {
      if (last[card]) last[card].end = begin;
      last[card] = { card, from: spots[card], to: next[card], begin, slide, end: seconds };
      placements.push(last[card]);
    }
    spots = next;
  }
  const drawn = placements.map(({ card, from, to, begin, slide: dur, end }) => {
    if (!from) {
      const gone =
        end < seconds ? `<set attributeName="display" to="none" ${at(end)} dur="${rounded(seconds - end)}s"/>` : "";
      return used(card, to, gone);
    }
    const slide = `<animateTransform attributeName="transform" type="translate" ${at(begin)} dur="${dur}s" values="${from.x - to.x} ${from.y - to.y};0 0" calcMode="spline" keyTimes="0;1" keySplines=".4 0 .4 1"/>`;
    return used(card, to, shown(begin, end) + slide, ' display="none"');
  });
  const captions = all.map(
    ({ begin, caption }, index) =>
      `<text x="16" y="${HEIGHT + 30}" xml:space="preserve" display="none">${caption}${shown(begin, all[index + 1]?.begin ?? seconds)}</text>`,
  );
  const words = `<g fill="${WORDS}" font-family="system-ui,sans-serif" font-size="22">${captions.join("")}</g>`;
  const bar = `<rect y="${HEIGHT + CAPTION - 6}" width="0" height="6" fill="${WORDS}"><animate id="clock" attributeName="width" begin="0s;clock.end" dur="${rounded(seconds)}s" from="0" to="${WIDTH}"/></rect>`;
  return `${opening(title)}${symbols}${table()}${drawn.join("")}${words}${bar}</svg>\n`;
}

/**
 * The film as the bytes of a GIF: a picture for each move, without the cards sliding.
 * @type {(title: string, board: Board, moves: Move[]) => Promise<Blob>}
 */
export async function gifFilm(title, board, moves) {
  const { scenes: all, seconds } = scenes(board, moves);
  const symbols = coloredCards();
  const scale = GIF_WIDTH / WIDTH;
  const canvas = new OffscreenCanvas(GIF_WIDTH, Math.round((HEIGHT + CAPTION) * scale));
  const context = contextOf(canvas);
  // All cards once, side by side, to be copied from.
  const [w, h] = [Math.round(layout.w * scale), Math.round(layout.h * scale)];
  const sheet = Array.from({ length: 52 }, (_, card) =>
    used(card, { x: (card % 13) * layout.w, y: Math.floor(card / 13) * layout.h }),
  );
  const size = `viewBox="0 0 ${13 * layout.w} ${4 * layout.h}" width="${13 * w}" height="${4 * h}"`;
  const cards = await picture(`<svg xmlns="${SVG}" ${size}>${symbols}${sheet.join("")}</svg>`, 13 * w, 4 * h);
  const empty = await picture(`${opening(title)}${table()}</svg>`, canvas.width, canvas.height);
  /** @type {(scene: Scene) => Pixels} */
  const draw = ({ board: now, caption }) => {
    context.drawImage(empty, 0, 0);
    const spots = layout.spots(now);
    const order = spots.map((_, card) => card).sort((one, other) => spots[one].index - spots[other].index);
    for (const card of order) {
      const { x, y } = spots[card];
      const [fromX, fromY] = [(card % 13) * w, Math.floor(card / 13) * h];
      context.drawImage(cards, fromX, fromY, w, h, Math.round(x * scale), Math.round(y * scale), w, h);
    }
    context.fillStyle = WORDS;
    context.font = `${Math.round(22 * scale)}px system-ui, sans-serif`;
    context.fillText(caption, 10, Math.round((HEIGHT + 30) * scale));
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const gif = new Gif(canvas.width, canvas.height, [draw(all[0]), draw(last(all))]);
  for (const [index, scene] of all.entries()) {
    gif.add(draw(scene), (all[index + 1]?.begin ?? seconds) - scene.begin);
    await new Promise((resolve) => setTimeout(resolve, 0)); // keep the page responsive
  }
  return gif.blob;
}
