// Cards: a row for each and one pad; a suit and a rank, in either order, make a card.
// Where there should be one of each suit, the last card has the one that is left, until another is tapped.

import { all, make, showPoints } from "../parts/dom.js";
import { fill, rowsOf } from "./rows.js";

const padOf = (group) => group.closest("form").querySelector(".card-pad");
const listsOf = (row) => all(row, "select");
const valuesOf = (row) => listsOf(row).map((list) => list.value);
const cardIn = (row) => valuesOf(row).reverse().join("");
const isWhole = (row) => valuesOf(row).every(Boolean);
const namedIn = (rows, group) => [...rows.map(cardIn), ...group.dataset.gone.split(" ")];
const namedElsewhere = (row, group) => namedIn(rowsOf(group).filter((other) => other !== row), group);

// The card that a row would have with this key.
function cardWith(row, key) {
  const [suit, rank] = valuesOf(row);
  return key.matches(".suit-key") ? rank + key.value : key.value + suit;
}

fill(".pad-rows", {
  isOpen: (row) => !isWhole(row),
  enter(row, key) {
    if (!key.value) return takeBack(row);
    const list = listsOf(row)[key.matches(".suit-key") ? 0 : 1];
    // A key writes a suit or a rank over the one that is there; where that card lies elsewhere, it is named anew.
    if (isWhole(row) && namedElsewhere(row, row.parentElement).includes(cardWith(row, key))) empty(row);
    list.value = key.value;
    row.classList.remove("given");
    return null;
  },
  // The next one that waits, below and then from the top; where none does, the keys go on changing this one.
  next(row) {
    const rows = rowsOf(row.parentElement);
    const at = rows.indexOf(row);
    return [...rows.slice(at), ...rows.slice(0, at)].find((one) => !isWhole(one)) ?? row;
  },
  fillRest(group) {
    const [row, ...others] = rowsOf(group).filter((one) => !isWhole(one));
    if (group.dataset.oneOfEach === undefined || !row || others.length || cardIn(row) !== "") return;
    const cards = namedIn(rowsOf(group), group);
    const suits = all(padOf(group), ".suit-key").map((key) => key.value);
    const free = suits.filter((suit) => !cards.some((card) => card.endsWith(suit)));
    if (free.length !== 1) return;
    listsOf(row)[0].value = free[0];
    row.classList.add("given");
  },
  // A suit that is left already is faded, since it should not be left twice; what would make a card that lies elsewhere
  // is no key.
  keyState(group, row) {
    const named = namedElsewhere(row, group);
    return (key) => {
      const isSuit = key.matches(".suit-key");
      key.classList.toggle("left", isSuit && named.some((card) => card.length > 1 && card.endsWith(key.value)));
      const isChosen = key.value === valuesOf(row)[isSuit ? 0 : 1];
      return [!isWhole(row) && named.includes(cardWith(row, key)), isChosen];
    };
  },
  show(group) {
    for (const row of rowsOf(group)) showCard(group, row);
  },
  aloud: (row) => isWhole(row) && all(row, ".who b, .card-well").map((part) => part.textContent).join(" "),
  // S H D C, 2 to 9, 1 or 0 for the ten, J Q K A; Backspace takes back.
  letter: (key) => ({ 0: "10", 1: "10", Backspace: "" })[key] ?? key.toUpperCase(),
});

// What was begun here, or else the card before it.
function takeBack(row) {
  const rows = rowsOf(row.parentElement);
  const isEmpty = cardIn(row) === "" || row.classList.contains("given");
  const before = rows.slice(0, rows.indexOf(row)).findLast((other) => cardIn(other) !== "");
  const erased = (isEmpty && before) || row;
  for (const one of [row, erased]) empty(one);
  return erased;
}

function empty(row) {
  for (const list of listsOf(row)) list.value = "";
  row.classList.remove("given");
}

function showCard(group, row) {
  const [suit, rank] = valuesOf(row);
  const keyOf = (value) => value && padOf(group).querySelector(`[value="${value}"]`).cloneNode(true);
  const name = make("b", { textContent: keyOf(rank).textContent });
  const drawn = keyOf(suit).childNodes ?? [];
  const card = row.querySelector(".card-well");
  card.replaceChildren(name, ...drawn);
  card.classList.toggle("empty", cardIn(row) === "");
  card.dataset.suit = suit;
  showPoints(row.querySelector(".worth"), JSON.parse(row.dataset.worths ?? "{}")[rank]);
}
