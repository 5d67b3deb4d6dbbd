// Cards by their symbols: one is looked at, its keys lie below. A second tap makes a symbol large, a third removes it.

import { all, make, on } from "../parts/dom.js";
import { current, fill, selectCell, showQuestionOf } from "./rows.js";

const cardsOf = (group) => all(group, ".slot, .face-card");
const panelsOf = (group) => all(group.parentElement, ".panels > .panel");
const groupOf = (card) => card.closest(".card-slots");
const panelOf = (card) => panelsOf(groupOf(card))[cardsOf(groupOf(card)).indexOf(card)];
const wordsOn = (panel) => {
  const typed = panel.querySelector(".other-words input").value;
  return typed.split(/[\s,;]+/).filter((word) => word.replace(/\*/g, ""));
};
const shownOn = (panel) => all(panel, ".symbol-key").filter((key) => key.querySelector(":checked"));
const isOpen = (card) => {
  const panel = panelOf(card);
  const sizes = panel.closest(".panels").dataset.sizes.split(" ").map(Number);
  return !sizes.includes(shownOn(panel).length + wordsOn(panel).length);
};

fill(".card-slots", {
  cell: ".slot, .face-card",
  isOpen,
  isRight: () => false, // one is always looked at
  cellOf: (input, group) => cardsOf(group)[panelsOf(group).indexOf(input.closest(".panel"))],
  // It goes on being asked for: more symbols may follow.
  enter(card, input) {
    if (input.matches(".symbol-key input")) turnSymbol(input);
    return card;
  },
  show(group) {
    const active = current(group);
    for (const card of cardsOf(group)) showFace(card, panelOf(card));
    for (const panel of panelsOf(group)) panel.classList.toggle("active", panel === panelOf(active));
    showQuestionOf(active.closest(".row"));
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

function showFace(card, panel) {
  const drawn = shownOn(panel).map((key) => {
    const mark = make("span", { className: key.querySelector(".is-large :checked") ? "mark large" : "mark" });
    mark.append(key.querySelector(".symbol").cloneNode(true));
    return mark;
  });
  const written = wordsOn(panel).map((word) => make("span", { className: "word", textContent: word }));
  card.classList.toggle("open", isOpen(card));
  card.querySelector(".face").replaceChildren(...drawn, ...written);
  if (panel.querySelector(".number"))
    card.querySelector("b").textContent = panel.querySelector(".number :checked")?.value ?? "";
}

on("click", ".panel button", (key) => {
  const words = key.closest(".panel").querySelector(".other-words");
  if (key.matches(".others")) {
    words.classList.toggle("shown");
    return words.querySelector("input").focus();
  }
  const group = key.closest(".panels").previousElementSibling;
  const cards = cardsOf(group);
  const at = cards.indexOf(current(group)) + 1;
  const later = [...cards.slice(at), ...cards.slice(0, at)];
  selectCell(group, later.find(isOpen) ?? later[0]);
});
