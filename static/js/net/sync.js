// The way of a match back into its club: the whole file is sent, and the club takes the lines that it has not. One
// window at a time sends, or the second one would be shown a fork with itself. A match that was begun without the club
// gets its number there, and goes on under that.

import { make } from "../parts/dom.js";
import { READY, session, storage } from "../parts/memory.js";
import { showToast } from "../parts/toast.js";
import { ofApp } from "./answers.js";
import {
  allRecords,
  changeRecord,
  deleteRecord,
  findRecord,
  isBegunHere,
  isWaiting,
  leaveRecord,
  linesOf,
  numberOf,
} from "./match_records.js";
import { moveMemory } from "./moved.js";

const PATIENCE = 4000; // ms after which nobody answers
const LONG = 30000; // the same for a whole match, which is sent, and checked line by line
const AWAY = "away"; // the addresses of matches with something that waits
const JOINED = "joined"; // in this window: what the next page says of the way back

export const awayPaths = () => storage.read(AWAY, []);
const setAway = (paths) => storage.set(AWAY, JSON.stringify(paths));
export const markAway = (path) => setAway([...new Set([...awayPaths(), path])]);
const unmarkAway = (path) => setAway(awayPaths().filter((other) => other !== path));

// The response, or null where the club does not answer in time.
async function ask(address, about, patience = PATIENCE) {
  const asking = new AbortController();
  const limit = setTimeout(() => asking.abort(), patience);
  try {
    const headers = { Accept: "application/json" };
    const how = { cache: "no-store", headers, redirect: "error", signal: asking.signal };
    const response = ofApp(await fetch(address, { ...how, ...about }));
    if (!response) return null;
    const after = Number(response.headers.get("Retry-After")); // s
    return { status: response.status, content: await response.json(), after };
  } catch {
    return null;
  } finally {
    clearTimeout(limit);
  }
}

// Asks the club of a match for its last line: the answer has the number of that, and is null where nobody answers, or
// who has no database.
export async function askForLine({ path, joined }) {
  const answer = await ask(`${addressOf(path)}?after=${joined}`);
  if (!answer || answer.status === 503) return null;
  const { line } = answer.content;
  return answer.status === 200 && !Number.isInteger(line) ? null : { line };
}

const addressOf = (path) => (isBegunHere(path) ? path.replace(/[^/]+$/, "sync") : `${path}/sync`);

// The match as its club has it now; null where it does not say.
export async function fetchRecord(path) {
  const answer = await ask(`${path}/sync`);
  return answer?.content.match ? recordOf(answer.content) : null;
}

const recordOf = ({ line, ...content }) => ({ ...content, joined: line, changed: Date.now() });

// Sends what waits of a match. Says what became of it: "joined", "nothing", "later", "closed", "deleted", "parted" or
// "refused", with the words of the club, `after` how many seconds it wants to be asked again, and the `path` under
// which the match goes on.
export const syncMatch = (path) =>
  navigator.locks.request(`tricktally sync ${path}`, { ifAvailable: true }, (lock) =>
    lock ? send(path) : { state: "later", path },
  );

async function send(path) {
  const record = await findRecord(path);
  if (!record || !isWaiting(record)) {
    unmarkAway(path);
    return { state: "nothing", path: record?.moved ?? path };
  }
  const sent = linesOf(record).length;
  const body = new FormData();
  body.set("text", JSON.stringify(record.match));
  const answer = await ask(addressOf(path), { method: "POST", body }, LONG);
  const state = stateOf(answer);
  const { words, ask: question, added: _lines, ...content } = answer?.content ?? {};
  const there = content.path ?? path;
  if (state !== "joined") {
    if (there !== path) await moveTo(there, path, (now) => ({ ...now, path: there, number: numberOf(there) }));
    return { state, words, after: answer?.after, path: there };
  }
  const joined = recordOf(content);
  // What was said meanwhile goes on behind it.
  await moveTo(there, path, (now) => {
    linesOf(joined).push(...linesOf(now ?? record).slice(sent));
    return joined;
  }).catch(() => forgetJoined(path, sent));
  if (isWaiting(joined)) return send(there);
  unmarkAway(there);
  if (joined.is_over) await deleteRecord(there);
  session.set(JOINED, JSON.stringify({ words, question }));
  return { state, words, path: there };
}

// What its pages remember goes with a match that has got another address.
async function moveTo(there, path, change) {
  await changeRecord(path, change);
  if (there === path) return;
  moveMemory(path, there);
  markAway(there);
  unmarkAway(path);
}

// A full disk has no room for what is in the club already.
async function forgetJoined(path, lines) {
  const record = await findRecord(path);
  if (linesOf(record).length > lines) throw new Error(path); // more was said since
  await deleteRecord(path);
}

function stateOf(answer) {
  if (!answer || (answer.status === 200 && !answer.content.match)) return "later";
  const states = { 200: "joined", 401: "closed", 403: "closed", 404: "closed", 409: "parted", 410: "deleted" };
  const known = states[answer.status];
  if (known) return known;
  const isFull = answer.status === 507; // the club, of matches
  return answer.status === 429 || (answer.status >= 500 && !isFull) ? "later" : "refused";
}

// Opens the page of the club that shows both logs. The one of this phone stays as a file, whatever is chosen there.
export const showFork = (path) => postFile(path, {});

// Of a match that is no more in the club.
export const saveAsNew = (path) => postFile(path, { again: "1", keep: "1", dated: "1" });

async function postFile(path, fields) {
  const record = await findRecord(path);
  const { match, root, club } = record;
  const about = { method: "post", enctype: "multipart/form-data", hidden: true };
  const form = Object.assign(make("form", about), { action: `${root}/c/${club}/matches/import` });
  // It takes less than the way back does.
  const lines = match.log.lines.map(({ once, batch, ...line }) => line);
  const text = JSON.stringify({ ...match, log: { ...match.log, lines } });
  for (const [name, value] of Object.entries({ ...fields, text })) form.append(make("textarea", { name, value }));
  document.body.append(form);
  await leaveRecord(record);
  unmarkAway(path);
  session.set(READY, "");
  form.submit();
}

// All that waits in the club of this page, but for the match at `besides`; says what the latest has come to.
export async function syncAll(home, besides) {
  let latest = { state: "nothing" };
  const records = await allRecords();
  // Of a match whose file was cleared nothing waits.
  setAway(awayPaths().filter((path) => !path.startsWith(home) || records.some((record) => record.path === path)));
  for (const record of records) {
    if (!record.path.startsWith(home) || record.path === besides || !isWaiting(record)) continue;
    latest = await syncMatch(record.path);
    if (latest.state === "parted") break;
  }
  return latest;
}

// What became of the match that was sent, once, on whichever page comes then.
export function sayJoined() {
  const { words, question } = session.read(JOINED, {});
  if (!words) return;
  session.set(JOINED, "");
  document.getElementById("saved")?.remove();
  const toast = make("div", { className: "toast aligned", id: "saved", role: "status" });
  toast.append(make("p", { className: "two-lines grows", textContent: words }));
  if (question) toast.append(make("a", { className: "does", href: question.page, textContent: question.words }));
  (document.getElementById("match") ?? document.querySelector("main")).append(toast);
  showToast();
}

// Who leaves a club leaves none of it on the phone.
export async function forgetClub(home) {
  for (const { path } of await allRecords()) if (path.startsWith(home)) await deleteRecord(path);
  setAway(awayPaths().filter((path) => !path.startsWith(home)));
}
