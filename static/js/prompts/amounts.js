// Points as they are said at the table: digits are typed into the row that is asked for, keys add to what stands there,
// and Next goes on. Where a round has a sum, the last one that is missing fills itself.

import { typed } from "../parts/digits.js";
import { changed, on } from "../parts/dom.js";
import { grouped, inDigits, plainDigits, plainNumber, written } from "../parts/numbers.js";
import { fieldOf, fill, ofNumber, rowsOf, sentence } from "./rows.js";

const LONGEST = 5; // digits of a number
const KEYS = { "-": "sign", "+": "plus", Enter: "next", Backspace: "erase" };
const textOf = (row) => fieldOf(row).value.trim();
const unshared = new WeakMap(); // why the rest could not be shared out, until the next key
const fresh = new WeakSet(); // rows of which the next digit takes the place of what is there

// What stands there, added up; not a number as long as it is none.
function pointsOf(row) {
  const text = plainNumber(textOf(row));
  if (!/^[+-]?\d+([+-]\d+)*$/.test(text)) return Number.NaN;
  return text.match(/[+-]?\d+/g).reduce((sum, piece) => sum + Number(piece), 0);
}

const isOpen = (row) => Number.isNaN(pointsOf(row));
const isGiven = (row) => textOf(row) !== "" && !row.matches(".rest");
const totalOf = (group) => (group.dataset.total === undefined ? null : Number(group.dataset.total));
const sumOf = (rows) => rows.reduce((sum, row) => sum + (pointsOf(row) || 0), 0);

function write(row, text) {
  fieldOf(row).value = text;
  row.classList.remove("rest");
}

function type(row, key) {
  const goesOn = key === "sign" || key === "plus" || !(fresh.has(row) || row.matches(".rest"));
  write(row, typed(goesOn ? fieldOf(row).value : "", key, LONGEST));
}

// A step is added to what stands there, and stays visible as a sum.
function add(row, step) {
  const text = isGiven(row) ? textOf(row) : "";
  write(row, inDigits(/\d$/.test(plainDigits(text)) ? `${text} + ${step}` : `${text} ${step}`.trim()));
}

// What the sum still lacks, for each row that is open the same; nothing where it cannot be divided.
function shares(group) {
  const rows = rowsOf(group);
  const open = rows.filter((row) => !isGiven(row));
  const left = totalOf(group) - sumOf(rows.filter(isGiven));
  return { open, left, share: Number.isInteger(left / open.length) ? left / open.length : null };
}

function shareOut(group) {
  const { open, left, share } = shares(group);
  const words = open.length ? group.dataset.odd : group.dataset.full;
  if (share === null) unshared.set(group, words.replace("{left}", written(left)).replace("{n}", inDigits(open.length)));
  else for (const row of open) write(row, written(share));
}

function difference(group) {
  const off = sumOf(rowsOf(group)) - totalOf(group);
  if (!off) return "";
  const n = Math.abs(off);
  return ofNumber((off > 0 ? group.dataset.over : group.dataset.short).split("|"), n).replace("{n}", inDigits(n));
}

// A number that is looked at is replaced by the next digit; a sum that is only begun goes on.
function select(row) {
  if (!isOpen(row)) fresh.add(row);
  row.scrollIntoView({ block: "nearest" });
}

const openAfter = (row) => {
  const rows = rowsOf(row.parentElement);
  const later = [...rows.slice(rows.indexOf(row) + 1), ...rows];
  return later.find(isOpen) ?? null;
};

fill(".amounts", {
  types: true,
  isOpen,
  enter(row, { value = "" }) {
    const [what, step] = value.split(".");
    if (what === "next") {
      const next = openAfter(row) ?? row;
      select(next);
      return next;
    }
    if (what === "zero") write(row, written(0));
    else if (what === "add") add(row, Number(step));
    else if (what !== "rest") type(row, value);
    fresh.delete(row);
    return row;
  },
  next: (row) => row,
  fillRest(group, key) {
    const rows = rowsOf(group);
    for (const row of rows.filter((one) => one.matches(".rest"))) write(row, "");
    if (totalOf(group) === null) return;
    if (key) unshared.delete(group);
    if (key?.value === "rest") shareOut(group);
    const open = rows.filter(isOpen);
    const isLast = open.length === 1 && rows.length > 1 && !open[0].matches(".active") && !isGiven(open[0]);
    if (!isLast) return;
    write(open[0], written(shares(group).share));
    open[0].classList.add("rest");
  },
  waits(group) {
    const isFull = !rowsOf(group).some(isOpen);
    return totalOf(group) !== null && isFull && difference(group) ? difference(group) : null;
  },
  show(group) {
    const soFar = group.closest("form").querySelector("[data-so-far]");
    const isBegun = totalOf(group) !== null && rowsOf(group).some(isGiven);
    if (soFar) {
      soFar.textContent = unshared.get(group) ?? (isBegun ? difference(group) : "");
      soFar.previousElementSibling.hidden = unshared.has(group);
    }
    for (const row of rowsOf(group)) {
      fieldOf(row).classList.toggle("small", textOf(row).length > 4);
      const points = row.querySelector(".points");
      if (points) points.textContent = grouped(Number(row.dataset.was) + (pointsOf(row) || 0));
    }
  },
  aloud: (row) => (isOpen(row) ? "" : sentence(row, textOf(row))),
  letter(key) {
    const digit = plainDigits(key);
    return /^\d$/.test(digit) ? digit : KEYS[key];
  },
});

// What a keyboard types goes on filling itself no more.
on("input", ".amount", (input) => {
  input.closest(".row").classList.remove("rest");
  changed(input);
});

on("click", ".amounts .row", (row, { target }) => {
  if (!target.closest(".tick")) select(row);
});
