// Trick by trick: a tap on a player is one trick more; the arrow in the bar takes the last one back.

import { announce, kind, setSave } from "../parts/controls.js";
import { changed, make, on } from "../parts/dom.js";
import { inDigits } from "../parts/numbers.js";
import { isTrickByTrick, leftOf, totalOf } from "./counts.js";
import {
  activate, entered, fieldOf, ignoreSecondTap, ofNumber, rowsOf, show, showGuidance, showQuestion, digitsIn, writeIn,
} from "./rows.js";

// Who took each trick so far: no row knows the order, and so which one to take back.
const takenIn = (form) => form.elements.taken.value.split(" ").filter(Boolean);

kind(".takers", (takers) => {
  const form = takers.closest("form");
  const group = form.querySelector(".counts");
  const rows = rowsOf(group);
  const on = isTrickByTrick(group);
  const left = leftOf(group);
  const played = totalOf(group) - left;
  const last = on ? takenIn(form).at(-1) : undefined;
  showQuestion(on && left > 0 ? [takers.dataset.ask.replace("{n}", inDigits(played + 1))] : null);
  showLead(last);
  if (!on) return;
  activate(group, null);
  for (const row of rows) row.querySelector(".strokes").replaceChildren(...strokes(entered(row)));
  // Once all are played, who has taken none has taken 0.
  for (const row of rows) if (left <= 0 && digitsIn(row) === "") writeIn(row, "0");
  const rest = group.querySelector(".worth");
  if (left > 0) {
    rest.textContent = ofNumber(rest.dataset.left.split("|"), left).replace("{n}", inDigits(left));
    setSave(form, takers.dataset.left.split("|")[left], false);
  } else show(group);
  if (left >= 0) showGuidance(takerInWords(takers, last, played, left));
});

// Four strokes and one across, as on paper.
const strokes = (n) =>
  ("|".repeat(n).match(/\|{1,5}/g) ?? []).map((sheaf) =>
    make("i", { textContent: sheaf.slice(0, 4), className: sheaf[4] ? "five" : "" }));

// Who took the trick before the one that is asked for, and so leads this one.
function takerInWords({ dataset, children }, seat, trick, left) {
  const taker = [...children].find(({ value }) => value === seat);
  const name = taker?.querySelector(".name").textContent;
  return name ? (left ? dataset.took : dataset.last).replace("{name}", name).replace("{n}", inDigits(trick)) : "";
}

// Who took a trick leads the next one; before the first it is who leads the deal.
function showLead(seat) {
  const mark = document.querySelector(".board .leads");
  if (!mark) return;
  mark.ofTheDeal ??= mark.parentElement;
  const name = document.querySelector(`.board .sides .seat-${Number(seat) + 1} .name`);
  const marks = name && (name.querySelector(".marks") ?? name.appendChild(make("span", { className: "marks" })));
  (marks ?? mark.ofTheDeal).append(mark);
}

function takeTrick(form, seat, step) {
  const row = form.querySelector(`.row[data-seat="${seat}"]`);
  const group = form.querySelector(".counts");
  if (leftOf(group) <= 0 && step > 0) {
    const { over } = form.querySelector(".takers").dataset;
    showGuidance(over);
    return announce(over);
  }
  const now = entered(row) + step;
  writeIn(row, now ? String(now) : "");
  // Zeros stood there only because all had been played.
  if (step < 0) for (const other of rowsOf(group)) if (digitsIn(other) === "0") writeIn(other, "");
  const taken = takenIn(form);
  form.elements.taken.value = (step > 0 ? [...taken, seat] : taken.slice(0, -1)).join(" ");
  changed(fieldOf(row));
  if (step > 0) ignoreSecondTap();
}

on("click", ".takers button", ({ form, value }) => takeTrick(form, value, 1));
on("click", ".back-one", ({ form }) => {
  const last = takenIn(form).at(-1);
  if (last) takeTrick(form, last, -1);
});
