// The offline queue, in localStorage: the answers that wait on this phone, of each match, and how one of them is sent.
// outbox.js puts them in; where the whole match goes on without its club, match_records.js has it. Who answers and
// leaves has answered: what waits of other pages is sent from this one. What is not taken there waits for its own page,
// which says why.

import { storage } from "../parts/memory.js";
import { ofApp } from "./answers.js";
import { here } from "./drafts.js";
import { isAway } from "./notice.js";

const LONG = 10000; // ms for which an answer is waited for: a dead connection says nothing
export const LATE = 30000; // ms after which, at the latest, what did not arrive is sent again
const queues = () => storage.read("outbox", {});

// Of one match, the earliest first. A page of before kept one, and not in a list.
export const waiting = (match) => [queues()[match] ?? []].flat();

export function keepWaiting(match, answers) {
  const all = queues();
  if (answers.length) all[match] = answers;
  else delete all[match];
  storage.set("outbox", JSON.stringify(all));
}

// The response, or null where nobody answers, and its words.
export async function send({ action, fields, key }, ending = new AbortController()) {
  const body = new URLSearchParams([...fields, ["once", key]]);
  const headers = { "HX-Request": "true" };
  const limit = setTimeout(() => ending.abort(), LONG);
  const response = await fetch(action, { method: "POST", body, headers, signal: ending.signal }).catch(() => null);
  const text = await response?.text().catch(() => null);
  clearTimeout(limit);
  return [text == null ? null : ofApp(response), text];
}

// The answers that wait after one that was taken: the first for the line of the log that its question has come to.
export function afterPage(text, answers) {
  const [next, ...rest] = answers;
  const form = new DOMParser().parseFromString(text, "text/html").getElementById("prompt");
  if (!next || form?.dataset.draft !== next.question) return answers;
  const fields = next.fields.map(([name, value]) => [name, name === "after" ? form.after.value : value]);
  return [{ ...next, fields }, ...rest];
}

// Says whether it is worth another try.
async function sendAll(match) {
  for (let [answer] = waiting(match); answer; [answer] = waiting(match)) {
    const [response, text] = await send(answer);
    if (!response?.ok) return !response || response.status >= 500 || response.status === 429;
    const rest = waiting(match).filter(({ key }) => key !== answer.key);
    keepWaiting(match, afterPage(text, rest));
  }
  return false;
}

async function sendOthers() {
  let isLater = false;
  for (const match of Object.keys(queues())) if (match !== here()) isLater = (await sendAll(match)) || isLater;
  if (isLater) setTimeout(sendOthers, LATE);
}
if (!isAway) sendOthers();
