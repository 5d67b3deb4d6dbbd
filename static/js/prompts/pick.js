// Cards of a deck: a tap gives one to the player who is asked for, another takes it back.

import { all } from "../parts/dom.js";
import { inDigits } from "../parts/numbers.js";
import { fill, ignoreSecondTap, rowsOf, showQuestionOf } from "./rows.js";

const deckOf = (group) => group.parentElement.querySelector(".spread");
const seatOf = (row) => rowsOf(row.parentElement).indexOf(row);
const keepersOf = (row) => all(deckOf(row.parentElement), `.keeper.seat-${seatOf(row) + 1} input`);
const chosenBy = (row) => keepersOf(row).filter((input) => input.checked);
const numbersOf = (row) => chosenBy(row).map((input) => input.closest(".face-card").dataset.number);
const missingIn = (row) => Number(row.parentElement.dataset.cards) - chosenBy(row).length;
const isOpen = (row) => missingIn(row) > 0;

fill(".picked", {
  isOpen,
  cellOf: (input, group) => rowsOf(group).find((row) => keepersOf(row).includes(input)),
  // The cards that were left are so no more.
  enter(row) {
    const rest = row.parentElement.querySelector(".row.rest");
    if (rest && rest !== row) for (const input of chosenBy(rest)) input.checked = false;
    rest?.classList.remove("rest");
    ignoreSecondTap();
  },
  // Where just as many cards are left as the last player keeps, they are those.
  fillRest(group) {
    const [row, ...others] = rowsOf(group).filter(isOpen);
    if (!row || others.length || chosenBy(row).length) return;
    const free = keepersOf(row).filter((input) => !input.closest(".face-card").querySelector(":checked"));
    if (free.length !== missingIn(row)) return;
    for (const input of free) input.checked = true;
    row.classList.add("rest");
  },
  left: (group) => rowsOf(group).reduce((missing, row) => missing + Math.max(0, missingIn(row)), 0),
  // A card is a key of who has it, or else of who is asked for.
  show(group) {
    const rows = rowsOf(group);
    const active = rows.find((row) => row.matches(".active"));
    for (const row of rows)
      for (const [place, slot] of all(row, ".slot").entries()) slot.textContent = inDigits(numbersOf(row)[place] ?? "");
    const asked = active && isOpen(active) ? keepersOf(active) : [];
    for (const keeper of all(deckOf(group), ".keeper")) keeper.classList.toggle("on", asked.includes(keeper.control));
    showQuestionOf(active);
  },
  aloud: (row) =>
    chosenBy(row).length && [row.querySelector("b").textContent, ...numbersOf(row).map(inDigits)].join(" "),
});
