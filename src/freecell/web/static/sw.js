// Keeps the page, so that it opens without the server too. As long as the server answers, its files are used.

const CACHE = "freecell";
const MODULES = [
  "address",
  "api",
  "assistant",
  "best-move",
  "board",
  "deals",
  "dialogs",
  "dom",
  "game",
  "input",
  "layout",
  "light",
  "main",
  "messages",
  "player",
  "reading",
  "rules",
  "store",
  "table",
  "text",
  "verdicts",
];
const FILES = [
  "/",
  "/static/style.css",
  "/static/icon.svg",
  "/manifest.webmanifest",
  "/cards.svg?deck=two",
  "/cards.svg?deck=four",
  ...MODULES.map((name) => `/static/${name}.js`),
];

self.addEventListener("install", (event) => {
  event.addRoutes?.({ condition: { urlPattern: "/api/*" }, source: "network" }); // which it need not keep
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  event.respondWith(fresh(event, url.pathname === "/" ? "/" : event.request));
});

/** The file from the server, which is then kept; the kept one if the server does not answer. */
async function fresh(event, key) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(cache.put(key, answer.clone()));
    return answer;
  } catch {
    return (await cache.match(key)) ?? Response.error();
  }
}
