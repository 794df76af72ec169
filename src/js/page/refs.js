// References: short names for elements that stay the same for as long as the element lives, from one snapshot to the next.

let last = 0;
/** @type {WeakMap<Element, string>} */
const names = new WeakMap();
/** @type {Map<string, WeakRef<Element>>} */
const elements = new Map();
/** @type {FinalizationRegistry<string>} */
const gone = new FinalizationRegistry((name) => elements.delete(name));

/** @param {Element} element */
export function refOf(element) {
  let name = names.get(element);
  if (!name) {
    last += 1;
    name = `e${last}`;
    names.set(element, name);
    elements.set(name, new WeakRef(element));
    gone.register(element, name);
  }
  return name;
}

/** The element of a reference, if it is still in a page. @param {string} ref `e5`, or `[ref=e5]` as copied from a snapshot */
export function byRef(ref) {
  const element = elements.get(/e\d+/.exec(ref)?.[0] ?? "")?.deref();
  return element?.isConnected && element.ownerDocument.defaultView ? element : undefined;
}
