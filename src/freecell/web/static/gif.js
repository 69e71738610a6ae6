// Writes a GIF of frames with few colours. Each frame stores only the part that changed.

const MOST_COLORS = 255;
const SAME = 255; // the transparent index: this pixel is the same as in the previous frame

/** An animation that loops forever. Frames are RGBA pixels, as from a canvas; `samples` must contain all colours. */
export class Gif {
  /** @type {number} */
  #width;
  /** @type {number} */
  #height;
  /** @type {Palette} */
  #palette;
  /** @type {Uint8Array<ArrayBuffer>[]} */
  #chunks;
  /** @type {Uint8Array<ArrayBuffer> | null} */
  #before = null;

  /**
   * @param {number} width
   * @param {number} height
   * @param {Pixels[]} samples
   */
  constructor(width, height, samples) {
    [this.#width, this.#height, this.#palette] = [width, height, new Palette(samples)];
    const bytes = [...ascii("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0, ...this.#palette.bytes];
    bytes.push(0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0);
    this.#chunks = [Uint8Array.from(bytes)];
  }

  /**
   * Adds a frame and how long it is shown.
   * @type {(pixels: Pixels, seconds: number) => void}
   */
  add(pixels, seconds) {
    const now = this.#palette.indices(pixels);
    const before = this.#before;
    const { x, y, w, h } = changedPart(before, now, this.#width, this.#height);
    const part = new Uint8Array(w * h);
    for (let row = 0; row < h; row += 1) {
      for (let column = 0; column < w; column += 1) {
        const at = (y + row) * this.#width + x + column;
        part[row * w + column] = before?.[at] === now[at] ? SAME : now[at];
      }
    }
    const control = [0x21, 0xf9, 4, 5, ...word(Math.round(100 * seconds)), SAME, 0];
    this.#chunks.push(Uint8Array.from([...control, 0x2c, ...word(x), ...word(y), ...word(w), ...word(h), 0, 8]));
    this.#chunks.push(...inBlocks(compress(part)));
    this.#before = now;
  }

  /** The file. */
  get blob() {
    return new Blob([...this.#chunks, Uint8Array.of(0x3b)], { type: "image/gif" });
  }
}

/** @type {(text: string) => number[]} */
const ascii = (text) => [...text].map((character) => character.charCodeAt(0));
/** @type {(number: number) => number[]} */
const word = (number) => [number & 255, number >> 8];

/** The most frequent colours. Every other colour is replaced by the nearest of them. */
class Palette {
  #nearest = new Int16Array(2 ** 15).fill(-1); // the index of a colour, by five bits of each part of it
  /** @type {number[][]} */
  #colors;

  /** @param {Pixels[]} samples */
  constructor(samples) {
    const counts = new Map();
    for (const pixels of samples) {
      for (let at = 0; at < pixels.length; at += 4) {
        const key = keyOf(pixels, at);
        const found = counts.get(key);
        if (found) found.times += 1;
        else counts.set(key, { key, times: 1, color: [pixels[at], pixels[at + 1], pixels[at + 2]] });
      }
    }
    const often = [...counts.values()].sort((one, other) => other.times - one.times).slice(0, MOST_COLORS);
    this.#colors = often.map(({ color }) => color);
    for (const [index, { key }] of often.entries()) this.#nearest[key] = index;
  }

  get bytes() {
    return Array.from({ length: 256 }, (_, index) => this.#colors[index] ?? [0, 0, 0]).flat();
  }

  /** @type {(pixels: Pixels) => Uint8Array<ArrayBuffer>} */
  indices(pixels) {
    const found = new Uint8Array(pixels.length / 4);
    for (let at = 0; at < pixels.length; at += 4) {
      const key = keyOf(pixels, at);
      if (this.#nearest[key] < 0) this.#nearest[key] = this.#find(pixels[at], pixels[at + 1], pixels[at + 2]);
      found[at / 4] = this.#nearest[key];
    }
    return found;
  }

  /** @type {(red: number, green: number, blue: number) => number} */
  #find(red, green, blue) {
    /** @type {(color: number[]) => number} */
    const far = ([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    return this.#colors.reduce((best, color, index) => (far(color) < far(this.#colors[best]) ? index : best), 0);
  }
}

/** @type {(pixels: Pixels, at: number) => number} */
const keyOf = (pixels, at) => ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);

/**
 * The smallest box around everything that changed: the whole picture for the first frame.
 * @type {(before: Uint8Array | null, now: Uint8Array, width: number, height: number) => Box}
 */
function changedPart(before, now, width, height) {
  if (!before) return { x: 0, y: 0, w: width, h: height };
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < now.length; at += 1) {
    if (now[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < left ? { x: 0, y: 0, w: 1, h: 1 } : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/**
 * Compresses with GIF's variant of LZW: codes of 9 to 12 bits, lowest bit first.
 * @type {(indices: Uint8Array) => number[]}
 */
function compress(indices) {
  const [CLEAR, END] = [256, 257];
  const bytes = [];
  let [held, bits, size] = [0, 0, 9];
  /** @type {(code: number) => void} */
  const put = (code) => {
    held |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  let codes = new Map();
  put(CLEAR);
  let code = indices[0];
  for (const index of indices.subarray(1)) {
    const pair = (code << 8) | index;
    const known = codes.get(pair);
    if (known !== undefined) {
      code = known;
      continue;
    }
    put(code);
    const next = END + 1 + codes.size;
    if (next === 4096) {
      put(CLEAR);
      codes = new Map();
      size = 9;
    } else {
      if (next === 1 << size) size += 1;
      codes.set(pair, next);
    }
    code = index;
  }
  put(code);
  put(END);
  if (bits) bytes.push(held & 255);
  return bytes;
}

/**
 * Splits bytes into blocks of at most 255, each preceded by its length. An empty block marks the end.
 * @type {(bytes: number[]) => Uint8Array<ArrayBuffer>[]}
 */
function inBlocks(bytes) {
  const blocks = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.slice(at, at + 255);
    blocks.push(Uint8Array.from([part.length, ...part]));
  }
  return [...blocks, Uint8Array.of(0)];
}
