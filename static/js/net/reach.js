// Another page is opened only where somebody answers: the browser would show a page of its own in its place, and what
// was entered would be gone with this one. With HTTPS a worker shows a page of ours then, and links just lead on.

import { isPlainTap, on, submit } from "../parts/dom.js";
import { COPIES, NEXT, session, storage } from "../parts/memory.js";
import { forgetDraft, here } from "./drafts.js";
import { isAway, isOffline, isOverNetwork, say } from "./notice.js";
import { forgetQueues } from "./queue.js";

const LONG = 6000; // ms after which nobody answers
const { worker, scope } = document.querySelector("[data-worker]")?.dataset ?? {};

// Only a member's page has a way to the start page, and so has the page that is shown in its place.
const home = document.querySelector("a.home")?.pathname;
if (worker) storage.set("match", JSON.stringify([here(), document.title, home]));
// After everything that the page needs itself: what keeps it, and what gives it out.
const SOON = 2000; // ms
const script = document.querySelector("main[data-copies]")?.dataset.copies;
let copies; // of the pages of the match
if (script) addEventListener("load", () => setTimeout(() => (copies = import(script).catch(() => null)), SOON));
const register = () => navigator.serviceWorker?.register(worker, { scope }).then(leaveClubs, () => {});
if (worker) addEventListener("load", register);

// A page of before has registered it for clubs alone.
async function leaveClubs() {
  const clubs = new URL(`${scope}c/`, location.href).href;
  for (const one of await navigator.serviceWorker.getRegistrations()) if (one.scope === clubs) one.unregister();
}

export function isReached() {
  if (isAway) return Promise.resolve(true);
  const asking = new AbortController();
  setTimeout(() => asking.abort(), LONG);
  const how = { method: "HEAD", cache: "no-store", signal: asking.signal };
  return fetch(location.href, how).then(() => true, () => false);
}

// At the window, and so behind all that listens at the document: what is opened here, shared or saved is none of its.
addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isPlainTap(event) || navigator.serviceWorker || !isOverNetwork()) return;
  const isHere = link.hash && link.pathname === location.pathname;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || isHere) return;
  const answer = !isOffline() && isReached();
  event.preventDefault(); // after all that may throw: then the link leads there as without a script
  if (await answer) location.assign(link.href);
  else if (!(await copies)?.showCopy(link)) say("away");
});

// A form that opens another page is sent once, and one that says when nobody can be reached only where somebody is.
const REACHED = "reached";
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.hasAttribute("hx-post") || form.method !== "post") return;
  // A page of before sends nothing: what it says may not hold any more.
  const asOf = document.documentElement.dataset.copy && document.querySelector(".as-of");
  if (asOf) {
    event.preventDefault();
    return asOf.scrollIntoView({ block: "center" });
  }
  // Who is on this phone too is not asked first.
  const words = isAway ? null : form.querySelector(".unreached");
  const { sent } = form.dataset;
  if (sent === REACHED || (!sent && !words)) {
    form.dataset.sent = "1";
    const key = form.querySelector(".save") ?? event.submitter ?? form;
    session.set("sent", JSON.stringify(key.getBoundingClientRect())); // a second tap there is meant for nothing
    if (form.dataset.draft) forgetDraft(form.dataset.draft);
    return;
  }
  const answer = !sent && isReached();
  event.preventDefault();
  event.stopPropagation();
  if (sent) return;
  form.dataset.sent = "1";
  words.hidden = await answer;
  if (words.hidden) {
    form.dataset.sent = REACHED;
    submit(form, event.submitter);
  } else {
    delete form.dataset.sent;
    words.scrollIntoView({ block: "center" });
  }
}, true);
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
});

// Who leaves the club leaves none of it on the phone: at once, since the page goes.
on("submit", ".closing", () => {
  for (const name of [COPIES, NEXT]) storage.set(name, "");
  forgetQueues(location.pathname.match(/^.*?\/c\/[^/]+\//)?.[0]);
  if ("caches" in self) caches.delete(COPIES);
});
