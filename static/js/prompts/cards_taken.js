// Cards: a row for each, the next one without a taker active; ×2 opens who doubled it over the foot of the screen, and
// choosing, or a tap elsewhere, closes it.

import { kind } from "../parts/controls.js";
import { all, on } from "../parts/dom.js";
import { around, ignoreSecondHalf } from "../parts/taps.js";
import { setLeft } from "./rows.js";

kind(".taken[data-left]", (group) => {
  const rows = all(group, ".card-row");
  const open = rows.filter((row) => !row.querySelector(":scope > .card-keys :checked"));
  for (const row of rows) row.classList.toggle("active", row === open[0]);
  setLeft(group, open.length);
});

// A strip that opens or closes changes what lies under the thumb.
const DOUBLE_TAP = 350; // ms
document.addEventListener("click", (event) => {
  if (!event.pointerType || event.target.matches("input")) return;
  for (const strip of all(document, ".taken details[open]"))
    if (!strip.contains(event.target)) strip.open = false;
  if (event.target.closest(".taken summary")) ignoreSecondHalf(DOUBLE_TAP);
}, true);
on("keydown", ".taken details[open]", (strip, { key }) => key === "Escape" && close(strip));

// A tap on who doubled closes the strip; arrow keys, which choose as they pass, do not.
on("click", ".strip label", (label, { target }) => {
  if (!target.matches("input")) setTimeout(() => close(label.closest("details"))); // a label chooses only after this
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
  for (const key of doublersIn(slide.strip)) key.classList.toggle("under", isUnderFinger(key, event));
});
document.addEventListener("pointerup", (event) => {
  if (!slide || !event.isPrimary) return;
  const { strip, on } = slide;
  slide = null;
  if (!on) return;
  const key = doublersIn(strip).find((one) => isUnderFinger(one, event));
  for (const one of doublersIn(strip)) one.classList.remove("under");
  if (!key) return;
  key.querySelector("input").click();
  close(strip, event); // the click that follows is no tap
});
document.addEventListener("pointercancel", () => (slide = null));

const doublersIn = (strip) => all(strip, ".card-key:not(.nobody)");
const isUnderFinger = (key, { clientX }) => {
  const { left, right } = key.getBoundingClientRect();
  return left <= clientX && clientX <= right;
};

function close(strip, tap) {
  strip.open = false;
  ignoreSecondHalf(DOUBLE_TAP, tap && around(tap));
  strip.querySelector("summary").focus({ preventScroll: true });
}
