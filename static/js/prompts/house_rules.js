// House rules: what differs from the book on top; what does not go together cannot be chosen, and says why.

import { kind } from "../parts/controls.js";
import { all, changed } from "../parts/dom.js";

kind(".house-rules", (group) => {
  const form = group.closest("form");
  for (const button of all(group, ".stepper button")) button.hidden = false;
  for (const input of all(group, "[data-not-with]")) showClash(form, input);
  showDifferences(group);
});

const isChosen = (form, words) => {
  const [name, value] = words.split("=");
  return form.querySelector(`[name="${name}"]:checked`)?.value === value;
};

function showClash(form, input) {
  const clashes = isChosen(form, input.dataset.notWith);
  input.disabled = clashes;
  for (const why of all(input.parentElement, "small")) why.hidden = !clashes;
  if (!clashes || !input.checked) return;
  const rule = input.closest(".house-rule");
  rule.querySelector(`input[value="${rule.dataset.book}"]`).checked = true;
}

// What is not as in the book brings the words for it.
function showDifferences(group) {
  const lines = all(group, "[data-differs]").filter(differs).map((input) => {
    const textContent = input.dataset.differs.replace("{n}", number(input));
    return Object.assign(document.createElement("li"), { textContent });
  });
  group.querySelector(".differences").replaceChildren(...lines);
  group.querySelector(".as-usual").hidden = lines.length > 0;
  const summary = group.closest(".house")?.querySelector("[data-usual]");
  if (summary) summary.textContent = lines.length ? summary.dataset.own : summary.dataset.usual;
}

const number = (input) => input.value.trim().replace(/^[-\u2212]/, "");
const differs = (input) => (input.type === "radio" ? input.checked : number(input) !== input.dataset.book);

document.addEventListener("click", (event) => {
  const button = event.target.closest(".stepper button");
  if (!button) return;
  const stepper = button.closest(".stepper");
  const input = stepper.querySelector("input");
  const ends = [stepper.dataset.low, stepper.dataset.high].map((end) => Math.abs(Number(end)));
  const next = Math.abs(Number(input.value) || 0) + Number(button.value);
  input.value = String(Math.min(Math.max(...ends), Math.max(Math.min(...ends), next)));
  changed(input);
});

// They open below the foot of a low screen: what was asked for comes into view. A form that was refused shows why.
document.addEventListener("toggle", ({ target }) => {
  const isAsked = target.matches(".house[open]") && !target.closest("form").querySelector(".problem");
  if (isAsked) target.scrollIntoView({ block: "start", behavior: "smooth" });
}, true);
