// Places: each tap on a player fills the next one, and the last follows; a second tap takes back.

import { all } from "../parts/dom.js";
import { activate, fill, rowsOf, sentence } from "./rows.js";

const placeOf = (row) => row.querySelector("input:checked");
const placedIn = (row) => placeOf(row)?.value;
const isOpen = (row) => placedIn(row) === undefined;

// Who has a place by a tap, in this order: a gap closes, and nobody has two.
const tappedIn = (group) => {
  const rows = rowsOf(group).filter((row) => !isOpen(row) && !row.matches(".rest"));
  return [...new Set(rows.map(placedIn))];
};

function place(group, seats) {
  for (const [at, row] of rowsOf(group).entries())
    for (const input of all(row, "input")) input.checked = input.value === seats[at];
}

fill(".places", {
  isOpen,
  enter(row, { value }) {
    const seats = tappedIn(row.parentElement);
    const isRest = all(row.parentElement, ".rest").some((rest) => placedIn(rest) === value);
    // The one left is there only because of the last tap, so that is what it takes back.
    if (isRest) seats.pop();
    else if (seats.includes(value)) seats.splice(seats.indexOf(value), 1);
    else seats.push(value);
    place(row.parentElement, seats);
  },
  fillRest(group) {
    const rows = rowsOf(group);
    const seats = tappedIn(group).slice(0, rows.length - 1);
    const others = all(rows[0], "input").filter((input) => !seats.includes(input.value));
    const isOneLeft = others.length === 1;
    place(group, isOneLeft ? [...seats, others[0].value] : seats);
    rows.at(-1).classList.toggle("rest", isOneLeft);
  },
  keyState: (group) => (key) => {
    const row = rowsOf(group).find((one) => placedIn(one) === key.value);
    key.querySelector("small").textContent = row?.querySelector(".place").textContent ?? "";
    return [false, Boolean(row)];
  },
  show: (group) => activate(group, rowsOf(group).find(isOpen)),
  aloud: (row) => !isOpen(row) && sentence(row, row.ariaLabel, placeOf(row).closest("label")),
});
