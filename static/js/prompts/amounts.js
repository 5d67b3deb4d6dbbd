// Points as they are said at the table: digits are typed into the row that is asked for, keys add to what stands there,
// and Next goes on. Where a round has a sum, the last one that is missing fills itself.

import { on, plainDigits } from "../parts/dom.js";
import { fieldOf, fill, rowsOf, sentence } from "./rows.js";

const MINUS = "\u2212";
const LONGEST = 5; // digits of a number
const written = (number) => String(number).replace("-", MINUS);
const textOf = (row) => fieldOf(row).value.trim();
const isOpen = (row) => textOf(row) === "";
const fresh = new WeakSet(); // rows of which the next digit takes the place of what is there

// What stands there, added up; not a number as long as it is none.
function pointsOf(row) {
  const text = plainDigits(textOf(row)).replaceAll(MINUS, "-").replace(/\s/g, "");
  if (!/^[+-]?\d+([+-]\d+)*$/.test(text)) return Number.NaN;
  return text.match(/[+-]?\d+/g).reduce((sum, piece) => sum + Number(piece), 0);
}

const isGiven = (row) => !isOpen(row) && !row.matches(".rest");
const totalOf = (group) => (group.dataset.total === undefined ? null : Number(group.dataset.total));
const sumOf = (rows) => rows.reduce((sum, row) => sum + (pointsOf(row) || 0), 0);

function write(row, text) {
  fieldOf(row).value = text;
  row.classList.remove("rest");
}

// The last number of what stands there, and what comes before it.
function lastOf(text) {
  const [, before, sign, digits] = text.match(/^(.*?)(\u2212?)(\d*)$/);
  return { before, sign, digits };
}

function type(row, key) {
  const text = fresh.has(row) || row.matches(".rest") ? "" : textOf(row);
  const { before, sign, digits } = lastOf(text);
  if (key === "erase") return write(row, fresh.has(row) ? "" : text.replace(/\s*[+\u2212]?\s*.$/, ""));
  if (key === "sign") return write(row, before + (sign ? "" : MINUS) + digits);
  if (digits.length < LONGEST) write(row, `${before}${sign}${digits === "0" ? "" : digits}${key}`);
}

// A step is added to what stands there, and stays visible as a sum.
function add(row, step) {
  const text = isGiven(row) ? textOf(row) : "";
  write(row, text && text !== MINUS ? `${text} + ${step}` : `${text}${step}`);
}

function share(group) {
  const rows = rowsOf(group);
  const open = rows.filter((row) => !isGiven(row));
  const left = totalOf(group) - sumOf(rows.filter(isGiven));
  if (!open.length || left % open.length) return;
  for (const row of open) {
    fieldOf(row).value = written(left / open.length);
    row.classList.add("rest");
  }
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
    const wasFresh = fresh.has(row);
    if (what === "next") {
      fresh.add(openAfter(row) ?? row);
      return openAfter(row) ?? row;
    }
    if (what === "rest") share(row.parentElement);
    else if (what === "zero") write(row, "0");
    else if (what === "add") add(row, Number(step));
    else if (value) type(row, value);
    else write(row, "");
    if (wasFresh || what !== "next") fresh.delete(row);
    return row;
  },
  next: (row) => row,
  fillRest(group) {
    const rows = rowsOf(group);
    for (const row of rows.filter((one) => one.matches(".rest"))) write(row, "");
    const open = rows.filter(isOpen);
    const isLast = totalOf(group) !== null && open.length === 1 && rows.length > 1 && !open[0].matches(".active");
    if (isLast && rows.every((row) => row === open[0] || !Number.isNaN(pointsOf(row)))) share(group);
  },
  waits(group) {
    const rows = rowsOf(group);
    const off = sumOf(rows) - totalOf(group);
    if (totalOf(group) === null || rows.some(isOpen) || !off) return null;
    return (off > 0 ? group.dataset.over : group.dataset.short).replace("{n}", Math.abs(off));
  },
  show(group) {
    for (const row of rowsOf(group)) {
      const points = pointsOf(row);
      fieldOf(row).classList.toggle("long", textOf(row).length > 5);
      const total = Number(row.dataset.was) + (points || 0);
      row.querySelector(".points").textContent = written(total);
    }
  },
  aloud: (row) => (isOpen(row) ? "" : sentence(row, textOf(row))),
  letter: (key) => (/^\d$/.test(key) ? key : { "-": "sign", Enter: "next" }[key]),
});

on("click", ".amounts .row", (row, { target }) => {
  if (!target.closest(".tick")) fresh.add(row);
});
