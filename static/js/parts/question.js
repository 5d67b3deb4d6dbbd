// Taps, swaps, and a page that is looked at again.

import { forgetDraft, keepDraft, restoreDrafts } from "../net/drafts.js";
import { nameOfPhone, sendQueued } from "../net/outbox.js";
import { stayAwake } from "./awake.js";
import { announce, updateControls } from "./controls.js";
import { on } from "./dom.js";
import { session } from "./memory.js";
import { ignoreTaps } from "./taps.js";
import { showToast } from "./toast.js";

const SETTLE = 350; // ms after a swap in which a tap was meant for what stood there before
const SLOW = 700; // the same for the second half of a double tap, and where a whole page has changed
const OPEN = [
  ".well:placeholder-shown",
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
on("click", ".save[aria-disabled]", ({ form, textContent }, event) => {
  if (!form.matches(":not(.correction):has(.rows, .card-slots, .seat)")) return;
  const open = form.querySelector(OPEN);
  // The last name stands there, and the server has not said so yet.
  if (!open && form.matches(".seating")) return;
  event.preventDefault();
  announce(textContent);
  (open ?? form.querySelector(".row input"))?.focus({ preventScroll: true });
});

// What is left as it was is no draft any more.
on("click", ".correction .bar a", (link) => forgetDraft(link.closest("form").dataset.draft));

// Before the first frame that shows a new question: its keys are in place, and nothing moves. Drafts first, so that
// every group of controls shows what is in it.
function putInPlace() {
  restoreDrafts();
  updateControls(document);
  document.documentElement.dataset.ready = "1";
}

// Where a form has led here, whoever sent it with a key of the keyboard may still tap its button.
const table = document.querySelector(".play");
if (table && session.get("sent") === "1") ignoreTaps(SLOW, SLOW);
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
  const source = event.detail.ctx?.sourceElement;
  if (source?.id === "proof") return;
  ignoreTaps(SLOW, SETTLE);
  document.getElementById("moved")?.toggleAttribute("hidden", true); // what is shown now says it all
  if (source?.id === "prompt" && lineOf(source) !== lineOf(document)) forgetDraft(source.dataset.draft);
  putInPlace();
  ready();
  // What came by itself takes nobody from where they are.
  if (event.detail.ctx.isUpdate) return;
  const problem = document.querySelector("#match .problem, #notice .notice");
  (problem ?? document.getElementById("ask"))?.focus({ preventScroll: true });
  if (problem) problem.scrollIntoView({ block: "center" });
  else scrollTo({ top: 0 });
});

// A page that comes back from the browser's memory may be long out of date.
addEventListener("pageshow", (event) => event.persisted && navigator.onLine && location.reload());
