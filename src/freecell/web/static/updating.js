// Updates of the page: it is cached in the browser, and a new version waits until the player accepts it.

const OFTEN = 3_600_000; // milliseconds between checks for a new one while the page is open

/**
 * Caches the page. `offer(take)` is called when there is a new version, and `take()` loads it. Before that, `save()` is
 * called in every window that shows the page.
 * @type {(offer: (take: () => void) => void, save: () => void) => Promise<void>}
 */
export async function keepPage(offer, save) {
  const { serviceWorker: workers } = navigator;
  if (!workers) return; // the page was opened without HTTPS, or from a disk
  let isKept = workers.controller !== null; // whether the current version is cached
  workers.addEventListener("controllerchange", () => {
    if (isKept) {
      save();
      location.reload();
    }
    isKept = true;
  });
  const registration = await workers.register("sw.js");
  const look = () => {
    const { waiting } = registration;
    // On a first visit, the only version may seem to wait although it is already in use.
    if (waiting?.state === "installed" && workers.controller) offer(() => waiting.postMessage("take over"));
  };
  const watch = () => registration.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", watch);
  watch(); // the browser may have found it before
  look();
  let looked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || performance.now() - looked < OFTEN) return;
    looked = performance.now();
    registration.update().catch(() => {}); // offline
  });
}
