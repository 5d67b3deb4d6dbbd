// The page of an evening: its sheet, its picture to share, and its text to copy.

import "./parts/dialog.js";
import "./parts/share.js";
import "./pages.js";
import { on } from "./parts/dom.js";

// On plain http there is no clipboard: what is selected is copied, or stays selected for a hand to copy.
on("click", ".of-evening .copy", (button) => {
  const field = button.closest("details").querySelector("textarea");
  field.focus({ preventScroll: true });
  field.select();
  if (document.execCommand("copy")) button.textContent = button.dataset.copied;
});
