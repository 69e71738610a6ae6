// Finds and makes elements of the page.

/** @type {(id: string) => any} */
export const get = (id) => document.getElementById(id);

/**
 * Makes an element with these properties and children.
 * @type {(tag: string, properties?: object, ...children: (Node | string)[]) => any}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/**
 * Makes the browser save a file under this name.
 * @type {(content: BlobPart, type: string, name: string) => void}
 */
export function download(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // by then it is on the disk
}
