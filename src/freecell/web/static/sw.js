// The service worker, which makes the page work offline. It caches one complete version of the page, and serves
// everything from it. A new version is cached beside it, and replaces it when the page asks for it or isn't open.

const ASSETS = "assets/"; // its name contains a hash of all files
/** @type {string[]} */
const FILES = []; // files in there that are cached on the first visit
/** @type {string[]} */
const LEARN = []; // files of the page about the shuffle, which are cached when it is visited

/** @type {any} */
const worker = self; // a ServiceWorkerGlobalScope, a type that tsc lacks beside those of a page
const HOME = worker.registration.scope;
const OURS = `freecell ${HOME} `; // other copies of the page may be on the same host
const CACHE = OURS + ASSETS;
const SHUFFLE = `${HOME}learn.html`;
/** @type {(names: string[]) => string[]} */
const inAssets = (names) => names.map((name) => HOME + ASSETS + name);
const GAME = [`${HOME}manifest.webmanifest`, ...inAssets(FILES)];
const KEPT = new Set([HOME, SHUFFLE, ...GAME, ...inAssets(LEARN)]);

/** @type {(page: string, files: string[]) => Promise<void>} */
async function keep(page, files) {
  const cache = await caches.open(CACHE);
  const response = await fetch(page, { cache: "no-cache" });
  const text = await response.clone().text();
  // Cache nothing while a new version is being uploaded, or if a proxy still has an old one.
  if (!response.ok || !text.includes(ASSETS)) throw new Error("the page is of another version than this");
  await cache.addAll(files);
  await cache.put(page, new Response(text, { headers: response.headers }));
}

async function keepShuffle() {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(SHUFFLE))) await keep(SHUFFLE, inAssets(LEARN));
}

async function install() {
  await keep(HOME, GAME);
  if (await caches.match(SHUFFLE)) await keepShuffle(); // the previous version had cached it
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @type {(address: string, request: Request) => Promise<Response>} */
async function kept(address, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request); // the browser may have evicted it
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
  if (event.data === "keep the page about the shuffle") event.waitUntil(keepShuffle());
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { origin, pathname } = new URL(event.request.url);
  const address = (origin + pathname).replace(/\/index\.html$/, "/").replace(/\/learn$/, "/learn.html");
  if (event.request.method === "GET" && KEPT.has(address)) event.respondWith(kept(address, event.request));
});
