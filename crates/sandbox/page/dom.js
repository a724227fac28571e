// Building and patching of DOM trees. Text always enters as text nodes, so nothing a bot or a
// person writes is ever read as HTML.

/**
 * Builds an element. `data`, `style` and `on` are maps; `true` sets a bare attribute;
 * null, undefined and false leave the attribute or the child out.
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

/** Fills `node` anew only if `key` says that it would look different: what is in use stays. */
export function rebuild(node, key, build) {
  const text = JSON.stringify(key);
  if (built.get(node) === text) return;
  built.set(node, text);
  node.replaceChildren(...[build()].flat(Infinity).filter(isPresent));
}

/**
 * Makes `old` look like `fresh` while it keeps as many nodes as it can: focus stays on its button
 * and pictures do not flash when a message is edited.
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

// A button must never turn into another under a finger that is already pressing it, and a picture
// must not show its predecessor while it loads: these are replaced, not patched.
function isSameKind(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  return ["data-custom-id", "src"].every((name) => old.getAttribute(name) === fresh.getAttribute(name));
}

function syncAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
