// A finished sheet that is typed in: keys fill the cell that is looked at, and what goes without saying fills itself.
// Which sums there are comes from the page, and whether a row is right from the server.

import "./parts/links.js";
import { forgetDraft, here, keepDraft, keepFields, restoreDrafts } from "./net/drafts.js";
import { typed } from "./parts/digits.js";
import { all, changed, make, on, submit } from "./parts/dom.js";
import { storage, session } from "./parts/memory.js";
import { isMinus, MINUS, inDigits, plainNumber, written } from "./parts/numbers.js";

const LONGEST = 5; // digits of a number
const BLANK = "\u00b7";
const form = document.querySelector(".paper-sheet");
const cells = () => all(form, ".cell");
const rowOf = (cell) => cell.closest(".paper-row");
const namedIn = (row) => row?.querySelector("select.with-keys");
const keysOf = () => all(form, ".contract-keys .key");
const keyOf = (row) => keysOf().find((key) => key.value === namedIn(row)?.value);
const pointsIn = (cell) => Number(plainNumber(cell.value) || Number.NaN);
const active = () => form.querySelector(".cell.active");
const isOpen = (cell) => cell.value === "" || cell.matches(".filled");
let isFresh = true; // the next digit takes the place of what is there

// --- what follows from what is typed ---

// The one number that is left out of a line, or all that are once its sum is reached by numbers of one sign.
function fillRow(row) {
  const isOneSign = keyOf(row)?.matches("[data-one-sign]") ?? true;
  const total = Number(keyOf(row)?.dataset.total ?? row.querySelector("[data-total]")?.dataset.total ?? Number.NaN);
  const names = new Set(all(row, ".cell").map((cell) => cell.dataset.line));
  for (const name of names) {
    const line = all(row, `.cell[data-line="${name}"]`);
    const blanks = line.filter(isOpen);
    const left = total - line.filter((cell) => !isOpen(cell)).reduce((sum, cell) => sum + pointsIn(cell), 0);
    const isOnly = blanks.length === 1 || (left === 0 && isOneSign);
    const isKnown = Number.isInteger(left) && blanks.length < line.length && isOnly;
    const fits = isKnown && !(left < 0 && line[0].dataset.total);
    for (const cell of blanks) {
      cell.value = fits ? written(left) : "";
      cell.classList.toggle("filled", fits);
    }
  }
}

// A contract says what sign its numbers have, until somebody turns it.
function signRow(row) {
  const sign = Number(keyOf(row)?.dataset.sign ?? 0);
  for (const cell of all(row, ".cell").filter((one) => !isOpen(one) && !one.dataset.turned)) {
    const number = pointsIn(cell);
    if (sign && Number.isInteger(number)) cell.value = written(number === 0 ? 0 : sign * Math.abs(number));
  }
}

// The contract in the row, and which keys are its own or those of other rows of its kingdom.
function showNamed(row) {
  const what = row.querySelector(".what");
  const key = keyOf(row);
  if (key && what.firstElementChild?.dataset.named !== key.value) {
    const sign = make("span", {});
    sign.dataset.named = key.value;
    sign.append(key.querySelector(".symbol").cloneNode(true));
    what.replaceChildren(sign);
  }
}

function showKeys() {
  const row = active() && rowOf(active());
  const others = row ? all(row.parentElement, ".paper-row").filter((one) => one !== row) : [];
  const used = others.map((one) => namedIn(one)?.value);
  const named = namedIn(row)?.value || row?.querySelector("[data-named]")?.dataset.named;
  const sign = form.querySelector(".digit-keys .sign");
  if (sign) sign.disabled = !active()?.matches("[data-signed]");
  for (const key of keysOf()) {
    key.ariaPressed = String(key.value === named);
    key.classList.toggle("used", used.includes(key.value));
    key.disabled = !namedIn(row);
  }
}

function selectCell(cell) {
  for (const other of all(form, ".active")) other.classList.remove("active");
  if (cell) {
    cell.classList.add("active");
    rowOf(cell)?.classList.add("active");
    cell.scrollIntoView({ block: "nearest" });
  }
  isFresh = true;
  showKeys();
  // The row that was left is judged now, and the new one not before it is left.
  const at = (cell && rowOf(cell)?.dataset.row) ?? "";
  const isElsewhere = form.elements.at.value !== at;
  form.elements.at.value = at;
  if (isElsewhere) setTimeout(() => htmx.trigger(form.querySelector(".paper-rows"), "again"));
}

function refresh(cell) {
  const row = rowOf(cell);
  if (row) {
    signRow(row);
    fillRow(row);
    showNamed(row);
  }
  showKeys();
  changed(cell);
}

// --- the keys ---

function enterKey(cell, value) {
  if (value === "next") return goOn(cell);
  const isReplaced = value !== "sign" && (isFresh || (value !== "erase" && cell.matches(".filled")));
  if (value === "sign") cell.dataset.turned = "1";
  cell.value = typed(isReplaced ? "" : cell.value, value, LONGEST);
  if (value === "erase" && cell.value === "") delete cell.dataset.turned;
  isFresh = value === "erase" && cell.value === "";
  cell.classList.remove("filled");
  refresh(cell);
}

// To the next cell that is open, in this row first; a cell that has filled itself needs nobody.
function goOn(cell) {
  const every = cells();
  const rest = every.slice(every.indexOf(cell) + 1);
  const next = rest.find((one) => one.value === "") ?? every.find((one) => one.value === "" && rowOf(one));
  selectCell(next ?? null);
}

on("click", ".digit-keys .key", (key) => {
  const cell = active();
  if (cell) enterKey(cell, key.value);
});

// A number that would put its row right alone is written there, and looked at.
on("click", ".would-fit button", (key, event) => {
  const [name, number] = key.value.split("=");
  const cell = form.elements.namedItem(name);
  cell.value = written(number);
  cell.dataset.turned = "1";
  cell.classList.remove("filled");
  event.preventDefault();
  selectCell(cell);
  refresh(cell);
});

on("click", ".contract-keys .key", (key) => {
  const row = active() && rowOf(active());
  const list = namedIn(row);
  if (!list) return;
  if (![...list.options].some((option) => option.value === key.value)) list.add(new Option(key.ariaLabel, key.value));
  list.value = list.value === key.value ? "" : key.value;
  row.querySelector(".what").replaceChildren();
  refresh(active());
});

on("click", ".paper-sheet .cell", selectCell);
on("focusin", ".paper-sheet .cell", (cell) => cell.matches(".active") || selectCell(cell));

// With a keyboard of its own.
on("input", ".paper-sheet .cell", (cell) => {
  const digits = inDigits(plainNumber(cell.value).replace(/\D/g, "").slice(0, LONGEST));
  const isNegative = isMinus(cell.value);
  if (isNegative) cell.dataset.turned = "1";
  cell.value = isNegative ? MINUS + digits : digits;
  cell.classList.remove("filled");
  isFresh = false;
  if (rowOf(cell)) {
    fillRow(rowOf(cell));
    showKeys();
  }
});
on("keydown", ".paper-sheet .cell", (cell, event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  goOn(cell);
  active()?.focus({ preventScroll: true });
});

document.addEventListener("change", ({ target }) => {
  if (!target.form?.matches(".paper-sheet")) return;
  keepDraft(form);
  if (target.matches("select.with-keys")) showNamed(rowOf(target));
});

// The server names a contract by its numbers, and knows where there is only one way to complete them. It is shown, and
// fills nothing: which cell comes next must not depend on when an answer comes.
document.addEventListener("htmx:after:swap", () => {
  for (const row of all(form, ".paper-row")) {
    const filled = JSON.parse(row.querySelector("[data-filled]")?.dataset.filled ?? "{}");
    for (const cell of all(row, ".cell")) {
      const field = cell.name.slice(cell.name.indexOf(".") + 1);
      cell.classList.toggle("known", field in filled);
      cell.placeholder = field in filled ? written(filled[field]) : BLANK;
    }
  }
  showKeys();
});

// What is typed goes along where the players or the date are put right.
on("click", ".paper-sheet .head .tool", () => session.set("sheet", form.dataset.draft));

function passValuesOn() {
  const own = form.dataset.draft;
  const earlier = session.get("sheet");
  const gameOf = (query) => new URLSearchParams(query).get("game");
  const draft = storage.read("drafts", []).find(([page, query]) => page === here() && query === earlier);
  session.set("sheet", "");
  if (!draft || earlier === own || gameOf(earlier) !== gameOf(own)) return;
  keepFields(own, draft[2].filter(([name]) => /^(\d+|total)\./.test(name)));
  forgetDraft(earlier);
}

const isReached = () =>
  fetch(form.querySelector(".head .tool").href, { method: "HEAD", cache: "no-store" }).then(() => true, () => false);

// A sheet that is saved is no draft any more; so it is sent only where somebody gets it.
on("click", ".paper-sheet .save[value=save]", async (key, event) => {
  const answer = isReached();
  event.preventDefault();
  const words = form.querySelector(".unreached");
  words.hidden = await answer;
  if (!words.hidden) return words.scrollIntoView({ block: "center" });
  forgetDraft(form.dataset.draft);
  submit(form, key);
});

passValuesOn();
restoreDrafts();
for (const cell of cells()) cell.inputMode = "none";
for (const row of all(form, ".paper-row")) showNamed(row);
document.documentElement.dataset.ready = "1";
selectCell(cells().find((cell) => cell.value === "") ?? null);
