// Taps, swaps, and a page that is looked at again.

import { forgetDraft, keepDraft, restoreDrafts } from "../net/drafts.js";
import { nameOfPhone, sendQueued, showNotes } from "../net/outbox.js";
import { isReached } from "../net/reach.js";
import { stayAwake } from "./awake.js";
import { announce, whyNot, updateControls } from "./controls.js";
import { all, on } from "./dom.js";
import { session } from "./memory.js";
import { ignoreEarlyTaps, ignoreSecondHalf } from "./taps.js";
import { showToast } from "./toast.js";

const DOUBLE_TAP = 700; // ms in which the second half of a slow one comes, after what its first half has changed
const NOTICE = 350; // ms until a hand has seen that another phone has put a new question under it
const OPEN = [
  ".well:placeholder-shown",
  ".wrong .fit:not(:empty)",
  ".below .well",
  ".seat:not([hidden]) > :placeholder-shown",
  ".card-row.active input",
  "[data-places] [aria-pressed=false]",
].join();

document.addEventListener("change", (event) => {
  const form = event.target.closest("form");
  if (!form) return;
  // What the server still says of the answer before this one comes too late.
  const proof = form.querySelector("#proof");
  if (proof) htmx.trigger(proof, "htmx:abort");
  updateControls(form, event.target);
  keepDraft(form);
});
document.addEventListener("input", (event) => event.target.form && keepDraft(event.target.form));

// Too early: what is missing is shown instead, and nothing is sent.
on("click", ".save[aria-disabled]", ({ form }, event) => {
  // Where a correction is not wrong, the server says what is missing.
  if (!form.matches(":not(.correction):has(.rows, .card-slots, .seat), .correction:has(.wrong, .below)")) return;
  const open = form.querySelector(OPEN);
  // The last name stands there, and the server has not said so yet.
  if (!open && form.matches(".seating")) return;
  event.preventDefault();
  announce(whyNot(form));
  (open ?? form.querySelector(".row input"))?.focus({ preventScroll: true });
});

// Enter in a field is a tap on the button that saves.
on("click", ".by-enter", ({ form }, event) => {
  event.preventDefault();
  form.querySelector(".save").click();
});

// What lies over the rows is there to be read, and goes with the next tap.
document.addEventListener("click", ({ target }) => {
  for (const panel of all(document, ".tell[open]")) if (!target.closest(".tell > summary")) panel.open = false;
});

// What is left as it was is no draft any more.
on("click", ".correction .bar a", (link) => forgetDraft(link.closest("form").dataset.draft));

// Before the first frame that shows a new question: its keys are in place, and nothing moves. Drafts first, so that
// every group of controls shows what is in it.
function putInPlace() {
  restoreDrafts();
  showNotes();
  updateControls(document);
  document.documentElement.dataset.ready = "1";
}

// Where a form has led here, its button may be tapped a second time, also after a key of the keyboard has sent it.
const table = document.querySelector(".play");
const sentAt = session.read("sent", {});
if (table && "left" in sentAt) ignoreSecondHalf(DOUBLE_TAP, sentAt);
session.set("sent", "");
if (table) new MutationObserver(putInPlace).observe(table, { childList: true });

function ready() {
  showToast();
  const pen = document.querySelector(".pen");
  if (pen) pen.hidden = pen.dataset.by === nameOfPhone();
  // What was said once is not said again when the page is loaded anew.
  if (/[?&]done=/.test(location.search)) history.replaceState(null, "", location.pathname);
  stayAwake();
  sendQueued();
}

// When htmx listens and the page stands.
export function begin() {
  putInPlace();
  setTimeout(ready);
}

// A form that only turned to another pane, or was refused, has written nothing.
const lineOf = (root) => root.querySelector("input[name=after]")?.value;

document.addEventListener("htmx:after:swap", (event) => {
  const { sourceElement, isUpdate, isNext } = event.detail.ctx ?? {};
  // What only says more of an answer that is begun puts no other question in its place.
  if (sourceElement?.matches("#proof, [hx-swap=none]")) return;
  // The same question, changed by another phone: what is tapped there a second time is meant.
  if (!isUpdate || isNext) ignoreSecondHalf(DOUBLE_TAP);
  ignoreEarlyTaps(isNext ? NOTICE : 0);
  document.getElementById("moved")?.toggleAttribute("hidden", true); // what is shown now says it all
  const { request, response } = event.detail.ctx; // the form itself is gone, and with it who has sent
  const form = response?.status === 200 && request.form?.dataset.draft ? request.form : null;
  if (form && lineOf(form) !== lineOf(document)) {
    forgetDraft(form.dataset.draft);
    // Who doubles is noted by itself: what else is entered stays in the form, and is not saved yet.
    const rest = document.getElementById("prompt");
    if (rest?.dataset.draft === form.dataset.draft) keepDraft(rest);
  }
  putInPlace();
  ready();
  // What came by itself takes nobody from where they are.
  if (isUpdate) return;
  const problem = document.querySelector("#match .problem, #notice .notice");
  (problem ?? document.getElementById("ask"))?.focus({ preventScroll: true });
  if (problem) problem.scrollIntoView({ block: "center" });
  else scrollTo({ top: 0 });
});

// A page that comes back from the browser's memory may be long out of date; it stays where nobody would give another.
addEventListener("pageshow", async (event) => event.persisted && (await isReached()) && location.reload());
