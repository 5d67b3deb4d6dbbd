// Counts: a number for each player, which add up; what all others leave goes to the one who is left.

import { setSave } from "../parts/controls.js";
import { colour, showPoints } from "../parts/dom.js";
import { entered, fill, rowsOf, sentence, well } from "./rows.js";

export const isGiven = (row) => well(row).value !== "" && !row.classList.contains("rest");
export const leftOf = (group) =>
  Number(group.dataset.count) - rowsOf(group).reduce((sum, row) => sum + (isGiven(row) ? entered(row) : 0), 0);

// Each number of tricks or cards in words.
export const unitsOf = (group) => ["", ...group.dataset.units.split("|")];

// Trick by trick the rows are filled by taps on the players.
export const isTrickByTrick = (group) =>
  group.closest("form").querySelector("[name=way][value=tricks]")?.checked ?? false;

fill(".counts", {
  isOpen: (row) => well(row).value === "",
  isRight: (group) => leftOf(group) === 0,
  enter(row, { value }) {
    row.classList.remove("rest");
    well(row).value = value;
  },
  // Nothing left is nothing for the rest. A row that may be asked for a minimum, such as the tricks that penalty cards
  // lie in, is never filled with less: then somebody has miscounted.
  fillRest(group) {
    const rows = rowsOf(group);
    const open = rows.filter((row) => !isGiven(row));
    const left = leftOf(group);
    const isEnough = open.every((row) => open.length > 1 || left >= Number(row.dataset.least));
    const isOneWayLeft = left === 0 || open.length === 1;
    const fills = !isTrickByTrick(group) && open.length < rows.length && left >= 0 && isOneWayLeft && isEnough;
    for (const row of open) {
      row.classList.toggle("rest", fills);
      const number = fills ? String(left) : "";
      // Written only where it is another one: writing moves the caret of whoever types there.
      if (well(row).value !== number) well(row).value = number;
    }
  },
  // A key that would pass the sum stays in its place and cannot be pressed, unless it is less than what stands there.
  keyState(group, row) {
    const others = rowsOf(group).filter((other) => other !== row);
    const taken = others.map((other) => (isSettled(other) ? entered(other) : Number(other.dataset.least)));
    const left = taken.reduce((most, number) => most - number, Number(group.dataset.count));
    const most = row && isGiven(row) ? Math.max(left, entered(row)) : left;
    return ({ value }) => [
      !row || value > most || value < Number(row.dataset.least),
      Boolean(row?.matches(".active") && isGiven(row)) && well(row).value === value,
    ];
  },
  show: showCounts,
  aloud: (row) => well(row).value && sentence(row, well(row).value),
});

// What a correction has not touched yet can still give way.
const isSettled = (row) => isGiven(row) && row.dataset.old !== well(row).value;

export function showCounts(group) {
  const rows = rowsOf(group);
  let placed = 0;
  let points = 0;
  for (const row of rows) {
    const isWhole = /^\d{1,2}$/.test(well(row).value);
    const worth = row.dataset.points?.split(" ").map(Number)[entered(row)];
    const shown = row.querySelector(".points");
    placed += isWhole ? entered(row) : 0;
    points += isWhole ? (worth ?? 0) : 0;
    if (isWhole && worth !== undefined) showPoints(shown, worth);
    else shown.textContent = row.dataset.points ? "\u2013" : "";
    colour(shown, isWhole ? worth : 0);
  }
  const sum = group.querySelector("[data-placed]");
  sum.textContent = sum.dataset.placed.replace("{placed}", placed).replace("{total}", group.dataset.count);
  if (rows[0].dataset.points) showPoints(group.querySelector(".worth"), points);
  const left = Number(group.dataset.count) - placed;
  const isWhole = left === 0 && rows.every((row) => well(row).value !== "");
  const units = unitsOf(group)[left];
  const words = units ? group.dataset.left.replace("{left}", units) : group.dataset.save;
  setSave(group.closest("form"), words, isWhole);
}
