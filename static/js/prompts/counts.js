// Counts, such as "How many tricks?": number keys (a tap on one: rows.js) fill a number for each player. The numbers
// add up; what all others leave goes to the one who is left.

import { kind } from "../parts/controls.js";
import { showPoints } from "../parts/dom.js";
import { storage } from "../parts/memory.js";
import { activate, entered, fieldOf, fill, rowsOf, sentence } from "./rows.js";

const isGiven = (row) => fieldOf(row).value !== "" && !row.classList.contains("rest");
export const totalOf = (group) => Number(group.dataset.count);
const sumOf = (rows) => rows.reduce((sum, row) => sum + entered(row), 0);
export const leftOf = (group) => totalOf(group) - sumOf(rowsOf(group).filter(isGiven));

// Trick by trick the rows are filled by taps on the players.
export const isTrickByTrick = (group) => group.closest("form").elements.way?.value === "tricks";

// A phone goes on counting as it did. At the end of a deal no tricks are invented: who has none yet is open again.
kind(".ways", (choice, touched) => {
  const tricks = choice.querySelector("[value=tricks]");
  if (!touched) tricks.checked ||= storage.get("way") === "tricks";
  if (touched?.name !== "way") return;
  storage.set("way", touched.value);
  if (tricks.checked) return;
  const rows = rowsOf(tricks.form);
  for (const row of rows) if (fieldOf(row).value === "0") fieldOf(row).value = "";
  tricks.form.elements.taken.value = "";
  activate(tricks.form.querySelector(".counts"), rows.find((row) => !isGiven(row)));
});

fill(".counts", {
  isOpen: (row) => fieldOf(row).value === "",
  isRight: (group) => sumOf(rowsOf(group)) === totalOf(group),
  enter(row, { value }) {
    // Said again, what has filled itself goes on following the others.
    if (row.matches(".rest") && fieldOf(row).value === value) return;
    row.classList.remove("rest");
    fieldOf(row).value = value;
  },
  // Nothing left is nothing for the rest. A row that may be asked for a minimum, such as the tricks that penalty cards
  // lie in, is never filled with less: then somebody has miscounted.
  fillRest(group) {
    const rows = rowsOf(group);
    const open = rows.filter((row) => !isGiven(row));
    const left = leftOf(group);
    const isEnough = open.every((row) => open.length > 1 || left >= Number(row.dataset.least));
    const isOneChoiceLeft = left === 0 || open.length === 1;
    const fills = !isTrickByTrick(group) && open.length < rows.length && left >= 0 && isOneChoiceLeft && isEnough;
    for (const row of open) {
      row.classList.toggle("rest", fills);
      const number = fills ? String(left) : "";
      // Written only where it is another one: writing moves the caret of whoever types there.
      if (fieldOf(row).value !== number) fieldOf(row).value = number;
    }
  },
  // A key that would pass the sum stays in its place and cannot be pressed, unless it is less than what stands there.
  keyState(group, row) {
    const others = rowsOf(group).filter((other) => other !== row);
    const taken = others.map((other) => (isSettled(other) ? entered(other) : Number(other.dataset.least)));
    const left = taken.reduce((most, number) => most - number, totalOf(group));
    const most = row && isGiven(row) ? Math.max(left, entered(row)) : left;
    return ({ value }) => [
      !row || value > most || value < Number(row.dataset.least),
      Boolean(row?.matches(".active") && isGiven(row)) && fieldOf(row).value === value,
    ];
  },
  left: (group) => totalOf(group) - sumOf(rowsOf(group)),
  show(group) {
    const rows = rowsOf(group);
    for (const row of rows) showRow(row);
    const sum = group.querySelector("[data-placed]");
    sum.textContent = sum.dataset.placed.replace("{placed}", sumOf(rows)).replace("{total}", totalOf(group));
    const points = rows.reduce((all, row) => all + (worthOf(row) ?? 0), 0);
    if (rows[0].dataset.points) showPoints(group.querySelector(".worth"), points);
  },
  aloud: (row) => fieldOf(row).value && sentence(row, fieldOf(row).value),
});

// What a correction has not touched yet can still give way.
const isSettled = (row) => isGiven(row) && row.dataset.old !== fieldOf(row).value;

// Undefined where nothing is entered, or numbers alone decide no points.
const worthOf = (row) => (fieldOf(row).value ? row.dataset.points?.split(" ").map(Number)[entered(row)] : undefined);

function showRow(row) {
  const { value } = fieldOf(row);
  const worth = worthOf(row);
  const shown = row.querySelector(".points");
  showPoints(shown, worth, row.dataset.points ? "\u2013" : "");
  shown.classList.toggle("gain", worth > 0);
  shown.classList.toggle("loss", worth < 0);
  // What was there before a correction stands struck beside what is there now.
  row.classList.toggle("moved", value !== "" && value !== (row.dataset.old ?? value));
}
