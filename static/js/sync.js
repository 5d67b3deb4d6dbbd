// A page of a club that was answered looks whether matches wait on this phone that went on without it.

import { awayPaths, forgetClub, saveAsNew, sayJoined, showFork, syncAll } from "./net/sync.js";
import { on } from "./parts/dom.js";

const home = location.pathname.match(/^.*?\/c\/[^/]+\//)?.[0];
const isWaiting = () => awayPaths().some((path) => path.startsWith(home));

async function send() {
  if (!home || !isWaiting()) return;
  const { state, path } = await syncAll(home);
  // What was typed into a form, and is asked about again, stays: the next page says the rest.
  if (document.querySelector("script[data-posted]")) return sayJoined();
  if (state === "parted") return showFork(path);
  if (state === "joined") return location.reload();
  if (state === "deleted" && location.pathname === path) offerNew(path);
  const warning = document.querySelector(".closing .unsent-deals");
  if (warning) warning.hidden = !isWaiting();
}

// On the page of a match that was deleted in the club, and went on here.
function offerNew(path) {
  const notice = document.getElementById("went-on");
  if (!notice) return;
  notice.hidden = false;
  notice.querySelector("button").addEventListener("click", () => saveAsNew(path));
}

on("submit", ".closing", (form, event) => {
  if (!home) return;
  event.preventDefault();
  forgetClub(home).catch(() => {}).then(() => form.submit());
});
sayJoined();
send().catch(() => {});
