// The page's versions: it is kept in the browser, and a new version waits until it is wanted.

const OFTEN = 3_600_000; // milliseconds between two looks for a new one, while the page stays open

/**
 * Has the page kept. `offer(take)` is called when there is a new version, and `take()` loads it; `save()` is called
 * before, in every window that shows the page.
 * @type {(offer: (take: () => void) => void, save: () => void) => Promise<void>}
 */
export async function keepPage(offer, save) {
  const { serviceWorker: workers } = navigator;
  if (!workers) return; // the page is not served safely, or from the disk
  let isKept = workers.controller !== null; // by the version that is shown
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
    // On a first visit, the only version there is may seem to wait though it is in use already.
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
    registration.update().catch(() => {}); // there is no network
  });
}
