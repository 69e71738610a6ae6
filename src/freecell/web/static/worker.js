// A worker of the page.

import { answering } from "./answering.js";

const answer = answering((reply) => postMessage(reply));
addEventListener("message", ({ data }) => answer(data));
