// The fields of a form, and what they hold.

import { all } from "./dom.js";

export const inputsOf = (form) => all(form, "input, select");
export const isText = (input) => ["text", "search", "select-one"].includes(input.type);
export const isFilled = (input) => (isText(input) ? input.value !== "" : input.checked);

// What the page itself has chosen to begin with is nobody's answer.
export const isBegun = (form) =>
  inputsOf(form).some((input) => isFilled(input) && !(input.checked && input.defaultChecked));

// All but what only says how something is entered, or which of several is looked at.
export const isOfAnswer = (input) => input.type !== "hidden" && !["way", "turn", "slot"].includes(input.name);

export const isUnchanged = (form) => inputsOf(form).filter(isOfAnswer).every(isAsBefore);

function isAsBefore(input) {
  if (input.matches("select")) return input.value === (input.querySelector("[selected]")?.value ?? "");
  return isText(input) ? input.value === input.defaultValue : input.checked === input.defaultChecked;
}
