// What is looked for and shown on every page. All words and numbers come from the page; the server checks everything.

export const all = (root, selector) => [...root.querySelectorAll(selector)];
export const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

// The sign stays before the number, whichever way the words around it run.
export function showPoints(element, points) {
  const signed = points > 0 ? `+${points}` : String(points).replace("-", "\u2212");
  element.replaceChildren(Object.assign(document.createElement("bdi"), { dir: "ltr", textContent: signed }));
}

export function colour(element, points) {
  element.classList.toggle("gain", points > 0);
  element.classList.toggle("loss", points < 0);
}
