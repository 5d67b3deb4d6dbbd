// A correction: what was there stands struck beside what is there now, and the button says what it does.

import { forgetDraft } from "../net/drafts.js";
import { kind, setSave } from "../parts/controls.js";
import { all, isUnchanged } from "../parts/dom.js";
import { rowsOf, well } from "./rows.js";

kind(".correction .counts", (group) => {
  for (const row of rowsOf(group)) {
    const { value } = well(row);
    row.classList.toggle("moved", value !== "" && value !== row.dataset.old);
  }
});

kind(".correction", (form, touched) => {
  const skip = form.querySelector("[name=skip]");
  if (skip && touched && touched !== skip) skip.checked = false;
  if (skip?.checked && touched === skip)
    for (const other of all(form, ":checked")) other.checked = other === skip;
  if (!touched) showLabel();
  if (!form.dataset.same) return;
  if (isUnchanged(form) && !form.querySelector("#label:not([data-missing])")) setSave(form, form.dataset.same, false);
});

document.addEventListener("htmx:after:swap", showLabel);
function showLabel() {
  const label = document.querySelector(".correction #label");
  if (label) setSave(label.closest("form"), label.textContent, !label.dataset.missing);
}

document.addEventListener("click", (event) => {
  const form = event.target.closest(".correction .bar a")?.closest("form");
  if (form) forgetDraft(form.dataset.draft);
});
