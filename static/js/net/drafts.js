// What is entered but not saved yet outlives a reload, a correction and another phone's undo: it hangs on the question.

import { all, inputsOf, isBegun, isFilled, isOfAnswer, isText } from "../parts/dom.js";
import { storage } from "../parts/memory.js";

const DRAFTS = 8; // the latest questions that were begun and left, on any match of this phone
export const here = () => location.pathname;
const drafts = () => storage.read("drafts", []);
const isSame = (draft, form) => draft[0] === here() && draft[1] === form.dataset.draft;
// Who doubles is noted at once, and what was noted comes with the page.
const isNoted = (input) => input.closest("[data-notes]");
// What fills itself is worked out again from what is put back.
const isOwn = (input) => !input.closest(".rest") && !isNoted(input);

export function keepDraft(form) {
  if (!form.dataset.draft) return;
  const inputs = inputsOf(form).filter((input) => isOwn(input) && isFilled(input));
  keepFields(form.dataset.draft, inputs.map((input) => [input.name, input.value]));
}

function restoreDraft(form) {
  const [, , fields] = drafts().find((draft) => isSame(draft, form)) ?? [];
  const isChange = form.matches(".correction, [data-back]");
  if (!fields || form.querySelector(".problem") || (!isChange && isBegun(form))) return;
  if (isChange) empty(form);
  for (const [name, value] of fields)
    for (const input of inputsOf(form))
      if (input.name !== name || isNoted(input)) continue;
      else if (isText(input)) input.value = value;
      else if (input.value === value) input.checked = true;
  // A key that was tapped and could not be sent.
  markKey(form, fields);
  // What it changes is looked up as if it had just been typed, once htmx listens.
  const preview = form.querySelector("[hx-trigger*=again]");
  if (preview) setTimeout(() => htmx.trigger(preview, "again"));
}

// The key that was tapped, where one tap is the answer.
export function markKey(form, fields) {
  const tapped = new Map(fields);
  for (const key of all(form, "button.option"))
    if (tapped.has(key.name)) key.ariaCurrent = tapped.get(key.name) === key.value ? "true" : null;
}

export function restoreDrafts() {
  for (const form of all(document, "form[data-draft]")) restoreDraft(form);
}

// The answer that is to be changed, or was undone, gives way to what was typed over it.
function empty(form) {
  for (const input of inputsOf(form).filter((one) => isOfAnswer(one) && !isNoted(one)))
    if (isText(input)) input.value = "";
    else input.checked = false;
}

export function keepFields(question, fields, match = here()) {
  const others = drafts().filter(([page, asked]) => page !== match || asked !== question);
  const own = fields ? [[match, question, fields]] : [];
  storage.set("drafts", JSON.stringify([...own, ...others].slice(0, DRAFTS)));
}
export const forgetDraft = (question, match = here()) => keepFields(question, null, match);
