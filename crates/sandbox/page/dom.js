// Builds and patches DOM trees. All text is inserted as text nodes, so nothing that a bot or a user
// writes is parsed as HTML.

/**
 * Builds an element. `data`, `style` and `on` are maps; `true` sets a bare attribute;
 * null, undefined and false omit the attribute or the child.
 */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) setProperty(node, name, value);
  node.append(...children.flat(Infinity).filter(isPresent));
  return node;
}

function isPresent(value) {
  return value !== null && value !== undefined && value !== false;
}

function setProperty(node, name, value) {
  if (!isPresent(value)) return;
  if (name === "data") return setData(node, value);
  if (name === "style") return Object.entries(value).forEach(([key, text]) => node.style.setProperty(key, text));
  if (name === "on") return Object.entries(value).forEach(([event, listener]) => node.addEventListener(event, listener));
  node.setAttribute(name, value === true ? "" : value);
}

function setData(node, values) {
  for (const [key, value] of Object.entries(values)) if (isPresent(value)) node.dataset[key] = value;
}

export function byId(id) {
  return document.getElementById(id);
}

const built = new WeakMap();

/** Rebuilds the children of `node` only if `key` has changed, so focus and scrolling are kept. */
export function rebuild(node, key, build) {
  const text = JSON.stringify(key);
  if (built.get(node) === text) return;
  built.set(node, text);
  node.replaceChildren(...[build()].flat(Infinity).filter(isPresent));
}

/**
 * Patches `old` to equal `fresh` and keeps as many nodes as possible: when a message is edited, focus
 * stays on its button and pictures do not flash.
 */
export function morph(old, fresh) {
  if (!isSameKind(old, fresh)) return old.replaceWith(fresh);
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  syncAttributes(old, fresh);
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  after.forEach((child, at) => (at < before.length ? morph(before[at], child) : old.append(child)));
  before.slice(after.length).forEach((child) => child.remove());
}

// A different button or picture replaces the old one instead of patching it: a button must not turn
// into another while it is being pressed, and a picture would show the previous one while it loads.
function isSameKind(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  return ["data-custom-id", "src"].every((name) => old.getAttribute(name) === fresh.getAttribute(name));
}

// The page's own policy blocks `style` as an attribute, but not as a property.
function setAttribute(node, name, value) {
  if (name === "style") node.style.cssText = value;
  else node.setAttribute(name, value);
}

function syncAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) setAttribute(old, name, value);
}
