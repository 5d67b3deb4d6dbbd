// The offline queue, in localStorage: the answers that wait on this phone, of each match, and how one of them is sent.
// outbox.js puts them in; where the whole match goes on without its club, match_records.js has it. Who answers and
// leaves has answered: what waits of other pages is sent from this one. What is not taken there waits for its own page,
// which says why.

import { storage } from "../parts/memory.js";
import { fetchPart } from "./answers.js";
import { forgetDraft, here } from "./drafts.js";
import { isAway } from "./notice.js";

const LONG = 10000; // ms for which an answer is waited for: a dead connection says nothing
export const LATE = 30000; // ms after which, at the latest, what did not arrive is sent again
const TURNS = ["pane", "rest", "fit"]; // what only changes the page of a question, and saves nothing
const queues = () => storage.read("outbox", {});

// The answers of one match, the earliest first. A page of before kept one, and not in a list; what is none was left by
// another site of this address.
export const queueOf = (match) => [queues()[match] ?? []].flat().filter((answer) => Array.isArray(answer?.fields));

export function keepQueue(match, answers) {
  const all = queues();
  if (answers.length) all[match] = answers;
  else delete all[match];
  storage.set("outbox", JSON.stringify(all));
}

// Who leaves a club takes nothing of it along.
export function forgetQueues(home) {
  for (const match of Object.keys(queues())) if (match.startsWith(home)) keepQueue(match, []);
}

// The response, or null where nobody answers, and its words.
export async function send({ action, fields, key }, ending = new AbortController()) {
  const body = new URLSearchParams([...fields, ["once", key]]);
  const limit = setTimeout(() => ending.abort(), LONG);
  const response = await fetchPart(action, { method: "POST", body, signal: ending.signal });
  const text = await response?.text().catch(() => null);
  clearTimeout(limit);
  return [text == null ? null : response, text];
}

// Answers that wait behind one that was taken: the first for the line of the log that its question has come to, by the
// page that says so.
export function atLineOf(text, answers) {
  const [next, ...rest] = answers;
  const form = new DOMParser().parseFromString(text, "text/html").getElementById("prompt");
  if (!next || form?.dataset.draft !== next.question) return answers;
  const fields = next.fields.map(([name, value]) => [name, name === "after" ? form.after.value : value]);
  return [{ ...next, fields }, ...rest];
}

const isForOwnPage = ({ fields, isRefused }) => isRefused || fields.some(([name]) => TURNS.includes(name));

// Says whether it is worth another try.
async function sendAll(match) {
  for (let [answer] = queueOf(match); answer && !isForOwnPage(answer); [answer] = queueOf(match)) {
    const [response, text] = await send(answer);
    if (!response || response.status >= 500 || response.status === 429) return true;
    // Its page may have taken it back meanwhile, or sent it.
    const [earliest, ...rest] = queueOf(match);
    if (earliest?.key !== answer.key) continue;
    if (response.ok) forgetDraft(answer.question, match);
    keepQueue(match, response.ok ? atLineOf(text, rest) : [{ ...earliest, isRefused: true }, ...rest]);
  }
  return false;
}

async function sendOthers() {
  let isLater = false;
  for (const match of Object.keys(queues())) if (match !== here()) isLater = (await sendAll(match)) || isLater;
  if (isLater) setTimeout(sendOthers, LATE);
}
if (!isAway) sendOthers();
