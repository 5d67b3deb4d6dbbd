// Cards by their symbols: one is looked at, its keys lie below. A second tap makes a symbol large, a third removes it.
// A card that is known is kept by one tap on its number, and then nobody else keeps it.

import { announce } from "../parts/controls.js";
import { all, changed, inputsOf, make, on } from "../parts/dom.js";
import { inDigits } from "../parts/numbers.js";
import { showToast } from "../parts/toast.js";
import { current, fill, ignoreSecondTap, ofNumber, selectCell, showQuestion, showQuestionOf } from "./rows.js";

const HOLD = 500; // ms on a number that open its card

const NOTHING = { symbols: [], large: [] };

const groupBy = (element) => element.querySelector(".card-slots") ?? groupBy(element.parentElement);
const cardsOf = (group) => all(group, ".slot, .face-card");
const panelsOf = (group) => all(group.parentElement, ".panels > .panel");
const groupOf = (card) => card.closest(".card-slots");
const panelOf = (card) => panelsOf(groupOf(card))[cardsOf(groupOf(card)).indexOf(card)];
const wordsOn = (panel) => {
  const typed = panel.querySelector(".other-words input").value;
  return typed.split(/[\s,;]+/).filter((word) => word.replace(/\*/g, ""));
};
const shownOn = (panel) => all(panel, ".symbol-key").filter((key) => key.querySelector(":checked"));
const countOn = (panel) => shownOn(panel).length + wordsOn(panel).length;
const sizesOf = (panel) => panel.closest(".panels").dataset.sizes.split(" ").map(Number);
const numberOn = (panel) => panel.querySelector(".number :checked")?.value;
const keysOf = (group) => all(group.parentElement, ".number-key");
const keyOf = (panel) => keysOf(groupBy(panel)).find((key) => key.value === numberOn(panel));
const knownOn = (panel) => JSON.parse(keyOf(panel)?.dataset.face ?? "null");
const nameOf = (card) => card.closest(".row").querySelector(".who b").textContent.trim();
const isOpen = (card) => {
  const panel = panelOf(card);
  return !sizesOf(panel).includes(countOn(panel)) && !(countOn(panel) === 0 && knownOn(panel));
};
const isKnown = (group, number) => keysOf(group).some((key) => key.value === number && key.dataset.face);
function laterThan(card) {
  const cards = cardsOf(groupOf(card));
  const at = cards.indexOf(card) + 1;
  return [...cards.slice(at), ...cards.slice(0, at)];
}
const correctsNext = (group) => group.parentElement.querySelector(".correct-key[aria-pressed=true]");
const isUnfit = (card) => isOpen(card) && countOn(panelOf(card)) > 0;

fill(".card-slots", {
  cell: ".slot, .face-card",
  isOpen,
  // One is always looked at, unless their numbers say all of them.
  isRight: (group) => group.matches(".all-known"),
  cellOf: (input, group) => cardsOf(group)[panelsOf(group).indexOf(input.closest(".panel"))],
  // It goes on being asked for, as more symbols may follow; behind a number all of them may be there.
  enter(card, input) {
    if (input.matches(".symbol-key input")) turnSymbol(input);
    return input.matches(".number input") && !isOpen(card) ? null : card;
  },
  next: (card) => laterThan(card).find(isOpen),
  // What has not as many symbols as a card can have is named as soon as no card is missing.
  left(group) {
    const cards = cardsOf(group);
    const open = cards.filter(isOpen);
    const few = open.filter((card) => countOn(panelOf(card)) < Math.max(...sizesOf(panelOf(card))));
    if (open.length === 0 || !open.every(isUnfit)) return open.length;
    return few.length ? cards.length + few.length : 2 * cards.length + open.length;
  },
  show(group) {
    const active = current(group);
    const isActive = (card) => card === active && card.matches(".active");
    for (const fieldset of all(group.parentElement, ".kept-by")) fieldset.disabled = true; // for where no script is
    for (const card of cardsOf(group)) showKnown(panelOf(card), isActive(card));
    for (const card of cardsOf(group)) showFace(card, panelOf(card), isActive(card));
    for (const row of all(group, ".row")) showUnfit(row);
    for (const key of keysOf(group)) showKeeper(group, key);
    showAsked(group, active && isActive(active) ? active : null);
  },
  aloud: (card) => !isOpen(card) && card.ariaLabel,
});

// The tap has just turned the mark of having it: what was there is made large, what was large goes.
function turnSymbol(has) {
  const [, large] = all(has.closest(".symbol-key"), "input");
  if (has === large || has.checked) return;
  has.checked = !large.checked;
  large.checked = !large.checked;
}

// A card that is known is put right on the keys of its symbols, and otherwise its number says all of it.
function showKnown(panel, isActive) {
  const known = knownOn(panel);
  panel.classList.toggle("known", known !== null);
  // Where all are known, an empty place needs no symbols.
  panel.classList.toggle("active", isActive && (known !== null || !groupBy(panel).matches(".all-known")));
  if (known === null) return;
  const shown = faceOn(panel);
  const isSame = ["symbols", "large"].every((part) => shown[part].sort().join() === [...known[part]].sort().join());
  if (isActive && countOn(panel) === 0) writeFace(panel, known);
  else if (!isActive && isSame) writeFace(panel, NOTHING);
  const link = panel.querySelector(".always");
  if (link && isActive) link.href = linkTo(link, panel);
}

const wordOf = (symbolKey) => symbolKey.querySelector("input").name.split(".").at(-1);
const isLarge = (symbolKey) => symbolKey.querySelector(".is-large :checked") !== null;

function faceOn(panel) {
  const drawn = shownOn(panel);
  const written = wordsOn(panel);
  const bare = (word) => word.replace(/\*/g, "").toLowerCase();
  return {
    symbols: [...drawn.map(wordOf), ...written.map(bare)],
    large: [...drawn.filter(isLarge).map(wordOf), ...written.filter((word) => word.endsWith("*")).map(bare)],
  };
}

function writeFace(panel, { symbols, large }) {
  const keys = all(panel, ".symbol-key");
  for (const key of keys) {
    const [has, isBig] = all(key, "input");
    has.checked = symbols.includes(wordOf(key));
    isBig.checked = large.includes(wordOf(key));
  }
  const written = symbols.filter((word) => !keys.some((key) => wordOf(key) === word));
  const starred = written.map((word) => (large.includes(word) ? `${word}*` : word));
  panel.querySelector(".other-words input").value = starred.join(" ");
}

// Where the card is put right in every round, with the symbols that are tapped here.
function linkTo(link, panel) {
  const own = link.dataset.name;
  const fields = inputsOf(panel).filter((input) => (input.type === "text" ? input.value : input.checked));
  const about = fields.filter((input) => !input.name.endsWith(".number"));
  const query = new URLSearchParams(about.map((input) => [input.name.replace(own, "card"), input.value]));
  return `${link.dataset.page}${numberOn(panel)}?${query}`;
}

function showFace(card, panel, isActive) {
  const known = countOn(panel) === 0 && keyOf(panel)?.querySelector(".face");
  const drawn = shownOn(panel).map((key) => {
    const mark = make("span", { className: isLarge(key) ? "mark large" : "mark" });
    mark.append(key.querySelector(".symbol").cloneNode(true));
    return mark;
  });
  const written = wordsOn(panel).map((word) => make("span", { className: "word", textContent: word }));
  card.classList.toggle("open", isOpen(card));
  card.classList.toggle("unfit", isUnfit(card) && !isActive);
  card.querySelector(".face").replaceChildren(...(known ? known.cloneNode(true).childNodes : [...drawn, ...written]));
  if (!panel.querySelector(".number")) return;
  card.querySelector("b").textContent = inDigits(numberOn(panel) ?? "");
  card.dataset.name ??= card.ariaLabel;
  const shows = known ? keyOf(panel).dataset.name : inDigits(numberOn(panel) ?? "");
  const { holds } = card.closest(".rows").dataset;
  card.ariaLabel = shows ? holds.replace("{place}", card.dataset.name).replace("{card}", shows) : card.dataset.name;
}

// Under the name: which card cannot be right, and why.
function showUnfit(row) {
  const unfit = all(row, ".slot").find((card) => card.matches(".unfit"));
  const line = row.querySelector(".unfit-words") ?? make("small", { className: "unfit-words" });
  row.append(line);
  const panel = unfit && panelOf(unfit);
  const number = panel && (numberOn(panel) ?? all(row, ".slot").indexOf(unfit) + 1);
  const n = panel && countOn(panel);
  const texts = row.parentElement.dataset.unfit.split("|");
  line.textContent = panel ? ofNumber(texts, n).replace("{card}", inDigits(number)).replace("{n}", inDigits(n)) : "";
}

// Where all are known, which of the player's cards is asked for, or what the one shows that is looked at.
function showAsked(group, card) {
  if (!group.matches(".all-known")) return showQuestionOf(card?.closest(".row"));
  if (correctsNext(group)) return showQuestion([group.dataset.wrong]);
  if (!card) return showQuestion();
  const number = numberOn(panelOf(card));
  const words = card.nextElementSibling.cloneNode(true).childNodes;
  showQuestion(number ? [group.dataset.shows.replace("{card}", inDigits(number))] : words);
}

// Who keeps a card stands on its key for those who listen; it is faded, and can be pressed all the same.
function showKeeper(group, key) {
  const keeper = cardsOf(group).find((card) => numberOn(panelOf(card)) === key.value);
  const isLookedAt = Boolean(keeper?.matches(".active"));
  key.classList.toggle("kept", Boolean(keeper) && !isLookedAt);
  key.ariaCurrent = isLookedAt ? "true" : null;
  const { with: withWhom } = group.dataset;
  key.ariaLabel = keeper
    ? withWhom.replace("{card}", key.dataset.name).replace("{seat}", nameOf(keeper))
    : key.dataset.name;
}

// The card with this number comes to the one that is asked for, wherever it was, and can be taken back from there.
function keep(group, number, card) {
  const panel = panelOf(card);
  const from = cardsOf(group).find((other) => other !== card && numberOn(panelOf(other)) === number);
  const before = from && stateOf(group);
  if (from) {
    const moved = faceOn(panelOf(from));
    writeFace(panelOf(from), NOTHING);
    for (const input of all(panelOf(from), ".number input")) input.checked = false;
    writeFace(panel, moved);
  } else if (numberOn(panel) !== number && (knownOn(panel) || isKnown(group, number))) {
    writeFace(panel, NOTHING);
  }
  const radio = panel.querySelector(`.number input[value="${number}"]`);
  radio.checked = true;
  changed(radio);
  if (from) showMove(group, number, from, card, before);
  ignoreSecondTap();
}

let undo = () => {};

function showMove(group, number, from, card, before) {
  const { moved } = group.dataset;
  const players = moved.replace("{seat}", nameOf(from)).replace("{other}", nameOf(card));
  const words = players.replace("{card}", inDigits(number));
  const template = document.getElementById("moves");
  document.getElementById("saved")?.remove();
  (group.closest(".question") ?? group).after(template.content.cloneNode(true));
  document.querySelector("#saved p").textContent = words;
  announce(words);
  showToast();
  undo = () => {
    for (const [input, isChecked, value] of before) Object.assign(input, { checked: isChecked, value });
    changed(panelOf(card).querySelector(".number input"));
    document.getElementById("saved")?.remove();
  };
}

const stateOf = (group) => panelsOf(group).flatMap(inputsOf).map((input) => [input, input.checked, input.value]);

on("click", ".undo-move", () => undo());

// A card is looked at with its symbols, to be put right; one that nobody keeps has a page for that.
function openCard(group, number) {
  const cards = cardsOf(group);
  const active = current(group);
  const owned = cards.find((card) => numberOn(panelOf(card)) === number);
  const place = owned ?? (active?.matches(".active") ? active : cards.find(isOpen));
  if (!place) return location.assign(`${panelsOf(group)[0].querySelector(".always").dataset.page}${number}`);
  if (!owned) keep(group, number, place);
  selectCell(group, place);
}

function hold(key) {
  isLong = true;
  openCard(groupBy(key), key.value);
}

let pressed; // the timer of a long press, and whether it has opened a card
let isLong = false;
document.addEventListener("pointerdown", ({ target }) => {
  const key = target.closest(".number-key");
  isLong = false;
  if (key) pressed = setTimeout(hold, HOLD, key);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"])
  document.addEventListener(end, () => clearTimeout(pressed));

on("click", ".number-key", (key) => {
  if (isLong) return;
  const group = groupBy(key);
  const corrects = correctsNext(group);
  if (corrects) {
    corrects.ariaPressed = "false";
    return openCard(group, key.value);
  }
  const active = current(group);
  const keeper = cardsOf(group).find((card) => numberOn(panelOf(card)) === key.value);
  // Nothing is asked for any more: what is tapped is looked at before it can be moved.
  if (keeper && !active?.matches(".active")) return selectCell(group, keeper);
  keep(group, key.value, active ?? cardsOf(group).at(-1));
});

on("click", ".correct-key", (key) => {
  key.ariaPressed = String(key.ariaPressed !== "true");
  const group = groupBy(key);
  const active = current(group);
  showAsked(group, active?.matches(".active") ? active : null);
});

on("click", ".others", (key) => {
  const words = groupBy(key).parentElement.querySelector(".panel.active .other-words");
  if (!words) return;
  words.classList.toggle("shown");
  words.querySelector("input").focus();
});

on("click", ".panel :is(.next, .once)", (key) => {
  const group = groupBy(key);
  const later = laterThan(current(group));
  selectCell(group, later.find(isOpen) ?? (key.matches(".once") ? undefined : later[0]));
});

// The button that waits leads to the card that needs a symbol, or else to the first that is missing.
on("click", ".save[aria-disabled]", ({ form }) => {
  const group = form.querySelector(".card-slots");
  const card = group && (cardsOf(group).find(isUnfit) ?? cardsOf(group).find(isOpen));
  if (!card) return;
  selectCell(group, card);
  card.focus({ preventScroll: true });
});

// With a keyboard the number of a card is typed.
document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey || !target.closest?.(".slot, .number-key")) return;
  keysOf(groupBy(target)).find((one) => one.value === key)?.click();
});
