// A correction: the server alone says what its button does.

import { forgetDraft } from "../net/drafts.js";
import { kind } from "../parts/controls.js";
import { all } from "../parts/dom.js";

// It is answered, or passed over.
kind(".correction [name=skip]", (skip, touched) => {
  if (touched && touched !== skip) skip.checked = false;
  else if (skip.checked) for (const other of all(skip.form, ":checked")) other.checked = other === skip;
});

document.addEventListener("click", (event) => {
  const form = event.target.closest(".correction .bar a")?.closest("form");
  if (form) forgetDraft(form.dataset.draft);
});
