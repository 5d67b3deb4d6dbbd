// What is entered but not saved yet outlives a reload, a correction and another phone's undo: it hangs on the question.

const DRAFTS = 8; // the latest questions that were begun and left, on any match of this phone
let restoring = false; // what is put back is no new draft
const here = () => location.pathname;
const drafts = () => kept.read("drafts", []);
const isSame = (draft, form) => draft[0] === here() && draft[1] === form.dataset.draft;
const isText = (input) => ["text", "search", "select-one"].includes(input.type);
const inputsOf = (form) => all(form, "input, select");
const isFilled = (input) => (isText(input) ? input.value !== "" : input.checked);
// What fills itself is worked out again from what is put back.
const isMine = (input) => !input.closest(".rest");

function keepDraft(form) {
  if (!form.dataset.draft || restoring) return;
  const inputs = inputsOf(form).filter((input) => isMine(input) && isFilled(input));
  const fields = inputs.map((input) => [input.name, input.value]);
  const others = drafts().filter((draft) => !isSame(draft, form));
  // Trick by trick no input knows the order in which they were taken, and so which one to take back.
  const taken = form.querySelector(".takers")?.dataset.taken ?? "";
  const draft = [here(), form.dataset.draft, fields, taken];
  kept.set("drafts", JSON.stringify([draft, ...others].slice(0, DRAFTS)));
}

function restoreDraft(form) {
  const [, , fields, taken] = drafts().find((draft) => isSame(draft, form)) ?? [];
  const isChange = form.matches(".correction");
  if (!fields || form.querySelector(".problem") || (isChange ? !isUnchanged(form) : isBegun(form))) return;
  if (isChange) empty(form);
  for (const [name, value] of fields)
    for (const input of inputsOf(form))
      if (input.name !== name) continue;
      else if (isText(input)) input.value = value;
      else if (input.value === value) input.checked = true;
  if (taken) form.querySelector(".takers").dataset.taken = taken;
  // What it changes is looked up as if it had just been typed.
  if (isChange) htmx.trigger(form.querySelector("#proof"), "again");
}

// The answer that is to be changed gives way to what was typed over it.
function empty(form) {
  for (const input of inputsOf(form).filter(isOfAnswer))
    if (isText(input)) input.value = "";
    else input.checked = false;
}

const forgetDraft = (form) =>
  kept.set("drafts", JSON.stringify(drafts().filter((draft) => !isSame(draft, form))));

// What the page itself has chosen to begin with is nobody's answer.
const isBegun = (form) => inputsOf(form).some((input) => isFilled(input) && !(input.checked && input.defaultChecked));
