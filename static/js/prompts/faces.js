// Cards by their symbols: one is looked at, its keys lie below. A second tap makes a symbol large, a third removes it.

import { kind } from "../parts/controls.js";
import { all, changed } from "../parts/dom.js";
import { setLeft, showWhose } from "./rows.js";

const slotsOf = (group) => all(group, "[name=slot]");
const panelsOf = (group) => all(group.parentElement, ".panels > .panel");
const panelOf = (group, slot) => panelsOf(group)[slotsOf(group).indexOf(slot)];
const chosenSlot = (group) => group.querySelector("[name=slot]:checked");

kind(".card-slots", (group, touched) => {
  if (!group.dataset.ready) readySlots(group);
  if (touched?.matches(".symbol-key input")) turnSymbol(touched);
  showSlots(group);
});

function readySlots(group) {
  group.dataset.ready = "1";
  for (const part of all(group, ".slots")) part.hidden = false;
  for (const slot of slotsOf(group)) slot.disabled = false;
  for (const panel of panelsOf(group)) {
    for (const key of all(panel, "button")) key.hidden = false;
    panel.querySelector(".other-words").hidden = !panel.querySelector(".other-words input").value;
  }
  const faulty = panelsOf(group).findIndex((panel) => panel.querySelector(".problem"));
  const open = slotsOf(group).find((slot) => !isWholeFace(panelOf(group, slot)));
  const first = slotsOf(group)[faulty] ?? chosenSlot(group) ?? open ?? slotsOf(group)[0];
  first.checked = true;
}

// The tap has just turned the mark of having it: what was there is made large, what was large goes.
function turnSymbol(has) {
  const [, large] = all(has.closest(".symbol-key"), "input");
  if (has === large || has.checked) return;
  has.checked = !large.checked;
  large.checked = !large.checked;
}

const wordsOn = (panel) => {
  const typed = panel.querySelector(".other-words input").value;
  return typed.split(/[\s,;]+/).filter((word) => word.replace(/\*/g, ""));
};
const shownOn = (panel) => all(panel, ".symbol-key").filter((key) => key.querySelector(":checked"));
const isWholeFace = (panel) => {
  const sizes = panel.closest(".panels").dataset.sizes.split(" ").map(Number);
  return sizes.includes(shownOn(panel).length + wordsOn(panel).length);
};

function showSlots(group) {
  const chosen = chosenSlot(group);
  for (const slot of slotsOf(group)) {
    const panel = panelOf(group, slot);
    panel.classList.toggle("active", slot === chosen);
    showSlot(slot, panel);
  }
  for (const row of all(group, ".row")) row.classList.toggle("active", row.contains(chosen));
  showWhose(chosen.closest(".row"));
  const left = panelsOf(group).filter((panel) => !isWholeFace(panel)).length;
  if (!group.closest(".house-rules")) setLeft(group, left);
}

function showSlot(slot, panel) {
  const card = slot.parentElement;
  const number = panel.querySelector(".number :checked")?.value;
  card.classList.toggle("open", !isWholeFace(panel));
  const drawn = shownOn(panel).map((key) => {
    const mark = document.createElement("span");
    mark.className = key.querySelector(".is-large :checked") ? "mark large" : "mark";
    mark.append(key.querySelector(".symbol").cloneNode(true));
    return mark;
  });
  const written = wordsOn(panel).map((word) =>
    Object.assign(document.createElement("span"), { className: "word", textContent: word }),
  );
  card.querySelector(".face").replaceChildren(...drawn, ...written);
  if (panel.querySelector(".number")) card.querySelector("b").textContent = number ?? "";
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".panel button");
  const group = key?.closest("form").querySelector(".card-slots");
  if (!group) return;
  const slots = slotsOf(group);
  const at = slots.indexOf(chosenSlot(group));
  if (key.matches(".others")) {
    const label = panelsOf(group)[at].querySelector(".other-words");
    label.hidden = !label.hidden;
    return label.querySelector("input").focus();
  }
  const later = [...slots.slice(at + 1), ...slots.slice(0, at + 1)];
  const next = later.find((slot) => !isWholeFace(panelOf(group, slot))) ?? later[0];
  next.checked = true;
  changed(next);
});
