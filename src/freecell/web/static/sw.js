// Keeps the page, so that it opens without a network too. The whole page is kept, in one version: everything comes from
// there. Another version is kept beside it, and takes its place when the page says so or is open nowhere.

const ASSETS = "assets/"; // a hash of everything is in its name
/** @type {string[]} */
const FILES = []; // that are in there

/** @type {any} */
const worker = self; // a ServiceWorkerGlobalScope, which tsc only knows without the types of a page
const HOME = worker.registration.scope;
const OURS = `freecell ${HOME} `; // another copy of the page may be on the same host
const CACHE = OURS + ASSETS;
const KEPT = new Set([HOME, `${HOME}manifest.webmanifest`, ...FILES.map((name) => HOME + ASSETS + name)]);

async function keep() {
  const cache = await caches.open(CACHE);
  const page = await fetch(HOME, { cache: "no-cache" });
  const text = await page.clone().text();
  // While a new version is being put on a host, or an old one is still in a cache on the way, nothing is kept.
  if (!page.ok || !text.includes(ASSETS)) throw new Error("the page is of another version than this");
  await cache.addAll([...KEPT].filter((address) => address !== HOME));
  await cache.put(HOME, new Response(text, { headers: page.headers }));
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
  return (await cache.match(address)) ?? fetch(request); // the browser may have thrown it away
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener(
  "message",
  (/** @type {MessageEvent} */ { data }) => data === "take over" && worker.skipWaiting(),
);
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { origin, pathname } = new URL(event.request.url);
  const address = (origin + pathname).replace(/\/index\.html$/, "/");
  if (event.request.method === "GET" && KEPT.has(address)) event.respondWith(kept(address, event.request));
});
