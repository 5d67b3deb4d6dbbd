// A sheet over the page that a link opens. Without a script the link leads to the same page with the sheet open.

import { all, isPlainTap, on } from "./dom.js";

for (const dialog of all(document, "dialog[open]")) {
  dialog.close();
  dialog.showModal();
}

on("click", "[data-opens]", (link, event) => {
  if (!isPlainTap(event)) return;
  document.getElementById(link.dataset.opens).showModal();
  event.preventDefault();
});

// Closes the sheet and drops what was typed since the page came.
function leave(dialog) {
  dialog.querySelector("form")?.reset();
  dialog.close();
}

on("click", "dialog [data-closes]", (link, event) => {
  leave(link.closest("dialog"));
  event.preventDefault();
});

// A tap beside the sheet closes it and keeps what was typed. What begins on the sheet is none: a line that is dragged,
// or a text that is selected as far as beside it.
const isBeside = (dialog, { clientX, clientY }) => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
};
let beganBeside = false;
on("pointerdown", "dialog", (dialog, event) => {
  beganBeside = event.target === dialog && isBeside(dialog, event);
});
on("click", "dialog", (dialog, event) => event.target === dialog && beganBeside && dialog.close());
