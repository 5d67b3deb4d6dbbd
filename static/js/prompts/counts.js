// Counts, such as "How many tricks?": number keys (a tap on one: rows.js) write a number for each player, as a pencil
// does: any number, in any row. The numbers add up; what all others leave goes to the one who is left. Where they do
// not, each row shows the number that alone would make them. Which that is comes from the page, by what the others have
// together.

import { kind } from "../parts/controls.js";
import { on, showPoints } from "../parts/dom.js";
import { storage } from "../parts/memory.js";
import { inDigits, plainDigits } from "../parts/numbers.js";
import {
  activate, current, entered, fieldOf, fill, nameOf, ofNumber, pointsAloud, rowsOf, sentence, showGuidance, digitsIn,
  writeIn,
} from "./rows.js";

const TOGETHER = 600; // ms in which two digits of a keyboard are one number

const isEmpty = (row) => fieldOf(row).value === "";
const isGiven = (row) => !isEmpty(row) && !row.classList.contains("rest");
export const totalOf = (group) => Number(group.dataset.count);
const sumOf = (rows) => rows.reduce((sum, row) => sum + entered(row), 0);
export const leftOf = (group) => totalOf(group) - sumOf(rowsOf(group).filter(isGiven));

// What rows have at least, those that wait for a number included.
const leastOf = (rows, isOpen = isEmpty) =>
  rows.reduce((sum, row) => sum + (isOpen(row) ? Number(row.dataset.least) : entered(row)), 0);

// The number that a row needs beside all others, as text; undefined if there is none.
const fitOf = (row, rows, isOpen) =>
  row.dataset.fits.split(" ")[leastOf(rows.filter((other) => other !== row), isOpen)];

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
  for (const row of rows) if (digitsIn(row) === "0") writeIn(row, "");
  tricks.form.elements.taken.value = "";
  activate(tricks.form.querySelector(".counts"), rows.find((row) => !isGiven(row)) ?? rows[0]);
});

const latest = new WeakMap(); // of each group: the row that was written, and what it had before

// What is written is no rest any more.
function write(row, value) {
  latest.set(row.parentElement, { row, had: digitsIn(row) });
  row.classList.remove("rest", "had-rest");
  writeIn(row, value);
}

fill(".counts", {
  isOpen: isEmpty,
  enter(row, { value }) {
    if (value) {
      // Said again, what has filled itself goes on following the others.
      if (!row.matches(".rest") || digitsIn(row) !== value) write(row, value);
      return;
    }
    const rows = rowsOf(row.parentElement);
    const erased = isGiven(row) ? row : (rows[rows.indexOf(row) - 1] ?? row);
    write(erased, "");
    return erased;
  },
  next,
  erases: isGiven,
  fillRest(group) {
    const rows = rowsOf(group);
    const open = rows.filter((row) => !isGiven(row));
    const fits = open.map((row) => fitOf(row, rows, (other) => !isGiven(other)));
    const known = sumOf(rows.filter(isGiven)) + fits.reduce((sum, fit) => sum + Number(fit), 0);
    const fills = !isTrickByTrick(group) && open.length < rows.length && known === totalOf(group);
    for (const [at, row] of open.entries()) {
      const isRest = row.classList.contains("rest");
      row.classList.toggle("rest", fills);
      // What can follow the others no more stays as it was, and is written.
      if (isRest && fits[at] === undefined) row.classList.add("had-rest");
      // Written only where it is another one: writing moves the caret of whoever types there.
      else if (digitsIn(row) !== (fills ? fits[at] : "")) writeIn(row, fills ? fits[at] : "");
    }
  },
  keyState(_group, row) {
    const chosen = row?.matches(".active") && isGiven(row) ? digitsIn(row) : undefined;
    return ({ value }) => [false, value === chosen];
  },
  left: (group) => totalOf(group) - sumOf(rowsOf(group)),
  waits(group) {
    const fault = faultIn(group);
    if (fault) return fault;
    const below = !rowsOf(group).some(isEmpty) && group.querySelectorAll(".row.below").length;
    return below ? group.dataset.below.split("|")[below] : "";
  },
  show(group) {
    const rows = rowsOf(group);
    const fault = faultIn(group);
    group.classList.toggle("wrong", fault !== "");
    for (const row of rows) showRow(row, fault);
    for (const row of rows) showFit(row, rows, fault);
    if (!fault) for (const row of rows) row.classList.remove("had-rest");
    const below = fault ? null : group.querySelector(".row.below");
    if (below) showGuidance(`${nameOf(below)} · `, below.querySelector(".least").cloneNode(true));
    else showGuidance(fault && guidanceOf(group, fault));
    const sum = group.querySelector("[data-placed]");
    sum.textContent = inWords(sum.dataset.placed, { placed: sumOf(rows), total: totalOf(group) });
    const points = rows.reduce((all, row) => all + (worthOf(row) ?? 0), 0);
    const worth = group.querySelector(".worth");
    if (fault) worth.textContent = fault;
    else showPoints(worth, rows[0].dataset.points && points);
  },
  aloud(row) {
    if (isEmpty(row)) return "";
    const value = inDigits(digitsIn(row));
    return row.matches(".rest")
      ? `${say(row.parentElement, "gets_rest", { one: nameOf(row), n: value })}${pointsAloud(row)}.`
      : sentence(row, value);
  },
  problem,
});

// The pencil goes on: to the next empty row below, then from the top; where none is, to the next one below.
function next(row) {
  const rows = rowsOf(row.parentElement);
  const at = rows.indexOf(row);
  return [...rows.slice(at + 1), ...rows.slice(0, at)].find(isEmpty) ?? rows[at + 1] ?? row;
}

// --- what does not add up ---

// The words of the page, whose parts are still open.
const say = ({ dataset }, key, parts = {}) =>
  inWords(ofNumber([JSON.parse(dataset.words)[key]].flat(), parts.n), parts);
// A part that is a number has the digits of the page, and a name those that it is written with.
const inWords = (words, parts) => words.replace(/\{(\w+)\}/g, (_open, name) => shown(parts[name]));
const shown = (part) => (/^\d+$/.test(part) ? inDigits(part) : part);

// How many are too many, or with every number there too few; nothing as long as all is well. Trick by trick what is
// missing is still to be played.
function faultIn(group) {
  const rows = rowsOf(group);
  const extra = leastOf(rows) - totalOf(group);
  if (extra > 0) return say(group, "over", { n: extra });
  const isShort = extra < 0 && !isTrickByTrick(group) && !rows.some(isEmpty);
  return isShort ? say(group, "short", { n: -extra }) : "";
}

// Each row that could put it right alone, with the number that does.
const keyOf = (row) => row.querySelector(".fit");
const repairsIn = (group) =>
  rowsOf(group).map((row) => ({ row, fit: plainDigits(keyOf(row).textContent) })).filter(({ fit }) => fit !== "");

function showFit(row, rows, fault) {
  const group = row.parentElement;
  const fit = (fault && !isEmpty(row) && fitOf(row, rows)) || "";
  const key = keyOf(row);
  key.textContent = inDigits(fit);
  key.ariaLabel = fit && say(group, "write", { one: nameOf(row), fit, n: digitsIn(row) });
  row.querySelector(".fit-words").textContent = fault && wordsBeside(row, fit);
}

function wordsBeside(row, fit) {
  const group = row.parentElement;
  const { row: written, had } = latest.get(group) ?? {};
  const value = digitsIn(row);
  if (value === "") return "";
  if (row === written && had !== "" && had !== value) return say(group, "had", { n: had });
  if (fit && fit === had) return say(group, "exchanges", { n: fit });
  if (row.matches(".had-rest")) return say(group, "rest");
  if (fit) return say(group, "fits", { n: fit });
  return leastOf(rowsOf(group)) > totalOf(group) ? say(group, "nothing") : "";
}

function guidanceOf(group, fault) {
  const repairs = repairsIn(group);
  const [one, other] = repairs;
  if (!one || repairs.length > 2) return say(group, one ? "several" : "none", { fault });
  const words = !other ? "only" : one.fit === other.fit ? "same" : "either";
  return say(group, words, {
    one: nameOf(one.row),
    fit: one.fit,
    n: digitsIn(one.row),
    other: other && nameOf(other.row),
    other_fit: other?.fit,
    total: totalOf(group),
  });
}

// For those who listen: what is wrong, and who could mend it but for the row that they have just written.
function problem(group, row) {
  const fault = faultIn(group);
  if (!fault) return "";
  const parts = { counted: sumOf(rowsOf(group)), total: totalOf(group), fault };
  const repairs = repairsIn(group).filter((repair) => repair.row !== row);
  const [first, ...more] = repairs.map((repair) => `${nameOf(repair.row)} ${inDigits(repair.fit)}`);
  const [one] = repairs;
  const mends = more.length
    ? say(group, "would_all", { fits: more.reduce((fits, fit) => say(group, "or", { fits, fit }), first) })
    : one && say(group, "would", { one: nameOf(one.row), fit: one.fit });
  return [say(group, "sum", parts), mends].filter(Boolean).join(" ");
}

// --- how a row looks ---

// Undefined where nothing is entered, or numbers alone decide no points.
const worthOf = (row) => (isEmpty(row) ? undefined : row.dataset.points?.split(" ").map(Number)[entered(row)]);

function showRow(row, fault) {
  const value = digitsIn(row);
  const worth = fault ? undefined : worthOf(row);
  const shown = row.querySelector(".points");
  showPoints(shown, worth, row.dataset.points && !fault ? "\u2013" : "");
  shown.classList.toggle("gain", worth > 0);
  shown.classList.toggle("loss", worth < 0);
  row.classList.toggle("below", value !== "" && entered(row) < Number(row.dataset.least));
  // What was there before a correction stands struck beside what is there now.
  row.classList.toggle("moved", value !== "" && value !== (row.dataset.old ?? value));
}

// --- with a keyboard ---

let digit = { time: -Infinity }; // the latest one, and in which row

// A digit begins a number, or ends one that the digit before it has begun. Where nothing is typed in yet, it goes to
// the row that is asked for.
document.addEventListener("keydown", (event) => {
  const typed = plainDigits(event.key);
  if (!/^\d$/.test(typed) || event.ctrlKey || event.metaKey || event.altKey) return;
  const group = document.querySelector("#prompt .counts");
  if (!group || isTrickByTrick(group)) return;
  const isElsewhere = event.target.matches("input:not(.well), select, textarea");
  const field = event.target.matches(".counts .well") ? event.target : !isElsewhere && fieldOf(current(group));
  if (!field) return;
  const joined = Number(plainDigits(field.value) + typed);
  const isNew = digit.field !== field || performance.now() - digit.time > TOGETHER || joined > totalOf(group);
  digit = { field, time: performance.now() };
  if (field !== event.target) field.focus({ preventScroll: true });
  if (event.repeat) event.preventDefault(); // a key held down is one
  else if (isNew) field.select();
});

// A row is tapped to be typed in as well.
on("click", ".counts .row", (row, { target }) => {
  if (!target.matches(".well, .fit")) fieldOf(row).focus({ preventScroll: true });
});
