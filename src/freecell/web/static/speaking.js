// Fills elements with their texts.

/**
 * Fills the elements that name their texts with data-t, data-label and data-title.
 * @type {(t: { locale: string } & { [name: string]: any }) => void}
 */
export function fillTexts(t) {
  document.documentElement.lang = t.locale;
  /** @type {(selector: string) => NodeListOf<HTMLElement>} */
  const all = (selector) => document.querySelectorAll(selector);
  for (const element of all("[data-t]")) element.textContent = t[element.dataset.t ?? ""];
  for (const element of all("[data-label], [data-title]")) {
    const { label, title = label, key } = element.dataset;
    if (label) element.ariaLabel = t[label];
    if (key) element.title = `${t[title ?? ""]} (${t[key] ?? key})`;
  }
}
