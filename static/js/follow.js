// Who follows a match: how fresh what they see is, and that a deal was saved, by a glow and if they like by a buzz.

import "./parts/links.js";
import "./parts/offset.js";
import "./parts/share.js";
import { followed, lastReceivedAt } from "./live.js";
import { storage } from "./parts/memory.js";
import { inDigits } from "./parts/numbers.js";

const FRESH = 25000; // ms without a word after which a page is not live any more; a stream speaks every ten seconds
const ROUGHLY = 10; // s that are rounded down to
const BUZZ = 60; // ms
const freshness = document.querySelector(".heard");
const buzz = document.querySelector(".buzz");
const isBuzzing = () => storage.get("buzz") === "on";
const saved = () => Number(document.getElementById("match").dataset.saved);
let before = saved();
let line = followed()?.dataset.line;
let changedAt = 0; // when a new line was last seen here

// In steps that are long enough not to draw the eye.
function ago(moment) {
  const seconds = Math.floor((Date.now() - moment) / 1000);
  if (seconds < ROUGHLY) return freshness.dataset.now;
  const { lang } = document.documentElement;
  const words = new Intl.RelativeTimeFormat(lang, { style: "narrow", numberingSystem: "latn" });
  if (seconds < 60) return inDigits(words.format(-Math.floor(seconds / ROUGHLY) * ROUGHLY, "second"));
  if (seconds < 3600) return inDigits(words.format(-Math.floor(seconds / 60), "minute"));
  return inDigits(words.format(-Math.floor(seconds / 3600), "hour"));
}

function showFreshness() {
  const receivedAt = lastReceivedAt();
  if (!freshness || !receivedAt) return;
  const isLive = Date.now() - receivedAt < FRESH && followed();
  const since = isLive ? changedAt : receivedAt;
  const state = isLive ? freshness.dataset.fresh : freshness.dataset.lost;
  const words = [state, ...(since ? [ago(since)] : [])].join(" · ");
  if (freshness.textContent !== words) freshness.textContent = words;
}

setInterval(showFreshness, 1000);

document.addEventListener("htmx:after:swap", () => {
  if (followed()?.dataset.line !== line) changedAt = Date.now();
  line = followed()?.dataset.line;
  if (saved() > before) {
    glow(document.querySelector(".board"));
    if (isBuzzing()) navigator.vibrate?.(BUZZ);
  }
  before = saved();
  showFreshness();
});

function glow(board) {
  board?.classList.add("news");
  board?.addEventListener("animationend", () => board.classList.remove("news"), { once: true });
}

const showBuzz = () => (buzz.ariaPressed = isBuzzing());

if (navigator.vibrate && buzz) {
  buzz.hidden = false;
  showBuzz();
  buzz.addEventListener("click", () => {
    storage.set("buzz", isBuzzing() ? "off" : "on");
    showBuzz();
    if (isBuzzing()) navigator.vibrate(BUZZ);
  });
}
