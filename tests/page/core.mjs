// The core that the page has, without a browser around it.

import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { start } from "../../src/freecell/web/static/core.js";

const packed = await readFile(new URL("../../src/freecell/web/static/freecell.wasm.gz", import.meta.url));

export const core = await start(await WebAssembly.compile(gunzipSync(packed)));
