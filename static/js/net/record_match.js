// The match in play as a file on this phone: each part of its page carries the lines that were said last. What waits in
// such a file is sent as soon as the club answers, and the engine is fetched while the phone is idle.

import { setReady } from "./away.js";
import {
  deleteOld,
  deleteRecord,
  findRecord,
  isWaiting,
  leftOf,
  linesOf,
  matchPath,
  saveRecord,
} from "./match_records.js";
import { awayPaths, fetchRecord, sayJoined, showFork, syncAll, syncMatch } from "./sync.js";

const IDLE = 5000; // ms after a page of a match
const path = matchPath(location.pathname);
let keeping = Promise.resolve(); // one after the other
let hasEngine = false;
let touched = -Infinity;

document.addEventListener("pointerdown", () => (touched = performance.now()), { capture: true, passive: true });

// The last lines of the log, and how many come before them.
function shownLines() {
  const template = document.getElementById("lines");
  return template && { after: Number(template.dataset.after), lines: JSON.parse(template.content.textContent) };
}

const lastLine = () => Number.parseInt(document.querySelector("[data-line]")?.dataset.line, 10);

// How the page looks and speaks, as the match does when it goes on.
function appearance() {
  const { lang, dataset } = document.documentElement;
  return [lang, dataset.theme, dataset.numbers].join();
}

async function saveShown(isOver) {
  const record = await findRecord(path);
  if (record && isWaiting(record)) return sendBack();
  const shown = shownLines();
  const now = shown ? shown.after + shown.lines.length : lastLine();
  if (isOver) return record && deleteRecord(path);
  if (!record || record.appearance !== appearance() || (shown ? linesOf(record).length !== shown.after : true)) {
    if (record?.appearance === appearance() && isLast(record, now, shown?.lines.at(-1))) return setReadiness();
    const fetched = await fetchRecord(path);
    if (fetched && !fetched.is_over) await saveRecord({ ...fetched, appearance: appearance() });
    await deleteOld();
  } else {
    linesOf(record).push(...shown.lines);
    await saveRecord({ ...record, joined: now, changed: Date.now() });
  }
  setReadiness();
}

// Whether a record ends with this line of the log, as far as the page says what that is.
const isLast = (record, number, line) =>
  linesOf(record).length === number && (!line || linesOf(record).at(-1).at === line.at);

const setReadiness = () => hasEngine && setReady(path);

async function sendBack() {
  const { state } = await syncMatch(path);
  if (state === "parted") return showFork(path);
  if (state === "joined") location.reload();
}

// In the history: what was scored here and not taken by the club.
async function showLeft() {
  const list = document.querySelector(".left-over");
  if (!list) return;
  for (const { match } of await leftOf(path)) {
    const item = list.querySelector("template").content.cloneNode(true);
    const file = new File([JSON.stringify(match)], `${match.game}.json`, { type: "application/json" });
    Object.assign(item.querySelector("a"), { href: URL.createObjectURL(file), download: file.name });
    list.append(item);
    list.hidden = false;
  }
}

async function fetchEngine() {
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.connection?.saveData) return;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  active.postMessage({ type: "fetch engine" }, [port2]);
  const build = await answer;
  if (!build) return;
  hasEngine = true;
  saveNow();
  const fileOfEngine = (name) => new URL(`offline/shell/${name}`, active.scriptURL).href;
  const { hasSnapshot } = await import(fileOfEngine("snapshot.js"));
  if (!(await hasSnapshot(build))) makeSnapshot(fileOfEngine("make_snapshot.js"), build);
}

// The engine starts quicker with a snapshot of its memory, which takes some seconds of a phone that is looked at, and
// idle.
function makeSnapshot(maker, build) {
  if (document.hidden || performance.now() - touched < IDLE) return setTimeout(makeSnapshot, IDLE, maker, build);
  const worker = new Worker(maker, { type: "module" });
  for (const end of ["message", "error"]) worker.addEventListener(end, () => worker.terminate());
  worker.addEventListener("message", ({ data }) => (document.documentElement.dataset.snapshot = data));
  worker.postMessage({ build });
}

const isPlayed = () => !document.querySelector(".play") || document.getElementById("prompt");
const saveNow = (isOver = !isPlayed()) => (keeping = keeping.then(() => saveShown(isOver)).catch(() => {}));

// From a page of a match that a member has, which is in play or over.
export function recordMatch(isInPlay) {
  sayJoined();
  if (!path) return;
  if (awayPaths().some((other) => other !== path)) syncAll(path.replace(/matches\/\d+$/, ""), path).catch(() => {});
  showLeft().catch(() => {});
  saveNow(!isInPlay);
  if (!isInPlay) return;
  document.addEventListener("htmx:after:swap", ({ target }) => target.closest?.("#proof") || saveNow());
  setTimeout(() => fetchEngine().catch(() => {}), IDLE);
}
