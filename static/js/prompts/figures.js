// Several numbers for each player: one keypad fills the one that is looked at, and goes on to the next.

import { fill } from "./rows.js";

fill(".figures", {
  cell: ".well",
  isOpen: (well) => well.value === "",
  enter(well, { value }) {
    well.value = value;
  },
  keyState: (_group, well) => ({ value }) => [
    !well || Number(value) < Number(well.dataset.low) || Number(value) > Number(well.dataset.high),
    Boolean(well?.matches(".active")) && well.value === value,
  ],
  aloud: (well) => `${well.ariaLabel} ${well.value}`,
});
