// A few helpers that build elements; texts are always texts, never markup.

/** Builds an element from its attributes, with functions as listeners, and its children. */
export function element(name, attributes = {}, ...children) {
  const built = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      built.addEventListener(key, value);
    } else if (value === true) {
      built.setAttribute(key, '');
    } else if (value !== false && value !== undefined) {
      built.setAttribute(key, value);
    }
  }
  built.append(...children.flat().filter(child => child !== undefined));
  return built;
}

let ids = 0;

/** Returns a new id. */
export function newId(prefix) {
  return prefix + '-' + ++ids;
}
