// The groups of controls of a page, and the button that saves what they hold.

import { all, changed, on } from "./dom.js";

// Each kind of question says what it looks for. It is called with every such group of controls, and with what was
// touched in it: nothing when the page is new, was swapped, or a draft has come back to it.
const kinds = [];
export const kind = (selector, show) => kinds.push([selector, show]);

export function updateControls(root, touched) {
  for (const [selector, show] of kinds) for (const group of all(root, selector)) show(group, touched);
}

// The button that saves says what is missing. It is never dead: pressed too early it leads to what is missing, and says
// `why`. That is kept beside the button, which the server sends anew in a correction.
const reasons = new WeakMap();
export const whyNot = (form) => reasons.get(form) || form.querySelector(".save").textContent;

export function setSave(form, words, isReady, why = "") {
  const save = form.querySelector(".save");
  reasons.set(form, why);
  if (!save || (form.matches(".correction") && !why)) return; // the server says it there
  save.querySelector("span").textContent = words;
  save.ariaDisabled = isReady ? null : "true";
}

// For those who listen.
export function announce(words) {
  const line = document.getElementById("says");
  if (line) line.textContent = words;
}

// A question is answered, or passed over.
kind(".options [name=skip]", (skip, touched) => {
  if (touched && touched !== skip) skip.checked = false;
  else if (skip.checked) for (const other of all(skip.form, ":checked")) other.checked = other === skip;
});

// One of several keys that is tapped again is chosen no more. Taps are on labels: arrow keys, which choose as they
// pass, take nothing back.
on("click", ".card-row > .card-keys label, .panel .number", (label, event) => {
  const input = label.querySelector("input");
  if (!input.checked || event.target === input) return;
  event.preventDefault();
  input.checked = false;
  changed(input);
});
