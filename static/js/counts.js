// Counts: a row for each player and one keypad; the row that is left fills itself.

const rowsOf = (group) => all(group, ".row");
const well = (row) => row.querySelector(".well");
const isGiven = (row) => well(row).value !== "" && !row.classList.contains("rest");
const valueOf = (row) => Number(well(row).value);

kind(".counts", (group, touched) => {
  if (!group.dataset.ready) readyCounts(group);
  // A row that is typed in goes on filling itself no more.
  if (touched?.matches(".well")) touched.closest(".row").classList.remove("rest");
  fillRest(group);
  // Nothing was touched: the page is new, or a draft has come back to it.
  const isRight = !group.closest(".correction") && leftOf(group) === 0;
  const first = isRight ? null : rowsOf(group)[0];
  if (!touched) makeActive(group, rowsOf(group).find((row) => well(row).value === "") ?? first);
  showCounts(group);
});

function readyCounts(group) {
  const form = group.closest("form");
  group.dataset.ready = "1";
  form.querySelector(".keypad").hidden = false;
  for (const element of all(form, ".ways")) element.hidden = false;
  // The keypad of the page takes the place of the phone's own.
  for (const row of rowsOf(group)) well(row).inputMode = "none";
}

const activeRow = (group) => group.querySelector(".row.active") ?? group.querySelector(".row.latest");

// When all rows are full none is marked, and the keys go on putting the latest one right.
function makeActive(group, row) {
  for (const other of rowsOf(group)) {
    other.classList.toggle("latest", !row && other.matches(".active, .latest"));
    other.classList.toggle("active", other === row);
  }
}

// What all others leave goes to the one who is left, and nothing left is nothing for the rest. A row that may be asked
// for a minimum, such as the tricks that penalty cards lie in, is never filled with less: then somebody has miscounted.
function fillRest(group) {
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
}

const leftOf = (group) =>
  Number(group.dataset.count) - rowsOf(group).reduce((sum, row) => sum + (isGiven(row) ? valueOf(row) : 0), 0);

function showCounts(group) {
  const form = group.closest("form");
  const rows = rowsOf(group);
  let placed = 0;
  let points = 0;
  for (const row of rows) {
    const isWhole = /^\d{1,2}$/.test(well(row).value);
    const worth = row.dataset.points?.split(" ").map(Number)[valueOf(row)];
    const shown = row.querySelector(".points");
    placed += isWhole ? valueOf(row) : 0;
    points += isWhole ? worth ?? 0 : 0;
    if (isWhole && worth !== undefined) showPoints(shown, worth);
    else shown.textContent = row.dataset.points ? "\u2013" : "";
    colour(shown, isWhole ? worth : 0);
    const who = row.querySelector(".rest-words");
    if (who) who.hidden = !row.classList.contains("rest");
  }
  const sum = group.querySelector("[data-placed]");
  sum.textContent = sum.dataset.placed.replace("{placed}", placed).replace("{total}", group.dataset.count);
  const worth = group.querySelector(".worth");
  if (rows[0].dataset.points) showPoints(worth, points);
  showKeys(group);
  const left = Number(group.dataset.count) - placed;
  const isWhole = left === 0 && rows.every((row) => well(row).value !== "");
  const units = unitsOf(group)[left];
  setSave(form, units ? group.dataset.left.replace("{left}", units) : group.dataset.save, isWhole);
}

// Each number of tricks or cards in words.
const unitsOf = (group) => ["", ...group.dataset.units.split("|")];

// What a correction has not touched yet can still give way.
const isSettled = (row) => isGiven(row) && row.dataset.old !== well(row).value;

// A key that would pass the sum stays in its place and cannot be pressed.
function showKeys(group) {
  const row = activeRow(group);
  const others = rowsOf(group).filter((other) => other !== row);
  const most = others.reduce(
    (left, other) => left - (isSettled(other) ? valueOf(other) : Number(other.dataset.least)),
    Number(group.dataset.count),
  );
  const least = Number(row?.dataset.least ?? 0);
  for (const key of keysOf(group)) {
    const number = Number(key.value);
    const isChosen = Boolean(row && isGiven(row) && valueOf(row) === number);
    // What stands there can be taken back, also where the sum cannot be right.
    key.disabled = !row || ((number > most || number < least) && !isChosen);
    key.setAttribute("aria-pressed", String(isChosen && row.matches(".active")));
  }
}

const keysOf = (group) => all(group.closest("form"), ".keypad button:not(.erase)");

function enterNumber(group, number) {
  const row = activeRow(group);
  if (!row) return;
  const again = isGiven(row) && well(row).value === number;
  row.classList.remove("rest");
  well(row).value = again ? "" : number;
  fillRest(group);
  if (!again) makeActive(group, rowsOf(group).find((other) => !isGiven(other) && !other.classList.contains("rest")));
  announce(group, row);
  changed(well(row));
}

function announce(group, row) {
  const aloud = (filled) => {
    const points = filled.querySelector(".points").textContent.replace("\u2212", `${group.dataset.minus} `);
    const count = `${filled.querySelector("b").textContent.trim()} ${well(filled).value}`;
    return [count, points].filter(Boolean).join(", ") + ".";
  };
  showCounts(group);
  const rest = all(group, ".row.rest");
  const words = [row, ...rest].filter((filled) => well(filled).value !== "").map(aloud);
  const isWhole = !group.closest("form").querySelector(".save[aria-disabled]");
  tell([...words, isWhole ? group.dataset.done : ""].join(" "));
  if (rest.length && navigator.vibrate) navigator.vibrate(10);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".keypad button");
  const group = key?.closest("form").querySelector(".counts");
  // To erase is to tap the number that stands there once more.
  if (group) return enterNumber(group, key.matches(".erase") ? well(activeRow(group) ?? group).value : key.value);
  const row = event.target.closest(".counts .row");
  if (row) {
    makeActive(row.parentElement, row);
    showKeys(row.parentElement);
  }
});

document.addEventListener("focusin", (event) => {
  const row = event.target.closest?.(".counts[data-ready] .row");
  if (row) well(row).select(); // what is typed takes the place of what is there
  if (!row || row.classList.contains("active")) return;
  makeActive(row.parentElement, row);
  showKeys(row.parentElement);
});

// With keys: digits fill the row, Enter goes on, the arrows move.
document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.(".counts[data-ready] .row");
  if (!row) return;
  const rows = rowsOf(row.parentElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const open = event.key === "Enter" ? rows.find((other) => other !== row && !isGiven(other)) : null;
  const next = step ? rows[rows.indexOf(row) + step] : open;
  if (!next || next.classList.contains("rest")) return;
  event.preventDefault();
  well(next).focus();
});

document.addEventListener("input", (event) => {
  const input = event.target;
  if (!input.matches(".counts[data-ready] .well")) return;
  input.value = input.value.replace(/\D/g, "").slice(0, 2);
  input.closest(".row").classList.remove("rest");
  fillRest(input.closest(".counts"));
  showCounts(input.closest(".counts"));
});
