// Elements of the page: to find and to make.

/** @type {(id: string) => any} */
export const get = (id) => document.getElementById(id);

/**
 * A new element with these properties and children.
 * @type {(tag: string, properties?: object, ...children: (Node | string)[]) => any}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/**
 * Has the browser save something under this name.
 * @type {(content: BlobPart, type: string, name: string) => void}
 */
export function download(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // when it is surely on the disk
}
