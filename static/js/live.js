// The page follows its match. A stream, of app/web/match/live.py, says only that something is newer, and the page then
// asks for its own view. Where no stream comes through it asks now and then. A page that nobody looks at does neither,
// and catches up.

import { isBegun, on, submit, swap } from "./parts/dom.js";
import { fetchPart } from "./net/answers.js";
import { setReached } from "./net/notice.js";

const SILENCE = 5000; // ms after which a stream that says nothing is held back by something on its way
const BEATS = 25000; // the same once it has spoken: it does so every ten seconds
const OFTEN = 2000; // ms between two looks where there is no stream
const CALMLY = 5000; // the same on a page of many matches, which has no stream
const SELDOM = 30000; // the same at most, while nobody answers
const TRY_AGAIN = 60000; // ms after which a stream is tried again
const REST = 1000; // ms since the last touch in which nothing moves under a thumb
const OWN = 100; // ms between two looks at whether the answer to what this phone has sent is there
export const followed = () => document.querySelector("[data-live]");
let stream = null;
let silenceTimer = 0; // when the stream is given up
let nextPoll = 0; // the next look
let lastTouch = -Infinity;
let receivedAt = 0;

for (const touch of ["pointerdown", "keydown"])
  document.addEventListener(touch, () => (lastTouch = performance.now()), { capture: true, passive: true });

// When there was an answer, or a word of the stream.
export const lastReceivedAt = () => receivedAt;

function follow() {
  const region = followed();
  if (!region || document.hidden || stream) return;
  if (!region.dataset.live) return poll();
  stream = new EventSource(region.dataset.live);
  wait(SILENCE);
  stream.addEventListener("message", (message) => {
    wait(BEATS);
    receiveLine(message.data);
  });
  stream.addEventListener("beat", () => wait(BEATS));
  // It begins again by itself, unless it was told that it may not.
  stream.addEventListener("error", () => (stream?.readyState === EventSource.CLOSED ? poll() : wait(SILENCE)));
}

function wait(long) {
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(poll, long);
  if (long === BEATS) receivedAt = Date.now();
}

// What this phone has just sent is told to it as well: its own answer comes first.
function receiveLine(line) {
  // So does an answer that is still on its way.
  const isSending = document.querySelector("form.htmx-request, [data-unsent] #match");
  if (isSending) setTimeout(receiveLine, OWN, line);
  else if (line !== followed()?.dataset.line) fetchNewer();
}

function disconnect() {
  stream?.close();
  stream = null;
  clearTimeout(silenceTimer);
  clearTimeout(nextPoll);
}

// Without a stream: look, and look again.
async function poll(pause = OFTEN, until = performance.now() + TRY_AGAIN) {
  disconnect();
  const often = followed()?.dataset.live ? OFTEN : CALMLY;
  const next = (await fetchNewer()) ? often : Math.min(pause * 2, SELDOM);
  if (stream || document.hidden || !followed()) return;
  if (performance.now() > until) follow();
  else nextPoll = setTimeout(poll, next, next, until);
}

// Shows what is new. Says whether anybody answered.
async function fetchNewer() {
  const region = followed();
  if (!region) return true;
  const address = new URL(location.href);
  address.searchParams.set("after", region.dataset.line);
  const answer = await fetchPart(address);
  if (answer?.ok) receivedAt = Date.now();
  setReached(Boolean(answer));
  if (answer?.status === 200) show(await answer.text());
  if (answer && [403, 404, 410].includes(answer.status)) closed(await answer.text());
  return Boolean(answer) && answer.status < 500;
}

function show(text) {
  const region = followed();
  if (!region) return;
  // Nor is a title taken away from who is writing it, nor a question whose answer waits to be sent.
  const isUnsent = document.documentElement.hasAttribute("data-unsent");
  const isTouched = performance.now() - lastTouch < REST;
  if (isUnsent || isTouched || region.querySelector(":is([name=title], [name=words], [name=code]):focus")) {
    nextPoll = setTimeout(fetchNewer, REST);
    return;
  }
  // What has come is this part alone, or the whole page that it is of.
  const view = new DOMParser().parseFromString(text, "text/html").querySelector("[data-line]");
  if (view.dataset.line === region.dataset.line) return;
  const form = region.querySelector("form[data-draft]");
  const next = view.querySelector("form[data-draft]");
  // What somebody is in the midst of entering stays where it is: saving it shows both.
  const isNext = next?.dataset.draft !== form?.dataset.draft;
  const isOvertaken = form && isNext && isBegun(form);
  const moved = document.getElementById("moved");
  if (moved) moved.hidden = !isOvertaken;
  if (isOvertaken) return;
  // Another question takes the whole place: what was morphed into it would be seen to move.
  const how = isNext ? "outerHTML" : "outerMorph";
  swap({ text: view.outerHTML, sourceElement: region, target: region, swap: how, isUpdate: true, isNext });
}

on("click", "#moved button", (key) => submit(document.getElementById("prompt"), key));

// The link was renewed, or the match is gone: the page says so, and follows no more.
function closed(text) {
  disconnect();
  const region = followed();
  const notice = document.getElementById("notice");
  if (notice) notice.innerHTML = text;
  else region?.insertAdjacentHTML("beforebegin", text);
  region?.removeAttribute("data-live");
}

const catchUp = () => fetchNewer().then(follow);
document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : catchUp()));
addEventListener("pagehide", disconnect);
addEventListener("online", catchUp);
follow();
