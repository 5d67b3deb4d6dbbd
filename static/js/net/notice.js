// The line of a match that says what becomes of an answer, in words of the page.

import { make } from "../parts/dom.js";

const line = () => document.getElementById("offline");
let copyTime = document.documentElement.dataset.copy; // of a page that is shown again, as it was then
let isUnreached = copyTime !== undefined;

// What answers is on this phone too, network or not, and knows only this match.
export const isAway = document.documentElement.dataset.away !== undefined;

// Where nothing is sent over a network the page has no words for what gets lost there.
export const isOverNetwork = () => line()?.dataset.kept !== undefined;
export const isOffline = () => !isAway && isOverNetwork() && (isUnreached || !navigator.onLine);

export function say(what, answer = "") {
  const notice = line();
  if (!notice) return;
  notice.hidden = !what;
  const words = what ? notice.dataset[what].replace("{answer}", answer).replace("{time}", copyTime) : "";
  notice.replaceChildren(make("span", { className: "grows", textContent: words }));
  if (what === "kept" || what === "queued")
    notice.append(make("button", { className: "does", type: "button", textContent: notice.dataset.takeBack }));
  // It lies over the line that names what is played, and so says that too.
  const name = document.querySelector(".board [data-played]");
  if (name && !words.includes(name.textContent)) notice.firstChild.prepend(name.cloneNode(true), " · ");
}

// What is entered says at once where it will go. Whoever is waited for has answered, or nobody has.
export function setReached(isReached) {
  isUnreached = !isReached;
  if (isReached) copyTime = undefined;
  showConnection();
}

export function showConnection() {
  const root = document.documentElement;
  root.toggleAttribute("data-offline", isOffline());
  if (root.hasAttribute("data-unsent") || !isOverNetwork()) return;
  say(isOffline() && document.getElementById("prompt") ? (copyTime ? "asOf" : "offline") : null);
}
for (const change of ["online", "offline"]) addEventListener(change, showConnection);
