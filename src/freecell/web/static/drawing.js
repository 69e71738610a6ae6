// Cards as elements, which use the page's drawings by their ids.

const SVG = "http://www.w3.org/2000/svg";
const FACE = "12 42 76 90"; // the part of a card's drawing that is its picture
/** @type {Record<string, string>} */
const INDEX = { T: "4 5.5 69 33", other: "4 5.5 59 33" }; // the part that is its index, which is wider for a ten

/**
 * The drawing of a card such as TD: its face, or its index alone.
 * @type {(text: string, name: "face" | "index") => Element}
 */
export function drawing(text, name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", name === "face" ? FACE : (INDEX[text[0]] ?? INDEX.other));
  svg.setAttribute("class", name);
  svg.setAttribute("preserveAspectRatio", name === "face" ? "xMidYMid" : "xMinYMid");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${text}`);
  use.setAttribute("width", "100");
  use.setAttribute("height", "140");
  svg.append(use);
  return svg;
}
