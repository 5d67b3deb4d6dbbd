// The questions that come next whatever is answered, as far as the server can tell. A phone that keeps the score asks
// for them while it has a connection, and goes on with them while it has none.

import { NEXT, storage } from "../parts/memory.js";
import { fetchPart } from "./answers.js";
import { isAway, isOffline, isOverNetwork } from "./notice.js";

const PAUSE = 1000; // ms after an answer, in which the page that follows has come
let line = null; // the line of the log that they follow
let pages = [];
let later = 0;

export function askForNext() {
  clearTimeout(later);
  later = setTimeout(fetchNext, PAUSE);
}

async function fetchNext() {
  const match = document.getElementById("match");
  if (isAway || !isOverNetwork() || isOffline()) return;
  if (!match.querySelector("#prompt") || match.dataset.line === line) return;
  line = match.dataset.line;
  const shown = questionOf(match);
  pages = [];
  storage.set(NEXT, "[]");
  const response = await fetchPart(`${location.pathname}/next`);
  if (response?.status !== 200) return;
  const text = await response.text();
  take(shown, text);
  storage.set(NEXT, JSON.stringify([location.pathname, shown, text]));
}

function take(shown, text) {
  const view = new DOMParser().parseFromString(text, "text/html");
  const next = [...view.querySelectorAll("template")].map(({ content }) => [questionOf(content), content]);
  pages = [[shown], ...next];
}

// On a page of before: the questions as they came when there was a connection.
export function recallNext() {
  const [match, shown, text] = storage.read(NEXT, []);
  if (match === location.pathname) take(shown, text);
}

const questionOf = (page) => page.querySelector("#prompt").dataset.draft;

// The page after the one that asks this question; undefined if that depends on the answer, or is not known.
export function pageAfter(question) {
  const at = pages.findIndex(([asked]) => asked === question);
  return at < 0 ? undefined : pages[at + 1]?.[1].cloneNode(true);
}

document.addEventListener("pointerdown", (event) => event.target.closest("#prompt") && askForNext(), { passive: true });
