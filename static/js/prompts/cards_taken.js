// Cards: a row for each, the next one without a taker active; ×2 opens who doubled it over the foot of the screen, and
// choosing, or a tap elsewhere, closes it.

import { kind, setSave } from "../parts/controls.js";
import { all } from "../parts/dom.js";
import { activate, setLeft } from "./rows.js";

kind(".taken", (group) => {
  const form = group.closest("form");
  if (!form.querySelector(".bar")) return;
  group.dataset.ready = "1";
  if (!group.dataset.left) return;
  const rows = all(group, ".card-row");
  const open = rows.filter((row) => !row.querySelector(":scope > .card-keys :checked"));
  // Who doubled is known when the cards are dealt, and can be saved before anybody has taken one.
  const isDoubled = group.querySelector('.strip :checked:not([value=""])') !== null;
  const isNote = group.dataset.note && isDoubled && open.length === rows.length;
  activate(group, open[0], rows);
  form.querySelector(".save").classList.toggle("plain", Boolean(isNote)); // the large one saves who took them
  if (isNote) setSave(form, group.dataset.note, true);
  else setLeft(group, open.length);
});

// A strip that opens or closes changes what lies under the thumb: the second half of a double tap was meant for what
// was there before.
const SAME_PLACE = 24; // px
const DOUBLE_TAP = 350; // ms
let moved = -Infinity;
let tapped = { clientX: -SAME_PLACE, clientY: -SAME_PLACE };
document.addEventListener("click", (event) => {
  if (!event.pointerType || event.target.matches("input") || !event.target.closest("form:has(.taken)")) return;
  const away = Math.hypot(event.clientX - tapped.clientX, event.clientY - tapped.clientY);
  const isSecond = away < SAME_PLACE && performance.now() - moved < DOUBLE_TAP;
  tapped = event;
  if (isSecond) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  for (const strip of all(document, ".taken details[open]"))
    if (!strip.contains(event.target)) strip.open = false;
  if (event.target.closest("summary")) moved = performance.now();
}, true);
document.addEventListener("keydown", (event) => {
  const strip = event.key === "Escape" && event.target.closest?.(".taken details[open]");
  if (strip) close(strip);
});

// A tap on who doubled closes the strip; arrow keys, which choose as they pass, do not.
document.addEventListener("click", (event) => {
  const strip = event.target.closest(".strip label")?.closest("details");
  if (strip && !event.target.matches("input")) setTimeout(() => close(strip)); // a label chooses only after this
});

// One touch names who doubled: from ×2 along the row, and off at the disc.
const SLIDE = 20; // px; less is a tap
let slide = null;
document.addEventListener("pointerdown", (event) => {
  const times = event.isPrimary && event.target.closest("summary.times");
  slide = times ? { strip: times.parentElement, from: event.clientX, on: false } : null;
});
document.addEventListener("pointermove", (event) => {
  if (!slide || !event.isPrimary) return;
  slide.on ||= Math.abs(event.clientX - slide.from) > SLIDE;
  if (!slide.on) return;
  slide.strip.open = true;
  for (const key of doublersIn(slide.strip)) key.classList.toggle("under", isAlong(key, event));
});
document.addEventListener("pointerup", (event) => {
  if (!slide || !event.isPrimary) return;
  const { strip, on } = slide;
  slide = null;
  if (!on) return;
  const key = doublersIn(strip).find((one) => isAlong(one, event));
  for (const one of doublersIn(strip)) one.classList.remove("under");
  tapped = event;
  if (!key) return;
  key.querySelector("input").click();
  close(strip);
});
document.addEventListener("pointercancel", () => (slide = null));

const doublersIn = (strip) => all(strip, ".card-key:not(.nobody)");
const isAlong = (key, { clientX }) => {
  const { left, right } = key.getBoundingClientRect();
  return left <= clientX && clientX <= right;
};

function close(strip) {
  strip.open = false;
  moved = performance.now();
  strip.querySelector("summary").focus({ preventScroll: true });
}
