// The screen stays on while a match is in play: by the browser's wake lock where it has one (on HTTPS), else by a
// silent video, which a browser lets play only after a tap. Under More one sees whether it holds, and can turn it off.

import { kind, work } from "./controls.js";
import { kept, session } from "./memory.js";

let lock = null;
const isWanted = () => kept.get("awake") !== "off";
const film = () => document.getElementById("awake");
const note = (isHeld) => session.set("awake", isHeld ? "on" : "refused");

export async function stayAwake() {
  const inPlay = document.getElementById("prompt") !== null && isWanted();
  if (!inPlay) {
    lock?.release();
    film()?.pause();
  }
  if (!inPlay || lock || document.hidden || !navigator.wakeLock) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null); // a low battery refuses it
  lock?.addEventListener("release", () => (lock = null));
  note(lock !== null);
}
document.addEventListener("visibilitychange", stayAwake);

document.addEventListener("click", ({ target }) => {
  if (target.closest(".awake-row")) {
    kept.set("awake", isWanted() ? "off" : "on");
    work(document);
  }
  if (navigator.wakeLock || !isWanted() || !document.getElementById("prompt") || !film()?.paused) return;
  film().src ||= film().dataset.src; // before that, WebKit has a page load for three seconds longer
  film().play().then(() => note(true), () => note(false));
});

kind(".awake-row", (row) => {
  const held = session.get("awake") === "refused" ? "refused" : "on";
  row.querySelector("output").textContent = row.dataset[isWanted() ? held : "off"];
  row.ariaPressed = isWanted();
});
