// The page's core, without a browser.

import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { start } from "../../src/freecell/web/static/core.js";

const packed = await readFile(new URL("../../src/freecell/web/static/freecell.wasm.gz", import.meta.url));

export const core = await start(await WebAssembly.compile(gunzipSync(packed)));
