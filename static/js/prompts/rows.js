// Rows that are filled one after the other: one of them is asked for, the keys fill it, and the next open one follows.
// What is the only thing left for the last ones fills itself, until somebody says otherwise.

import { announce, kind, setSave } from "../parts/controls.js";
import { all, changed, on } from "../parts/dom.js";
import { inDigits, plainDigits, plainNumber } from "../parts/numbers.js";
import { ignoreSecondHalf } from "../parts/taps.js";

const SECOND_TAP = 300; // ms in which the same key again is the other half of a double tap
const CHOSEN = 500; // ms after which a tap on what is asked for already means more than to choose it

export const rowsOf = (group) => all(group, ".row");
export const fieldOf = (row) => row.querySelector(".well");
// The number in a row as text, in our digits; the field has those of the page.
export const digitsIn = (row) => plainDigits(fieldOf(row).value);
export const writeIn = (row, value) => {
  fieldOf(row).value = inDigits(value);
};
export const entered = (row) => Number(digitsIn(row)) || 0;

// The button says in the words of the page how many are missing, or what it saves. Of house rules it always saves all.
export function setLeft(group, left, isReady = left === 0) {
  const words = group.dataset.left.split("|");
  if (!group.closest(".house-rules")) setSave(group.closest("form"), words[left] ?? words[0], isReady);
}

// The one of the page's texts that is for this number: see `by_number` there.
export const ofNumber = (texts, n) => texts[n] ?? texts[100 + (n % 100)] ?? texts.at(-1);

// What the question says at the moment, such as whose row is asked for; without parts, what it said at first.
export function showQuestion(parts) {
  const ask = document.querySelector("#ask .whole");
  if (!ask) return;
  ask.dataset.words ??= ask.textContent;
  ask.replaceChildren(...(parts ?? [ask.dataset.words]));
}

// The question in the words of the page that name whose row it is.
export const showQuestionOf = (row) => showQuestion(row?.querySelector(".question-of")?.cloneNode(true).childNodes);

// What there is to know at the moment; without words, what it said at first. Both have the same place, so that nothing
// moves.
export const showGuidance = (...words) => document.querySelector(".in-turn > .instead")?.replaceChildren(...words);

// Marks which one is asked for. When all are full none is: then the keys change the one that has filled itself, which
// is marked as such, or else put the latest one right.
const chosen = new WeakMap(); // when it was asked for
export function activate(group, cell) {
  for (const other of cellsOf(group)) {
    other.classList.toggle("latest", !cell && other.matches(".active, .latest"));
    if (other === cell && !other.matches(".active")) chosen.set(cell, performance.now());
    other.classList.toggle("active", other === cell);
  }
  for (const row of rowsOf(group)) row.classList.toggle("active", row.contains(cell));
}

// For those who listen: what was just filled, and what filled itself; what was taken back is missing.
function announceCell(group, cell) {
  const save = group.closest("form").querySelector(".save");
  const { aloud, problem } = rowKinds.get(group);
  const sentences = [...new Set([cell, ...all(group, ".row.rest")])].map(aloud).filter(Boolean);
  const done = save.matches("[aria-disabled]") ? problem?.(group, cell) : group.dataset.done;
  announce(sentences.length ? [...sentences, done].filter(Boolean).join(" ") : save.textContent);
}

export const nameOf = (row) => row.querySelector(".who b").textContent.trim();

// The points of a row after what is said of it, with a word for their sign.
export function pointsAloud(row) {
  const { plus, minus } = row.parentElement.dataset;
  const shown = row.querySelector(".points")?.textContent;
  const points = shown?.replace("\u2212", `${minus} `).replace("+", plus ? `${plus} ` : "+");
  return points ? `, ${points}` : "";
}

// Whose row it is, what was entered in it, and its points.
export const sentence = (row, what, who = row) => `${nameOf(who)} ${what}${pointsAloud(row)}.`;

// A kind of rows says of itself:
//   cell                    what is filled: a row, if nothing else is said
//   isOpen(cell)            whether it waits to be filled
//   enter(cell, key)        fills it, or empties it by a key without a value; what it returns is asked for next
//   next(cell)              which one is asked for after it: the first open one, if nothing else is said
//   erases(cell)            whether a tap on the well that is asked for already empties it
//   cellOf(input, group)    the cell that a field elsewhere belongs to, which has just filled or emptied it
//   fillRest(group, key)    what fills itself, after this key if one was pressed
//   keyState(group, cell)   tells of each key whether it cannot be pressed, and whether it is chosen
//   left(group)             how many are missing: as many as are open, if nothing else is said
//   waits(group)            what the button says as long as it cannot save for another reason
//   problem(group, cell)    that reason, and what would help, for those who listen
//   show(group)             what follows from what is entered
//   aloud(cell)             how it is said
//   isRight(group)          whether all that is full is right as well
//   types                   whether keys type into it one after the other, so that the same one again is meant
//   letter(key)             the value of the key that one of a keyboard stands for
const rowKinds = new WeakMap();
const cellsOf = (group) => all(group, rowKinds.get(group).cell ?? ".row");
const marked = (group, mark) => cellsOf(group).find((cell) => cell.classList.contains(mark));
export const current = (group) => marked(group, "active") ?? marked(group, "rest") ?? marked(group, "latest");
const KEYS = ".keypad button, [data-places] button";
const keysOf = (group) => all(group.closest("form"), KEYS);

// The group that an element is in, and the cell in it; nothing if there is none.
function find(element) {
  const group = element.closest?.(".rows, .card-slots");
  const rowKind = rowKinds.get(group);
  return { group, rowKind, cell: rowKind && element.closest(rowKind.cell ?? ".row") };
}

export function fill(selector, rowKind) {
  kind(selector, (group, touched) => {
    rowKinds.set(group, rowKind);
    // The keypad of the page takes the place of the phone's own.
    for (const input of all(group, ".well")) input.inputMode = "none";
    const cell = touched && rowKind.cellOf?.(touched, group);
    if (cell) goOn(group, cell, touched);
    else rowKind.fillRest?.(group);
    // Nothing was touched: the page is new, or a draft has come back to it.
    if (!touched) activate(group, first(group));
    show(group);
    const announced = cell ?? touched?.closest(rowKind.cell ?? ".row");
    if (announced) announceCell(group, announced);
  });
}

function first(group) {
  const { isOpen, isRight, next } = rowKinds.get(group);
  const cells = cellsOf(group);
  const faulty = cells.find((cell) => cell.closest(".fault"));
  const isDone = !group.closest(".correction") && !next && (isRight?.(group) ?? true);
  // What was tapped on the sheet to be put right.
  const meant = cells.find((cell) => location.hash === `#${cell.id}`);
  return cells.find(isOpen) ?? faulty ?? (isDone ? null : (meant ?? cells[0]));
}

export function show(group) {
  showCells(group);
  const rowKind = rowKinds.get(group);
  const open = cellsOf(group).filter(rowKind.isOpen).length;
  const left = rowKind.left?.(group) ?? open;
  const waits = rowKind.waits?.(group);
  if (waits) setSave(group.closest("form"), waits, false, rowKind.problem?.(group) || waits);
  else setLeft(group, left, left === 0 && open === 0);
}

function showCells(group) {
  const rowKind = rowKinds.get(group);
  rowKind.show?.(group);
  const stateOf = rowKind.keyState?.(group, current(group));
  for (const key of keysOf(group)) {
    if (!key.value || !stateOf) continue;
    [key.disabled, key.ariaPressed] = stateOf(key);
  }
}

// To choose one enters nothing: the button goes on saying what the server has said of the answer.
export function selectCell(group, cell) {
  activate(group, cell);
  showCells(group);
}

// After something was entered or erased: what follows from it is filled, and the next one asked for.
function goOn(group, cell, key) {
  const { enter, fillRest, isOpen, isRight, next } = rowKinds.get(group);
  const hasRest = () => group.querySelector(".row.rest") !== null;
  const hadRest = hasRest();
  const asked = enter(cell, key);
  fillRest?.(group, key);
  const following = asked ?? next?.(cell) ?? (isOpen(cell) ? cell : cellsOf(group).find(isOpen));
  // Where nothing is asked for next, what is not right yet stays marked, and in a correction what was put right.
  const stays = group.closest(".correction") || !(isRight?.(group) ?? true);
  activate(group, cell);
  activate(group, following ?? (stays ? cell : undefined));
  if (hasRest() && !hadRest) navigator.vibrate?.(10);
}

// The second half of a double tap is meant for nobody: neither for this row nor for the one that is asked for now.
export const ignoreSecondTap = () => ignoreSecondHalf(SECOND_TAP);

function enterKey(group, key, cell = current(group) ?? cellsOf(group).at(-1)) {
  goOn(group, cell, key);
  changed(cell.matches("input") ? cell : cell.querySelector("input, select"));
  if (key.value && !rowKinds.get(group).types) ignoreSecondTap();
}

let pressed = null; // where the finger came down: a label clicks its input as well
document.addEventListener("pointerdown", ({ target }) => (pressed = target));
document.addEventListener("click", (event) => {
  const key = event.target.closest(KEYS);
  const keyed = key && all(key.form, ".rows").find((group) => rowKinds.has(group));
  if (keyed) return enterKey(keyed, key);
  const { group, rowKind, cell } = find(event.target);
  // A tick belongs to its row, and does not ask for its number.
  if (!cell || event.target.closest(".tick")) return;
  const fit = event.target.closest(".fit");
  if (fit) return enterFit(group, cell, fit, event);
  const isAgain = cell.matches(".active") && event.target === pressed && event.target.matches(".well");
  if (isAgain && rowKind.erases?.(cell) && performance.now() - chosen.get(cell) > CHOSEN)
    return enterKey(group, { value: "" }, cell);
  selectCell(group, cell);
});

// The key that puts a row right is gone then: who has pressed it with a keyboard is led to what comes next.
function enterFit(group, cell, fit, event) {
  enterKey(group, { value: plainDigits(fit.textContent) }, cell);
  event.preventDefault();
  if (document.activeElement === fit) fit.form.querySelector(".save").focus({ preventScroll: true });
}

document.addEventListener("focusin", (event) => {
  const { group, cell } = find(event.target);
  if (!cell) return;
  event.target.select?.(); // what is typed takes the place of what is there
  if (!cell.matches(".active") && event.target.matches(":focus-visible")) selectCell(group, cell);
});

// With a keyboard: what is typed fills the row, Enter goes on, the arrows move.
document.addEventListener("keydown", (event) => {
  const { group, rowKind, cell } = find(event.target);
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const cells = cellsOf(group);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const value = rowKind.letter?.(event.key);
  const key = value !== undefined && keysOf(group).find((one) => one.value === value && !one.disabled);
  const goesOn = event.key === "Enter" && event.target.matches("input");
  const at = cells.indexOf(cell);
  // In a correction all are full, and Enter goes through them.
  const isChange = group.closest(".correction") !== null;
  const open = isChange ? cells[at + 1] : cells.find((one) => one !== cell && rowKind.isOpen(one));
  const following = rowKind.next ? rowKind.next(cell) : open;
  const erases = event.key === "Backspace" && rowKind.erases;
  if (key) enterKey(group, key);
  if (erases && !event.repeat) enterKey(group, { value: "" }, cell);
  const next = key || erases ? (marked(group, "active") ?? cell) : step ? cells[at + step] : goesOn && following;
  if (!next || (next.matches(".rest") && !rowKind.next)) return;
  event.preventDefault();
  const save = goesOn && next === cell && cell.closest("form").querySelector(".save");
  (save || (next.querySelector("input, .card-well") ?? next)).focus();
});

on("input", ".well:not(.amount)", (input) => {
  input.value = inDigits(plainNumber(input.value).replace(/\D/g, "").slice(0, 2));
  // What is typed in goes on filling itself no more.
  input.closest(".row")?.classList.remove("rest", "had-rest");
  changed(input);
});
