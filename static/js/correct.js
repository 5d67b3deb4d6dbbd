// A correction: what was there stands struck beside what is there now, and the button says what it does.

kind(".correction .counts", (group) => {
  for (const row of rowsOf(group)) {
    const { old, points } = row.dataset;
    const isMoved = well(row).value !== "" && well(row).value !== old;
    const worth = points?.split(" ").map(Number)[Number(old)];
    row.classList.toggle("moved", isMoved);
    if (worth !== undefined) showPoints(row.querySelector(".points-were"), worth);
  }
});

kind(".correction", (form, touched) => {
  const skip = form.querySelector("[name=skip]");
  if (skip && touched && touched !== skip) skip.checked = false;
  if (skip?.checked && touched === skip)
    for (const other of all(form, ":checked")) other.checked = other === skip;
  if (!form.dataset.same) return;
  if (isUnchanged(form) && !form.querySelector("#label:not([data-missing])")) setSave(form, form.dataset.same, false);
});

// All but what only says how something is entered, or which of several is looked at.
const isOfAnswer = (input) => input.type !== "hidden" && !["way", "turn", "slot"].includes(input.name);

const isUnchanged = (form) => inputsOf(form).filter(isOfAnswer).every(isAsBefore);

function isAsBefore(input) {
  if (input.matches("select")) return input.value === (input.querySelector("[selected]")?.value ?? "");
  return isText(input) ? input.value === input.defaultValue : input.checked === input.defaultChecked;
}

document.addEventListener("htmx:after:swap", () => {
  const label = document.querySelector(".correction #label");
  if (label) setSave(label.closest("form"), label.textContent, !label.dataset.missing);
});

document.addEventListener("click", (event) => {
  const form = event.target.closest(".correction .bar a")?.closest("form");
  if (form) forgetDraft(form);
});
