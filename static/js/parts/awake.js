// The screen stays on while a match is in play: by the browser's wake lock where it has one (on HTTPS), else by a
// silent video, which a browser lets play only after a tap. Under More one sees whether it holds, and can turn it off.

import { kind, updateControls } from "./controls.js";
import { storage, session } from "./memory.js";

let lock = null;
const isWanted = () => storage.get("awake") !== "off";
const film = () => document.getElementById("awake");
const note = (state) => session.set("awake", state);

export async function stayAwake() {
  const inPlay = document.getElementById("prompt") !== null && isWanted();
  if (!inPlay) {
    lock?.release();
    film()?.pause();
  }
  if (!inPlay || lock || document.hidden || !navigator.wakeLock) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null); // a low battery refuses it
  lock?.addEventListener("release", () => (lock = null));
  note(lock ? "on" : "refused");
}
document.addEventListener("visibilitychange", stayAwake);

// A browser may refuse the film at one tap and play it at the next; what was only interrupted was not refused.
function refuse({ name }) {
  if (name !== "AbortError") note(["once", "refused"].includes(session.get("awake")) ? "refused" : "once");
}

document.addEventListener("click", ({ target }) => {
  if (target.closest(".awake-row")) {
    storage.set("awake", isWanted() ? "off" : "on");
    updateControls(document);
  }
  if (navigator.wakeLock || !isWanted() || !document.getElementById("prompt") || !film()?.paused) return;
  film().src ||= film().dataset.src; // before that, WebKit has a page load for three seconds longer
  film().play().then(() => note("on"), refuse);
});

kind(".awake-row", (row) => {
  const state = session.get("awake") === "refused" ? "refused" : "on";
  row.querySelector("output").textContent = row.dataset[isWanted() ? state : "off"];
  row.ariaPressed = isWanted();
});
