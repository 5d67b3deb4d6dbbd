// Cards: a row for each and one pad; a suit and a rank, in either order, make a card, and the next row is asked for.
// The last of four cards that should differ in suit has the suit that is left, until another is tapped.

const padOf = (group) => group.closest("form").querySelector(".card-pad");
const listsOf = (row) => all(row, "select");
const cardIn = (row) => listsOf(row).map((list) => list.value).reverse().join("");
const isWholeCard = (row) => listsOf(row).every((list) => list.value !== "");
const isEmptyCard = (row) => cardIn(row) === "";

kind(".pad-rows", (group) => {
  if (!group.dataset.ready) {
    group.dataset.ready = "1";
    padOf(group).hidden = false;
    for (const row of rowsOf(group)) row.querySelector(".card-well").hidden = false;
    const first = group.closest(".correction") ? rowsOf(group)[0] : null;
    makeActive(group, rowsOf(group).find((row) => !isWholeCard(row)) ?? first);
    giveLastSuit(group);
  }
  showCards(group);
});

function showCards(group) {
  const rows = rowsOf(group);
  for (const row of rows) showCard(group, row);
  showCardKeys(group);
  const left = rows.filter((row) => !isWholeCard(row)).length;
  setSave(group.closest("form"), group.dataset.left.split("|")[left], left === 0);
}

function showCard(group, row) {
  const [suit, rank] = listsOf(row).map((list) => list.value);
  const name = Object.assign(document.createElement("b"), { textContent: rank });
  const drawn = suit ? padOf(group).querySelector(`.suit-key[value="${suit}"]`).cloneNode(true).childNodes : [];
  const card = row.querySelector(".card-well");
  card.replaceChildren(name, ...drawn);
  card.classList.toggle("empty", isEmptyCard(row));
  card.dataset.suit = suit;
  const worth = row.dataset.worths && rank ? JSON.parse(row.dataset.worths)[rank] : null;
  if (worth === null) row.querySelector(".worth").textContent = "";
  else showPoints(row.querySelector(".worth"), worth);
}

// A suit that is left already is faded, since it should not be left twice; a card that lies elsewhere is no key.
function showCardKeys(group) {
  const row = activeCard(group);
  const others = rowsOf(group).filter((other) => other !== row);
  const taken = [...others.map(cardIn), ...group.dataset.gone.split(" ")];
  const [suit, rank] = row ? listsOf(row).map((list) => list.value) : ["", ""];
  for (const key of all(padOf(group), ".suit-key, .rank-key")) {
    const isSuit = key.matches(".suit-key");
    const given = isSuit ? suit : rank;
    key.disabled = !row || taken.includes(isSuit ? rank + key.value : key.value + suit);
    key.setAttribute("aria-pressed", String(given === key.value));
    key.classList.toggle("left", isSuit && taken.some((card) => card.length > 1 && card.endsWith(key.value)));
  }
}

function giveLastSuit(group) {
  const [row, ...others] = rowsOf(group).filter((one) => !isWholeCard(one));
  if (!row || others.length || !isEmptyCard(row)) return;
  const cards = [...rowsOf(group).map(cardIn), ...group.dataset.gone.split(" ")];
  const suits = all(padOf(group), ".suit-key").map((key) => key.value);
  const free = suits.filter((suit) => !cards.some((card) => card.endsWith(suit)));
  if (free.length !== 1) return;
  listsOf(row)[0].value = free[0];
  row.classList.add("given");
}

const activeCard = (group) => group.querySelector(".row.active");

function enterCard(group, key) {
  const row = activeCard(group);
  if (!row) return;
  // A card that is looked at again is named anew.
  if (isWholeCard(row)) for (const list of listsOf(row)) list.value = "";
  const list = listsOf(row)[key.matches(".suit-key") ? 0 : 1];
  const isAgain = list.value === key.value && !row.classList.contains("given");
  list.value = isAgain ? "" : key.value;
  row.classList.remove("given");
  if (isWholeCard(row)) {
    makeActive(group, rowsOf(group).find((other) => !isWholeCard(other)));
    giveLastSuit(group);
  }
  changed(list);
  const aloud = all(row, ".who b, .card-well").map((part) => part.textContent);
  if (isWholeCard(row)) tell(aloud.join(" "));
}

// What was begun here, or else the card before it.
function eraseCard(group) {
  const rows = rowsOf(group);
  const latest = group.querySelector(".row.latest");
  const active = activeCard(group) ?? latest ?? rows.at(-1);
  const before = rows.slice(0, rows.indexOf(active)).reverse().find((row) => !isEmptyCard(row));
  const isEmpty = isEmptyCard(active) || active.classList.contains("given");
  const row = isEmpty ? before : active;
  if (!row) return;
  for (const list of [...listsOf(row), ...(isEmpty ? listsOf(active) : [])]) list.value = "";
  active.classList.remove("given");
  makeActive(group, row);
  changed(listsOf(row)[0]);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".card-pad button");
  const group = key?.closest("form").querySelector(".pad-rows");
  if (group) return key.matches(".erase") ? eraseCard(group) : enterCard(group, key);
  const row = event.target.closest(".pad-rows[data-ready] .row");
  if (!row) return;
  makeActive(row.parentElement, row);
  showCardKeys(row.parentElement);
});

document.addEventListener("focusin", (event) => {
  const row = event.target.closest?.(".pad-rows[data-ready] .row");
  if (!row || !event.target.matches(":focus-visible")) return;
  makeActive(row.parentElement, row);
  showCardKeys(row.parentElement);
});

// With keys: S H D C, 2 to 9, 1 or 0 for the ten, J Q K A; Backspace takes back, Enter goes on, the arrows move.
document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.(".pad-rows[data-ready] .row");
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const group = row.parentElement;
  const rows = rowsOf(group);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const letter = ["1", "0"].includes(event.key) ? "10" : event.key.toUpperCase();
  const key = all(padOf(group), ".suit-key, .rank-key").find((other) => other.value === letter && !other.disabled);
  if (!step && !key && event.key !== "Backspace") return;
  event.preventDefault();
  if (key) enterCard(group, key);
  else if (!step) eraseCard(group);
  const next = step ? rows[rows.indexOf(row) + step] : activeCard(group) ?? row;
  next?.querySelector(".card-well").focus();
});
