// What is looked for and shown on every page. All words and numbers come from the page; the server checks everything.

import { grouped } from "./numbers.js";

export const all = (root, selector) => [...root.querySelectorAll(selector)];
export const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

// Listens at the document, since elements come and go: `act` is called with the one that matches.
export const on = (type, selector, act) =>
  document.addEventListener(type, (event) => {
    const element = event.target.closest?.(selector);
    if (element) act(element, event);
  });

// A tap that nobody has taken, and that does not ask the browser for a tab, a window or a file of its own.
export const isPlainTap = (event) =>
  !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

export const make = (tag, about) => Object.assign(document.createElement(tag), about);

// The sign stays before the number, whichever way the words around it run. Without points it says `none`.
export function showPoints(element, points, none = "") {
  if (points === undefined) return element.replaceChildren(none);
  const signed = (points > 0 ? "+" : "") + grouped(points);
  element.replaceChildren(make("bdi", { dir: "ltr", translate: false, textContent: signed }));
}

// Sends a form as by a tap on this key of it, or on none. Safari before 16 has no `requestSubmit`.
export function submit(form, key) {
  const twin = key?.cloneNode() ?? make("button", {});
  Object.assign(twin, { type: "submit", className: "", hidden: true });
  form.append(twin);
  twin.click();
  twin.remove();
}

// What the server has sent takes its place in the page. Where htmx did not come through, the page is loaded anew.
export const swap = (part) => (typeof htmx === "undefined" ? location.reload() : htmx.swap(part));

export const inputsOf = (form) => all(form, "input, select");
export const isText = (input) => ["text", "search", "select-one"].includes(input.type);
export const isFilled = (input) => (isText(input) ? input.value !== "" : input.checked);

// All but what only says how something is entered, or which of several is looked at.
export const isOfAnswer = (input) => input.type !== "hidden" && !["way", "taken", "turn"].includes(input.name);

// What the page itself has chosen to begin with is nobody's answer.
const isUsual = (input) =>
  isText(input) ? input.value === input.dataset.usual : input.checked && input.defaultChecked;
export const isBegun = (form) =>
  inputsOf(form).filter(isOfAnswer).some((input) => isFilled(input) && !isUsual(input));
