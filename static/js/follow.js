// Who follows a match: how fresh what they see is, and that a deal was saved, by a glow and if they like by a buzz.

import "./parts/links.js";
import { followed, heardLast } from "./live.js";
import { kept } from "./parts/memory.js";

const FRESH = 25000; // ms without a word after which a page is not live any more; a stream speaks every ten seconds
const ROUGHLY = 10; // s that are rounded down to
const BUZZ = 60; // ms
const heard = document.querySelector(".heard");
const buzz = document.querySelector(".buzz");
const isBuzzing = () => kept.get("buzz") === "on";
const saved = () => Number(document.getElementById("match").dataset.saved);
let before = saved();
let line = followed()?.dataset.line;
let news = 0; // when a new line was last seen here

// In steps that are long enough not to draw the eye.
function ago(moment) {
  const seconds = Math.floor((Date.now() - moment) / 1000);
  if (seconds < ROUGHLY) return heard.dataset.now;
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: "narrow" });
  if (seconds < 60) return words.format(-Math.floor(seconds / ROUGHLY) * ROUGHLY, "second");
  if (seconds < 3600) return words.format(-Math.floor(seconds / 60), "minute");
  return words.format(-Math.floor(seconds / 3600), "hour");
}

function sayHowFresh() {
  const heardAt = heardLast();
  if (!heard || !heardAt) return;
  const isLive = Date.now() - heardAt < FRESH && followed();
  const since = isLive ? news : heardAt;
  const words = [isLive ? heard.dataset.fresh : heard.dataset.lost, ...(since ? [ago(since)] : [])].join(" · ");
  if (heard.textContent !== words) heard.textContent = words;
}

setInterval(sayHowFresh, 1000);

document.addEventListener("htmx:after:swap", () => {
  if (followed()?.dataset.line !== line) news = Date.now();
  line = followed()?.dataset.line;
  if (saved() > before) {
    glow(document.querySelector(".board"));
    if (isBuzzing()) navigator.vibrate?.(BUZZ);
  }
  before = saved();
  sayHowFresh();
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
    kept.set("buzz", isBuzzing() ? "off" : "on");
    showBuzz();
    if (isBuzzing()) navigator.vibrate(BUZZ);
  });
}
