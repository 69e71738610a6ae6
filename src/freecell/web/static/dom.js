// Elements of the page: to find and to make.

export const get = (id) => document.getElementById(id);

/** A new element with these properties and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}
