// Several numbers for each player: one keypad fills the one that is looked at, and goes on to the next.

import { fill } from "./rows.js";

fill(".figures", {
  cell: ".well",
  isOpen: (field) => field.value === "",
  enter(field, { value }) {
    field.value = value;
  },
  keyState: (_group, field) => ({ value }) => [
    !field || Number(value) < Number(field.dataset.low) || Number(value) > Number(field.dataset.high),
    Boolean(field?.matches(".active")) && field.value === value,
  ],
  aloud: (field) => `${field.ariaLabel} ${field.value}`,
});
