// Several numbers for each player: one keypad fills the one that is looked at, and goes on to the next.

import { inDigits, plainDigits } from "../parts/numbers.js";
import { fill } from "./rows.js";

fill(".figures", {
  cell: ".well",
  isOpen: (field) => field.value === "",
  enter(field, { value }) {
    field.value = inDigits(value);
  },
  keyState: (_group, field) => ({ value }) => [
    !field || Number(value) < Number(field.dataset.low) || Number(value) > Number(field.dataset.high),
    Boolean(field?.matches(".active")) && plainDigits(field.value) === value,
  ],
  aloud: (field) => `${field.ariaLabel} ${field.value}`,
});
