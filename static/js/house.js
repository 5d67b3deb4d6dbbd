// House rules: what differs from the book on top; what does not go together cannot be chosen, and says why.

kind(".house-rules", (group) => {
  const form = group.closest("form");
  for (const button of all(group, ".stepper button")) button.hidden = false;
  for (const input of all(group, "[data-not-with]")) showClash(form, input);
  showDifferences(group);
  for (const decks of all(form, ".decks[data-wanted]")) decks.hidden = !isChosen(form, decks.dataset.wanted);
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

function showDifferences(group) {
  const differs = (rule) => choiceOf(rule) !== null && choiceOf(rule).value !== plain(rule.dataset.book);
  const rules = all(group, ".house-rule").filter(differs);
  const lines = rules.map((rule) => {
    const words = group.dataset.words.replace("{rule}", rule.dataset.rule).replace("{choice}", choiceOf(rule).words);
    return Object.assign(document.createElement("li"), { textContent: words });
  });
  group.querySelector(".differences").replaceChildren(...lines);
  group.querySelector(".as-usual").hidden = lines.length > 0;
  const summary = group.closest(".house")?.querySelector("[data-usual]");
  if (summary) summary.textContent = lines.length ? summary.dataset.own : summary.dataset.usual;
}

const plain = (number) => number.replace(/^-/, "");

// What a rule is set to, and how that is called; null for what is no choice, such as a deck.
function choiceOf(rule) {
  const chosen = rule.querySelector(".segmented :checked");
  const named = chosen?.parentElement.querySelector("span") ?? chosen?.parentElement;
  if (chosen) return { value: chosen.value, words: named.textContent.trim() };
  const stepper = rule.querySelector(".stepper");
  if (!stepper) return null;
  const value = plain(stepper.querySelector("input").value.trim().replace("\u2212", "-"));
  return { value, words: `${stepper.querySelector(".sign")?.textContent ?? ""}${value}` };
}

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
