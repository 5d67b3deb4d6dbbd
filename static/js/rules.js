// The rules book: the words of the glossary, search as you type, and the sheet over a match.
// Everything is a link or a form that works without this script too. It is a module of its own, not joined to
// the others: a match fetches it with the first link into the book, see parts/links.js.

import { isPlainTap } from "./parts/dom.js";

const PAUSE = 120; // ms without a key before what was typed is searched for
const SECOND_TAP = 360; // ms in which a tap outside is the second half of the one that opened the sheet
const GAP = 8; // px between a word and its meaning
const match = document.querySelector("[data-rules]")?.dataset; // a page that the book is opened over
let asking; // what is being fetched

// A section by its address: the page, and behind # which part of it.
function part(href) {
  const url = new URL(href);
  if (url.hash) url.pathname += `/${url.hash.slice(1)}`;
  url.hash = "";
  return fetched(url);
}

async function fetched(url) {
  asking?.abort();
  asking = new AbortController();
  const answer = await fetch(url, { headers: { "HX-Request": "true" }, signal: asking.signal });
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

// A match gets the sheet when it is first asked for, and it is opened when its styles are there, or cannot come.
if (match) {
  document.body.insertAdjacentHTML("beforeend", await fetched(match.sheet));
  const styles = document.querySelector("link:has(+ dialog.rules)");
  await new Promise((settle) => {
    styles.onload = styles.onerror = settle;
  });
}
const sheet = document.querySelector("dialog.rules");

// --- A link into the book ------------------------------------------------------------------------

// Throws a TypeError if the book cannot be reached, and anything else if it does not have the page.
export async function follow(link) {
  try {
    // Older browsers show the whole glossary, and the word in it.
    if (link.matches(".term") && "popover" in HTMLElement.prototype) await define(link);
    else await open(link.href);
  } catch (error) {
    const unreachable = document.getElementById("offline");
    if (error.name === "AbortError") return;
    if (!(error instanceof TypeError && sheet?.open && unreachable)) throw error;
    const words = { id: "", hidden: false, textContent: unreachable.dataset.away };
    sheet.querySelector(".hits").replaceChildren(Object.assign(unreachable.cloneNode(), words));
  }
}

// --- The sheet: over the page, and away again without a trace ------------------------------------

let meaning;
let explained; // the word that it stands at
let place; // how far the page was scrolled
let opened; // when

async function open(href) {
  const leaf = sheet.querySelector(".leaf");
  const [page, word] = href.split("#");
  const isWord = page.split("?")[0].endsWith("/glossary") && word;
  const words = await part(isWord ? page : href);
  forget();
  meaning?.hidePopover();
  leaf.innerHTML = words;
  if (!sheet.open) {
    place = scrollY;
    sheet.querySelector("[name=q]").value = "";
    if (!history.state?.rules) history.pushState({ rules: true }, "");
    sheet.showModal();
    opened = performance.now();
  }
  sheet.scrollTop = 0;
  leaf.querySelector("h1").focus({ preventScroll: true });
  if (isWord) goTo(word);
}

function goTo(anchor) {
  sheet.querySelector(`[id="${anchor}"]`)?.scrollIntoView({ block: "center" });
}

if (sheet) {
  sheet.addEventListener("click", (event) => {
    const within = event.target.closest('a[href^="#"]');
    if (within) {
      event.preventDefault();
      goTo(within.hash.slice(1));
    } else if (event.target === sheet && performance.now() - opened > SECOND_TAP) sheet.close();
  });
  sheet.addEventListener("close", () => {
    if (history.state?.rules) history.back();
    scrollTo(0, place);
  });
  addEventListener("popstate", () => sheet.open && sheet.close());
}

// --- Search as you type --------------------------------------------------------------------------

let typing;

function forget() {
  clearTimeout(typing);
  for (const hits of document.querySelectorAll(".rules > .hits")) hits.replaceChildren();
}

async function search(form) {
  const hits = form.closest(".rules").querySelector(".hits");
  const typed = form.elements.q.value.trim();
  try {
    hits.innerHTML = typed ? await fetched(`${form.action}?${new URLSearchParams(new FormData(form))}`) : "";
    if (sheet) sheet.scrollTop = 0;
  } catch {
    // The next key asks again, and the button works without a script.
  }
}

for (const asked of ["input", "submit"])
  document.addEventListener(asked, (event) => {
    const form = event.target.closest(".search");
    if (!form) return;
    event.preventDefault();
    clearTimeout(typing);
    typing = setTimeout(search, asked === "input" ? PAUSE : 0, form);
  });

// --- A word of the glossary and what it means ----------------------------------------------------

async function define(link) {
  const words = await part(link.href);
  const about = { className: "meaning", role: "note", tabIndex: -1, popover: "auto" };
  meaning ??= Object.assign(document.createElement("div"), about);
  const around = link.closest("dialog, main") ?? document.body;
  if (!meaning.contains(link)) {
    if (meaning.parentElement !== around) around.append(meaning);
    meaning.innerHTML = words;
    meaning.showPopover();
    explained = link;
    put();
  } else meaning.innerHTML = words;
  meaning.focus({ preventScroll: true });
}

// Below the word, or above it where there is more room; wherever the word is, in sight.
function put() {
  const { left, top, bottom } = explained.getBoundingClientRect();
  const { width, height } = meaning.getBoundingClientRect();
  const isAbove = bottom + GAP + height > innerHeight && top > innerHeight - bottom;
  const within = (at, room) => `${Math.max(GAP, Math.min(at, room - GAP))}px`;
  meaning.style.left = within(left, document.documentElement.clientWidth - width);
  meaning.style.top = within(isAbove ? top - GAP - height : bottom + GAP, innerHeight - height);
}

addEventListener("resize", () => explained && put());

// On a page of the book links lead on as usual; only words are explained where they stand.
if (!sheet)
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.term");
    if (link && isPlainTap(event)) {
      event.preventDefault();
      follow(link).catch(() => location.assign(link.href)); // as without a script
    } else if (event.target.closest(".rules > .hits a")) forget();
  });
