// Who doubles, before the first card: a tap on a player is noted at once, for all phones. That nobody does is told to
// nobody: it only puts the band away on this phone, as a card that is taken does.

import { kind } from "../parts/controls.js";
import { make, on, submit } from "../parts/dom.js";
import { session } from "../parts/memory.js";
import { ignoreSecondHalf } from "../parts/taps.js";

const DOUBLE_TAP = 350; // ms
const lineOf = ({ form }) => `${location.pathname} ${form.elements.after.value}`;
const ask = () => document.getElementById("ask");

// A page that was sent for a part of it has read as elements what is for a page without scripts.
kind("#prompt noscript", (one) => one.remove());

kind(".before > .doublers", (band, touched) => {
  const isTaken = !band.contains(touched) && band.form.querySelector(".card-row > .card-keys :checked");
  if (isTaken || session.get("playing") === lineOf(band)) band.form.classList.remove("before");
});

function show(key, isBefore) {
  session.set("playing", isBefore ? "" : lineOf(key));
  key.form.classList.toggle("before", isBefore);
  ignoreSecondHalf(DOUBLE_TAP);
  ask().focus({ preventScroll: true });
}
on("click", "[data-play]", (key) => show(key, false));
on("click", "[data-double]", (key) => show(key, true));

// Arrow keys choose as they pass, and note nothing: after them Enter or the space bar does.
let isPassing = false;
document.addEventListener("keydown", ({ key }) => (isPassing = key.startsWith("Arrow")), true);
document.addEventListener("pointerdown", () => (isPassing = false), true);
on("change", "[data-notes] input", (input) => isPassing || note(input));
on("keydown", "[data-notes] input", (input, event) => {
  if (!["Enter", " "].includes(event.key) || !input.checked) return;
  note(input);
  event.preventDefault();
});

function note(input) {
  if (input.defaultChecked) return;
  // Only then has everybody heard of the change.
  setTimeout(() => submit(input.form, make("button", { name: "note", value: "1" })));
}
