// Pictures that the page makes: its drawings of the cards, and SVG as pixels.

import { get } from "./dom.js";

/** The drawings of all cards, in the page's light colours. */
export function coloredCards() {
  const style = getComputedStyle(document.documentElement);
  /** @type {(_: string, name: string, usual: string) => string} */
  const color = (_, name, usual) =>
    style
      .getPropertyValue(name)
      .trim()
      .replace(/^light-dark\(([^,]+),.*/, "$1") || usual;
  return get("cards").innerHTML.replace(/var\((--[\w-]+),(#\w+)\)/g, color);
}

/**
 * Draws an SVG to pixels once, because copying them is much faster than drawing again.
 * @type {(svg: string, width: number, height: number) => Promise<OffscreenCanvas>}
 */
export async function picture(svg, width, height) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = new OffscreenCanvas(width, height);
  contextOf(canvas).drawImage(image, 0, 0, width, height);
  return canvas;
}

/**
 * The context of a canvas that is drawn on and read from.
 * @type {(canvas: OffscreenCanvas) => OffscreenCanvasRenderingContext2D}
 */
export function contextOf(canvas) {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("there is no canvas");
  return context;
}
