// A sheet over the page that a link opens. Without a script the link leads to the same page with the sheet open.

import { all, on } from "./dom.js";

for (const dialog of all(document, "dialog[open]")) {
  dialog.close();
  dialog.showModal();
}

on("click", "[data-opens]", (link, event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  document.getElementById(link.dataset.opens).showModal();
});

// Left as it was, it is that when it is opened again.
function leave(dialog) {
  dialog.querySelector("form")?.reset();
  dialog.close();
}

on("click", "dialog [data-closes]", (link, event) => {
  event.preventDefault();
  leave(link.closest("dialog"));
});
on("click", "dialog", (dialog, event) => event.target === dialog && leave(dialog));
