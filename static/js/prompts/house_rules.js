// House rules: what does not go together cannot be chosen, and says why.

import { kind } from "../parts/controls.js";
import { changed, on } from "../parts/dom.js";
import { inDigits, plainNumber } from "../parts/numbers.js";

kind("[data-not-with]", (input) => {
  input.disabled = input.form.querySelector(input.dataset.notWith) !== null;
  if (!input.disabled || !input.checked) return;
  const rule = input.closest(".house-rule");
  rule.querySelector(`input[value="${rule.dataset.book}"]`).checked = true;
});

on("click", ".stepper button", (button) => {
  const input = button.parentElement.querySelector("input");
  const { least, most } = button.parentElement.dataset;
  const next = Number(plainNumber(input.value).replace(/\D/g, "")) + Number(button.value);
  input.value = inDigits(Math.min(most, Math.max(least, next)));
  changed(input);
});

// They open below the foot of a low screen: what was asked for comes into view. A form that was refused shows why.
document.addEventListener("toggle", ({ target }) => {
  const isAsked = target.matches(":is(.house, .more)[open]") && !target.closest("form").querySelector(".problem");
  if (isAsked) target.scrollIntoView({ block: "start", behavior: "smooth" });
}, true);
