// The window around the pages. One window at a time holds the lock, and with it the worker in which Python runs; the
// others show pages as well, and the next one takes over when it is closed.
import { heed, putIn, save } from "./frame.js";

const BASE = new URL("../", import.meta.url);
const NAME = `tricktally${BASE.pathname}`;
const TOLD = `${NAME} told`; // is there since the first match
const PREFIX = BASE.pathname.replace(/\/$/, "");
const FOLDER = `tricktally${BASE.pathname.replaceAll("/", "-")}`; // where the matches lie
const IDLE = 3000; // ms after the first page before memory is pictured
const LOOK = 5000; // ms between two looks whether the matches still lie there
const HAS_MATCHES = ["gone", "torn"]; // troubles after which they can still be saved
const here = (id) => document.getElementById(id);
const { serviceWorker } = navigator;
let worker = null;
let frame = null;
let release = () => {};
let hasMadeSnapshot = false;

// --- how it looks --------------------------------------------------------------------------------------------------

// The look that was chosen, and none where the phone chooses. It is kept, so that no cover is bright in a dim room.
function wear(look) {
  const { dataset } = document.documentElement;
  if ((dataset.theme ?? "") === (look ?? "")) return;
  if (look) dataset.theme = look;
  else delete dataset.theme;
  attempt(() => localStorage.setItem(`${NAME} look`, look ?? ""));
}

// A browser may forbid to keep anything here, and then it forgets.
function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

wear(attempt(() => localStorage.getItem(`${NAME} look`)) ?? "");

// --- what is said --------------------------------------------------------------------------------------------------

// The first of these languages that there is, in place of the words on the page; kept like the look.
function speak(tags) {
  const { lang } = document.documentElement;
  const all = [...document.querySelectorAll("template.words")];
  const found = tags.flatMap((tag) => all.filter((each) => [tag, tag.split("-")[0]].includes(each.lang)));
  const words = found[0] ?? all[0];
  if (words.lang === lang) return;
  Object.assign(document.documentElement, { lang: words.lang, dir: words.dir });
  for (const from of words.content.querySelectorAll("[id]")) {
    const to = here(from.id);
    if (from.matches("template")) to.innerHTML = from.innerHTML;
    else if (!from.childElementCount) to.textContent = from.textContent;
    Object.assign(to.dataset, from.dataset);
    if (from.ariaLabel) to.ariaLabel = from.ariaLabel;
  }
  attempt(() => localStorage.setItem(`${NAME} language`, words.lang));
}

speak([attempt(() => localStorage.getItem(`${NAME} language`)) ?? navigator.languages].flat());

function progress(words, done, of) {
  here("progress").textContent = words;
  here("bar").hidden = !of;
  if (of) Object.assign(here("bar"), { max: of, value: done });
}

function sayFetched({ done, of }) {
  progress(here("progress").dataset.fetching.replace("{done}", done).replace("{all}", of), done, of);
}

// What does not work, and what to do: never an empty page.
function trouble(kind, words = "") {
  const lines = here("troubles").content;
  const line = lines.querySelector(`[data-kind=${kind}]`) ?? lines.querySelector("[data-kind=load]");
  here("what").textContent = line.dataset.what;
  here("todo").textContent = line.textContent;
  here("words").textContent = words;
  here("progress").hidden = here("bar").hidden = here("note").hidden = true;
  here("trouble").hidden = here("cover").hidden = false;
  frame?.remove();
  frame = null;
  // Only there can the matches still be read.
  const hasMatches = Boolean(worker) && HAS_MATCHES.includes(kind);
  here("save").hidden = !hasMatches;
  here("again").textContent = line.dataset.again;
  here("again").dataset.kind = kind;
  if (!hasMatches) stop();
  here("what").focus();
}

here("again").addEventListener("click", ({ target }) => {
  if (target.dataset.kind === "gone" && worker) worker.postMessage({ type: "keep", name: FOLDER });
  else location.reload();
});
here("save").addEventListener("click", () => worker.postMessage({ type: "book" }));

function saveAll(files) {
  for (const { name, content } of files) save(new File([content], name, { type: "application/vnd.sqlite3" }));
}

// --- the files, and who passes them on -----------------------------------------------------------------------------

// The worker of a club at the same host is in charge of a first window here, until ours is.
const isControlled = () => serviceWorker.controller?.scriptURL === new URL("sw.js", BASE).href;

async function control() {
  if (!isSecureContext || !serviceWorker) return trouble("no-worker");
  if (!navigator.locks || !navigator.storage?.getDirectory || typeof WebAssembly !== "object") return trouble("old");
  serviceWorker.addEventListener("message", listen);
  serviceWorker.startMessages();
  let registration;
  try {
    const options = { scope: BASE.pathname, updateViaCache: "none" };
    registration = await serviceWorker.register(new URL("sw.js", BASE), options);
  } catch (error) {
    // Without network the one that is there does.
    registration = await serviceWorker.getRegistration(BASE.href);
    if (!registration?.active) return trouble(error.name === "SecurityError" ? "no-worker" : "load", error.message);
  }
  if (!registration.active && !(await installed(registration))) return trouble("load");
  // After a reload past every cache nobody is in charge.
  if (!isControlled()) {
    registration.active?.postMessage({ type: "claim" });
    await once(serviceWorker, "controllerchange");
  }
  return registration;
}

const once = (target, name) => new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

function installed(registration) {
  const coming = registration.installing ?? registration.waiting;
  return new Promise((resolve) => {
    const look = () => ["activated", "redundant"].includes(coming.state) && resolve(coming.state === "activated");
    coming.addEventListener("statechange", look);
    look();
  });
}

function listen({ data }) {
  if (data.type === "fetched" && !isControlled()) sayFetched(data);
  if (data.type === "engine?" && worker?.isReady) giveEngine();
}

// --- the engine ----------------------------------------------------------------------------------------------------

function giveEngine() {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ type: "port" }, [port1]);
  serviceWorker.controller?.postMessage({ type: "engine" }, [port2]);
}

// Says whether the lock is ours. It is held until the window is closed or the engine stopped.
function hold(options) {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(NAME, options, (lock) => {
        resolve(Boolean(lock));
        return lock && new Promise((done) => (release = done));
      })
      .catch(reject);
  });
}

function startEngine() {
  return new Promise((resolve) => {
    // A browser that knows no workers of modules does not look at their type.
    let knowsModules = false;
    const options = {
      get type() {
        knowsModules = true;
        return "module";
      },
    };
    worker = new Worker(new URL("worker.js", import.meta.url), options);
    if (!knowsModules) return trouble("old");
    worker.addEventListener("error", (event) => trouble("load", event.message));
    worker.addEventListener("message", ({ data }) => {
      if (data.type === "trouble") trouble(data.kind, data.words);
      if (data.type === "book") saveAll(data.files);
      if (data.type === "kept") location.reload();
      if (data.type !== "ready") return;
      worker.isReady = true;
      hasMadeSnapshot = data.hasSnapshot;
      document.documentElement.dataset.started = Math.round(data.took);
      if (data.isNew && hadMatches()) return sayLost();
      giveEngine();
      resolve();
    });
    worker.postMessage({ type: "start", name: FOLDER, prefix: PREFIX, build: buildOf() });
  });
}

// A browser may clear the files alone, and between two starts nobody sees it happen.
const hadMatches = () => attempt(() => localStorage.getItem(TOLD) !== null);

// Once: who begins anew has nothing to miss.
function sayLost() {
  localStorage.removeItem(TOLD);
  trouble("lost");
}

// The next start is quicker with a snapshot of the memory, which is made while the phone is idle.
function makeSnapshot() {
  if (hasMadeSnapshot || document.hidden || !worker) return;
  hasMadeSnapshot = true;
  const maker = new Worker(new URL("make_snapshot.js", import.meta.url), { type: "module" });
  maker.addEventListener("message", ({ data }) => {
    document.documentElement.dataset.snapshot = data;
    maker.terminate();
  });
  maker.addEventListener("error", () => maker.terminate());
  maker.postMessage({ build: buildOf() });
}

setInterval(() => !document.hidden && worker?.isReady && worker.postMessage({ type: "look" }), LOOK);

const buildOf = () => document.documentElement.dataset.build;

function stop() {
  worker?.terminate();
  worker = null;
  release();
}

window.addEventListener("pagehide", () => serviceWorker?.controller?.postMessage({ type: "gone" }));

// --- the pages -----------------------------------------------------------------------------------------------------

function showPages() {
  frame = document.createElement("iframe");
  frame.title = "Tricktally";
  frame.name = "page";
  const isShared = location.hash === "#shared";
  const club = new URL("c/home/", BASE);
  // Its root would only lead there, and Firefox logs an error for every redirect that a service worker answers with.
  const first = location.pathname === BASE.pathname ? club : location.href;
  frame.src = isShared ? new URL("matches/import", club) : first;
  if (isShared) frame.addEventListener("load", () => putIn(frame, new URL("shared", BASE)), { once: true });
  heed(frame, { isOurs: (address) => address.startsWith(BASE.href), onMatch: askToKeep, onLook: wearAndSpeak });
  frame.addEventListener(
    "load",
    () => {
      here("cover").hidden = true;
      frame.focus();
    },
    { once: true },
  );
  document.body.append(frame);
}

// As the page in the frame does.
function wearAndSpeak({ dataset, lang }) {
  wear(dataset.theme);
  speak([lang]);
}

// Asked once, when there is something to lose.
async function askToKeep() {
  if (hadMatches()) return;
  attempt(() => localStorage.setItem(TOLD, "yes"));
  const isSafe = await navigator.storage.persist?.().catch(() => false);
  here("note").hidden = isSafe && matchMedia("(display-mode: standalone)").matches;
}

here("fine").addEventListener("click", () => (here("note").hidden = true));
here("more").addEventListener("click", (event) => {
  event.preventDefault();
  here("note").hidden = true;
  if (frame) frame.contentWindow.location.href = event.target.href;
});

// --- the start -----------------------------------------------------------------------------------------------------

async function main() {
  // They are named from here, and the address is about to change.
  for (const link of document.querySelectorAll("link")) link.href = new URL(link.href);
  const registration = await control();
  if (!registration) return;
  const isFirst = await hold({ ifAvailable: true });
  // Nobody plays here yet: a new version that was fetched the last time may begin.
  if (isFirst && registration.waiting) {
    registration.waiting.postMessage({ type: "next" });
    const changed = once(serviceWorker, "controllerchange").then(() => true);
    const isChanged = await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 1000))]);
    if (isChanged) return location.reload();
  }
  progress(here("progress").dataset.starting);
  if (isFirst) await startEngine();
  showPages();
  if (!isFirst) {
    await hold({});
    await startEngine();
  }
  setTimeout(makeSnapshot, IDLE);
}

main().catch((error) => trouble("load", error.message));
