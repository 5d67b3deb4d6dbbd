// An answer is kept on the phone before it is sent, and leaves it only when it is known what became of it. Sent again
// it is known by its key, and written once. Where the next question is known without its answer, more than one can
// wait: they are sent in their order, and what cannot be taken comes back as a question with what was entered.

import { all, on, swap } from "../parts/dom.js";
import { storage } from "../parts/memory.js";
import { ofApp } from "./answers.js";
import { goAway } from "./away.js";
import { forgetDraft, here, keepFields, markKey } from "./drafts.js";
import { askForNext, pageAfter, recallNext } from "./next.js";
import { isOverNetwork, say, setReached, showConnection } from "./notice.js";
import { atLineOf, keepQueue, LATE, queueOf, send } from "./queue.js";

const PATIENCE = 3000; // ms after which an answer that still waits is called kept, and is sent again
const SOON = 1000; // ms after which what did not arrive is sent again for the first time
const CLOSED = [401, 403, 404]; // the link was renewed: the answer stays until there is a way in again
let pauseOfOutbox = SOON;
let nextSending = 0;
let sending = null; // what can end the request that is on its way
let hasGoneOn = false; // since the last answer that was kept
const past = new Map(); // the parts of the page that asked each question from which it went on

const unsent = () => queueOf(here());

function keepUnsent(answers) {
  keepQueue(here(), answers);
  showUnsent(answers);
}

// What was taken back is nothing that waits, though it may have to be undone.
const isAnswer = ({ of }) => !of;
const showUnsent = (answers) => document.documentElement.toggleAttribute("data-unsent", answers.some(isAnswer));

function newKey(length = 12) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// By its name a phone tells its own answers from those of others; without a memory it has none.
export function nameOfPhone() {
  if (!storage.get("phone")) storage.set("phone", newKey(4));
  return storage.isForgetful ? "" : storage.get("phone");
}

// What a form says; the same said again is the same answer.
document.addEventListener("htmx:config:request", (event) => {
  const { request } = event.detail.ctx;
  const { body, action, method, form, submitter } = request;
  if (!isOverNetwork() || method !== "POST" || !body.has("after") || action.endsWith("/preview")) return;
  const fields = [...body].filter(([, value]) => typeof value === "string");
  const waiting = unsent();
  const last = waiting.at(-1);
  const question = form?.dataset.draft;
  // Who doubles is noted before the same question is answered, and what was taken back is undone before.
  const isSameQuestion = !last?.question || (last.question === question && !isNote(last.fields));
  const isReplaced = isSameQuestion && !last?.of;
  // Undo and the like cannot come before what is still to arrive.
  if (last && !question) return stop(event);
  const isSame = last?.action === action && JSON.stringify(last.fields) === JSON.stringify(fields);
  const key = isSame ? last.key : [nameOfPhone(), newKey()].filter(Boolean).join("-");
  const answer = { action, fields, key, question, name: nameOf(form, submitter) };
  const before = isReplaced ? waiting.slice(0, -1) : waiting;
  keepUnsent([...before, answer]);
  if (before.length) return stop(event);
  body.set("once", key);
  request.timeout = PATIENCE;
  cancelNextSending();
});

function stop(event) {
  event.preventDefault();
  showQueued();
}

// What was answered, in the words of the key that was tapped, or of the question.
function nameOf(form, submitter) {
  const isKey = submitter?.name && !submitter.matches(".save");
  const key = isKey ? (submitter.querySelector("b") ?? submitter).textContent.trim() : "";
  return key || (form?.dataset.name ?? "");
}

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const response = ofApp(ctx.response);
  const isUnknown = isOfOutbox(ctx) && !settle(response);
  // What somebody else says has no place on the page, nor, where the question is another one now, what the server says
  // of its trouble.
  if (!response || (isUnknown && hasGoneOn)) event.preventDefault();
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx && isOfOutbox(ctx)) settle(null);
});
const isOfOutbox = ({ request }) => unsent().length > 0 && unsent()[0].key === request.body?.get?.("once");

// Says whether it is known now what became of the first answer; the response is null where nobody answers.
function settle(response) {
  const { status, headers } = response ?? {};
  const isKnown = status < 500 && status !== 429 && !CLOSED.includes(status);
  if (response) setReached(true);
  if (isKnown) {
    keepUnsent(unsent().slice(1));
    pauseOfOutbox = SOON;
    askForNext();
  } else if (!CLOSED.includes(status)) {
    const asked = (headers?.get("Retry-After") ?? 0) * SOON; // ms until a busy server takes it
    if (!response && goAway()) return false;
    nextSending = setTimeout(sendAgain, Math.max(pauseOfOutbox, asked));
    pauseOfOutbox = Math.min(pauseOfOutbox * 2, LATE);
  }
  if (isKnown) showConnection();
  else showQueued(CLOSED.includes(status));
  return isKnown;
}

// The question goes on where the next one is known; else the key stays marked, and another one can be tapped.
function showQueued(isClosed = false) {
  const last = unsent().at(-1);
  if (!last || last.of) return showConnection(); // it was taken back meanwhile
  const { question, name, fields } = last;
  const isAsked = isShown(question);
  const goesOn = isAsked && !isClosed && !storage.isForgetful && isWhole(question, fields);
  const next = goesOn ? pageAfter(question) : null;
  hasGoneOn = Boolean(next);
  if (isAsked && !next) markKey(document.getElementById("prompt"), fields);
  const words = isAsked && !next ? "kept" : "queued";
  if (next) goOn(next);
  say(isClosed ? "shut" : storage.isForgetful ? "here" : words, name);
}

// A doubling that is noted beforehand answers another question of the same form.
const isNote = (fields) => fields.some(([name]) => name === "note");

// Who doubles is on the page also where that waits to be sent: what is noted next says all of it.
export function showNotes() {
  const note = unsent().findLast(({ question, fields }) => isShown(question) && isNote(fields));
  if (!note) return;
  const noted = new Map(note.fields);
  for (const input of all(document, "[data-notes] input"))
    if (noted.has(input.name)) input.checked = noted.get(input.name) === input.value;
}

function isWhole(question, fields) {
  const [, key] = question.split(".");
  return !isNote(fields) && fields.some(([name]) => name === "skip" || name.split(".")[0] === key);
}

const isShown = (question) => document.getElementById("prompt")?.dataset.draft === question;

const PARTS = [".board", ".question"];
function remember(question) {
  past.set(question, PARTS.map((part) => atRest(document.querySelector(part))));
}

// A copy of a part of the page in which nothing is on its way.
function atRest(part) {
  if (!part) return null;
  const copy = part.cloneNode(true);
  for (const sending of all(copy, ".htmx-request")) sending.classList.remove("htmx-request");
  return copy;
}

function goOn(page) {
  remember(document.getElementById("prompt").dataset.draft);
  put(page);
}

function put(page) {
  const match = document.getElementById("match");
  const board = page.querySelector(".board");
  if (board) match.querySelector(".board").replaceWith(board);
  const question = match.querySelector(".question");
  swap({ text: page.querySelector(".question").outerHTML, sourceElement: match, target: question, swap: "outerHTML" });
}

// Takes the latest answer that waits back, and asks its question again with what was entered.
on("click", "#offline button", () => {
  const waiting = unsent();
  const last = waiting.pop();
  if (!last) return;
  const isSent = !waiting.length; // the first one alone is ever sent, and may have arrived
  keepUnsent(isSent ? [undoOf(last)] : waiting);
  const asked = past.get(last.question);
  const keys = all(asked?.[1] ?? document, "#prompt button.option");
  for (const key of keys) key.ariaCurrent = null;
  // A tap that was an answer is none any more; what was entered on the way to one stays.
  keepFields(last.question, keys.length ? null : last.fields);
  // Who doubles is said by one tap too: it would be said again by what is saved next.
  for (const input of all(document, "[data-notes] input")) input.checked = input.defaultChecked;
  showNotes();
  if (asked && !isShown(last.question)) {
    const page = new DocumentFragment();
    page.append(...asked.filter(Boolean).map((part) => part.cloneNode(true)));
    put(page);
  }
  const before = waiting.filter(isAnswer).at(-1);
  hasGoneOn = Boolean(before);
  if (before) say("queued", before.name);
  else showConnection();
  if (isSent && sending) sending.abort();
  else if (isSent) sendAgain();
});

function undoOf({ action, key }) {
  const fields = [["of", key]];
  return { action: action.replace(/[^/]+$/, "undo"), fields, key: newKey(), of: key };
}

// On a page of before: what waits was answered already, as far as the questions after it are known.
function catchUp() {
  recallNext();
  for (const { question, fields } of unsent().filter(isAnswer)) {
    const next = isShown(question) && isWhole(question, fields) && pageAfter(question);
    if (!next) return markKey(document.getElementById("prompt"), fields);
    remember(question);
    // htmx has not looked at the page yet: the parts need no swap.
    for (const name of PARTS) {
      const part = next.querySelector(name);
      if (part) document.querySelector(name).replaceWith(part);
    }
  }
}

// A question that comes hurries nothing that is to be sent after a pause.
export const sendQueued = () => nextSending || sendAgain();

function cancelNextSending() {
  clearTimeout(nextSending);
  nextSending = 0;
}

async function sendAgain() {
  const [answer] = unsent();
  if (!answer || sending) return;
  cancelNextSending();
  sending = new AbortController();
  const [response, text] = await send(answer, sending);
  sending = null;
  if (unsent()[0]?.key !== answer.key) return sendAgain(); // it was taken back
  if (!settle(response)) return;
  if (response.ok) forgetDraft(answer.question);
  if (unsent().length && response.ok) {
    keepUnsent(atLineOf(text, unsent()));
    return sendAgain();
  }
  // What follows an answer that was not taken waits for its question.
  for (const { question, fields } of unsent()) keepFields(question, fields);
  keepUnsent([]);
  showConnection();
  const match = document.getElementById("match");
  swap({ text, sourceElement: match, target: match, swap: "outerHTML" });
}

function sendNow() {
  pauseOfOutbox = SOON;
  if (unsent().length) sendAgain();
  else showConnection();
}
addEventListener("online", sendNow);
// Another page of this phone may have sent it: then this one is out of date.
addEventListener("storage", () => {
  const waited = document.documentElement.hasAttribute("data-unsent");
  showUnsent(unsent());
  if (waited && !unsent().length) location.reload();
});
document.addEventListener("visibilitychange", () => document.hidden || sendNow());
showUnsent(unsent());
if (document.documentElement.dataset.copy && document.getElementById("prompt")) catchUp();
showConnection();
