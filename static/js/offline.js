// The page in place of one that cannot be reached. Of a match that this phone keeps it holds the engine and shows the
// match in a frame until the club answers; of any other it says which match it is, and what is kept of it. Also in a
// page of before, which gives way to what it is now as soon as somebody answers.

import { ofApp } from "./net/answers.js";
import { allRecords, changeRecord, findRecord, isWaiting, matchPath } from "./net/match_records.js";
import { moveMemory } from "./net/moved.js";
import { askForLine, markAway, showFork, syncMatch } from "./net/sync.js";
import { all, make } from "./parts/dom.js";
import { session, storage } from "./parts/memory.js";

const OFTEN = 1500; // ms between two looks whether somebody answers
const SOON = 500; // the same once somebody has answered
const SELDOM = 30000; // the same at most, while nobody does, and nobody plays
const AT_LEAST = 5000; // ms for which a match stays away: a network that comes and goes is none
const BETWEEN_TAPS = 800; // ms: a page that gives way takes a tap in that moment with it
const SHORT = 1500; // ms in which a club that answers has taken what waits
const MINUTE = 60_000;
const BROKEN = "broken"; // in this window: when an engine broke down
const ANSWERS = 2; // in a row, and the network is back

const page = document.querySelector(".went-wrong");
const path = matchPath(location.pathname);
const { serviceWorker } = navigator;

// --- a page that is not there ----------------------------------------------------------------------------------------

function sayWhatIsThere(look = checkConnection) {
  const [match, name, home] = storage.read("match", []);
  if (page && match && `${location.pathname}/`.startsWith(`${match}/`)) {
    const line = page.querySelector(".of-match");
    line.textContent = name;
    line.hidden = false;
    const last = [storage.read("outbox", {})[match] ?? []].flat().filter(({ of }) => !of).at(-1);
    const notice = page.querySelector(".notice");
    if (last) notice.textContent = notice.dataset.kept.replace("{answer}", last.name);
    notice.hidden = !last;
  }
  const start = page?.querySelector(".to-start");
  if (start) start.hidden = !home || location.pathname === home || !location.pathname.startsWith(home);
  if (start && home) start.href = home;
  const back = page?.querySelector(".back");
  if (back) back.hidden = history.length < 2;
  back?.addEventListener("click", () => history.back());
  addEventListener("online", look);
  setInterval(look, OFTEN);
  showMatches().catch(() => {});
}

// The matches of this club, or of any where the page is of none, which go on without it.
async function showMatches() {
  const section = page?.querySelector(".on-phone");
  if (!section || !serviceWorker?.controller || !(await engineBuild())) return;
  const games = JSON.parse(section.dataset.games);
  const club = location.pathname.match(/^.*?\/c\/[^/]+\//)?.[0] ?? "";
  for (const { path: there, match, left } of await allRecords()) {
    if (left || there === path || !there.startsWith(club)) continue;
    const item = section.querySelector("template").content.cloneNode(true);
    item.querySelector("a").href = there;
    item.querySelector("b").textContent = match.title ?? games[match.game];
    item.querySelector("small").textContent = match.players.join(" · ");
    section.querySelector("ul").append(item);
    section.hidden = false;
  }
}

const checkConnection = () =>
  fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    (response) => ofApp(response) && location.reload(),
    () => null,
  );

// --- a match that goes on --------------------------------------------------------------------------------------------

let worker = null;
let frame = null;
let awaySince = 0;
let release = () => {};

// The hash of the engine that is kept, by which its picture of memory is found; none where not all of it is there.
const engineBuild = () =>
  fetch(new URL("offline/whole", serviceWorker.controller.scriptURL)).then((response) => response.text(), () => "");

const fileOfEngine = (name) => new URL(`offline/shell/${name}`, serviceWorker.controller.scriptURL).href;

async function goOn(build) {
  awaySince = performance.now();
  page.hidden = true;
  document.querySelector(".going-on").hidden = false;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data.type === "engine?" && ["", path].includes(data.of) && worker?.isReady) giveEngine(data.of);
  });
  serviceWorker.startMessages();
  addEventListener("pagehide", () => serviceWorker.controller?.postMessage({ type: "gone" }));
  markAway(path);
  const isFirst = await hold({ ifAvailable: true });
  if (isFirst) await startEngine(build);
  await showMatch();
  waitForClub();
  if (isFirst) return;
  // Another window holds the engine until it is closed.
  await hold({});
  await startEngine(build);
}

function hold(options) {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`tricktally engine ${path}`, options, (lock) => {
        resolve(Boolean(lock));
        return lock && new Promise((done) => (release = done));
      })
      .catch(reject);
  });
}

function startEngine(build) {
  return new Promise((resolve, reject) => {
    worker = new Worker(fileOfEngine("away_worker.js"), { type: "module" });
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    worker.addEventListener("message", ({ data }) => {
      if (data.type === "begun") markAway(data.path);
      if (data.type === "trouble") reject(new Error(data.words));
      if (data.type === "trouble" && worker.isReady) startAgain(new Error(data.words));
      if (data.type !== "ready") return;
      worker.isReady = true;
      document.documentElement.dataset.started = Math.round(data.took);
      giveEngine();
      resolve();
    });
    worker.postMessage({ type: "start", path, build });
  });
}

// What could not be kept may be the next time; where it cannot, nothing goes round in a circle.
function startAgain(error) {
  const before = Number(session.get(BROKEN));
  session.set(BROKEN, Date.now());
  if (Date.now() - before > MINUTE) location.reload();
  else giveUp(error);
}

function giveUp(error) {
  document.querySelector(".going-on").hidden = true;
  for (const part of all(document, "iframe")) part.remove();
  document.documentElement.dataset.trouble = error.message;
  worker?.terminate();
  release();
  page.hidden = false;
  sayWhatIsThere(checkWithoutEngine);
}

// What waits of a match that cannot be shown joins all the same. Where it cannot, a page that is loaded anew would only
// be this one again.
let nextTry = 0;

async function checkWithoutEngine() {
  if (performance.now() < nextTry) return;
  const record = await findRecord(path).catch(() => null);
  if (!record || !isWaiting(record)) return checkConnection();
  await rejoin(record, { line: record.joined }).catch(() => {});
  nextTry = performance.now() + pause;
}

function giveEngine(of = path) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ type: "port" }, [port1]);
  serviceWorker.controller?.postMessage({ type: "engine", of }, [port2]);
}

async function showMatch() {
  const { heed } = await import(fileOfEngine("frame.js"));
  frame = make("iframe", { name: "page", title: document.title, src: location.href });
  const isOurs = (address) => matchPath(new URL(address).pathname) === path;
  heed(frame, { isOurs, onMatch: () => {}, onLook: wear });
  frame.addEventListener("load", () => {
    const shown = frame.contentDocument;
    // It has led to another match that is kept.
    if (shown?.documentElement.dataset.elsewhere !== undefined) return location.replace(shown.URL);
    shown?.addEventListener("click", ({ target }) => target.closest("[data-try-now]") && askClub());
    shown?.addEventListener("htmx:after:swap", sayReason);
    sayReason();
    // Somebody is at the table.
    shown?.addEventListener("pointerdown", () => (touched = performance.now()));
  });
  document.body.append(frame);
  frame.focus();
}

// As the page in the frame does.
function wear({ dataset, lang, dir }) {
  const root = document.documentElement;
  if (dataset.theme) root.dataset.theme = dataset.theme;
  else delete root.dataset.theme;
  Object.assign(root, { lang, dir });
}

// --- the way back ----------------------------------------------------------------------------------------------------

let timer = 0;
let pause = OFTEN;
let answers = 0;
let touched = performance.now(); // by whoever plays
let isAsking = false;

function waitForClub() {
  addEventListener("online", askClub);
  document.addEventListener("visibilitychange", () => document.hidden || askClub());
  timer = setTimeout(askClub, OFTEN);
}

async function askClub() {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(timer);
  // What cannot be looked at now is looked at again.
  const stays = await checkClub().catch(() => true);
  isAsking = false;
  if (stays) timer = setTimeout(askClub, pause);
}

async function checkClub() {
  const record = await findRecord(path).catch(() => null);
  // Another window has taken it to the club.
  if (record?.moved) return leaveFor(record.moved);
  const answer = record && (await askForLine(record));
  answers = answer ? answers + 1 : 0;
  const now = performance.now();
  const isUsed = !reason && now - touched < MINUTE;
  const long = isUsed ? OFTEN : Math.min(pause * 1.5, SELDOM);
  pause = answers ? SOON : long;
  const isBack = answers >= ANSWERS && now - awaySince >= AT_LEAST && now - touched >= BETWEEN_TAPS;
  return !isBack || rejoin(record, answer);
}

// Says whether the match stays away.
async function rejoin({ joined }, { line }) {
  // A club that was restored from its backup has lost what it had.
  if (line < joined) await changeRecord(path, (now) => ({ ...now, joined: line }));
  return stayOrLeave(await syncMatch(path));
}

// By what the club says of what was sent; the match may have got another path there.
async function stayOrLeave({ state, words, after, path: there }) {
  if (state === "later") return stayFor(after);
  if (state === "closed" || state === "refused") return stayAway(state, words);
  // Its page in the club says more of it.
  if (state === "deleted") await changeRecord(there, (record) => ({ ...record, isDeleted: true }));
  if (state === "parted") await showFork(there);
  else leaveFor(there);
  return false;
}

// Says that the match does not stay away: the page that was open comes from the club.
function leaveFor(there) {
  const { pathname } = location;
  if (there !== path) moveMemory(path, there);
  // Only here there is a page that says how far a match is away.
  const address = pathname === `${path}/away` ? there : there + pathname.slice(path.length);
  if (address === pathname) location.reload();
  else location.replace(address);
  return false;
}

// A busy club says when it can be asked again; another window that sends is soon done.
function stayFor(seconds = 0) {
  pause = Math.max(OFTEN, seconds * 1000);
  return true;
}

// The match goes on here, and its line says why it is not in the club.
let reason = "";

function stayAway(state, words) {
  reason = page.querySelector(`[data-state=${state}]`)?.textContent ?? words;
  pause = SELDOM;
  sayReason();
  return true;
}

function sayReason() {
  const line = frame?.contentDocument?.querySelector(".away") ?? page.querySelector(".of-match");
  if (!reason) return;
  line.textContent = reason;
  line.hidden = false;
}

async function main() {
  const record = path && serviceWorker?.controller && page ? await findRecord(path).catch(() => null) : null;
  if (record?.moved) return leaveFor(record.moved);
  const build = record ? await engineBuild() : "";
  if (!build) return sayWhatIsThere();
  if (!isWaiting(record) || (await staysAway())) await goOn(build).catch(giveUp);
}

// The club may answer again since lines wait: that is tried before the engine is started. What it says later than that
// is heard at the next look, so that no match is shown for a moment.
function staysAway() {
  const late = new Promise((resolve) => setTimeout(resolve, SHORT, { state: "later" }));
  return Promise.race([syncMatch(path), late]).then(stayOrLeave).catch(() => true);
}
main();
