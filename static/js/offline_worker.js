// Where a page cannot be reached the browser shows what is kept of it, which copies.js does, or else a page of ours in
// place of its own. For a match that this phone keeps, that page holds the engine and shows the match in a frame: what
// a framed page asks is answered by the engine, and what a whole page asks by the server.

import { ofApp } from "./net/answers.js";
import { enginePort } from "./net/engine_port.js";
import { fileCache, HEADERS } from "./net/file_cache.js";
import { allRecords, findRecord, isWaiting, matchPath } from "./net/match_records.js";

const FILES = []; // the server says which: that page first, then what it is made of
const ENGINE = {}; // the `build`, its `engine` and its `files`: hashes by name; nothing without a pocket
const WORDS = ""; // for an answer that is lost
const CACHE = `tricktally offline ${FILES.join(" ")}`;
const ENGINES = "tricktally engine ";
const WHOLE = "whole"; // is there once all files of an engine are
const LONG = 6000; // ms after which nobody answers
const AWAY = 3000; // the same where the match can go on
const NO_DATABASE = 503; // says the club itself
const [PAGE] = FILES;
const SCOPE = new URL(registration.scope);
const POCKET = new URL("pocket/", SCOPE); // has a worker of its own
const FOLDER = new URL("offline/", SCOPE); // where the files of the engine are kept: no server has these addresses
const away = new Set(); // paths of which a page has said that nobody answers
const frames = new Map(); // of each client that asked: the match in whose frame it is, or null

const isBelow = (url, folder) => url.origin === folder.origin && url.pathname.startsWith(folder.pathname);

// --- the files -------------------------------------------------------------------------------------------------------

addEventListener("install", (event) => event.waitUntil(keepFiles()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => clients.claim())));

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  // Windows that are never closed would keep a worker for ever; one that holds an engine keeps its own.
  // Where a browser keeps no records, as in some private windows, nothing waits.
  const records = await allRecords().catch(() => []);
  if (!records.some(isWaiting)) skipWaiting();
}

async function forgetOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith("tricktally offline ") && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

let fetching = null; // one at a time, for all windows

const fetchEngine = () => (fetching ??= fetchNewEngine().finally(() => (fetching = null)));

// The engine gives way to that of this build when all of it is there, and nothing is away.
async function fetchNewEngine() {
  const name = `${ENGINES}${ENGINE.build}`;
  if (!ENGINE.build) return;
  if (!(await isWhole(name))) {
    await fileCache({ name, files: ENGINE.files, source: POCKET, target: FOLDER }).fetchAll();
    await (await caches.open(name)).put(new URL(WHOLE, FOLDER), new Response(ENGINE.engine, { headers: HEADERS }));
  }
  if ((await allRecords()).some(isWaiting)) return;
  for (const other of await engineNames()) if (other !== name) await caches.delete(other);
}

const engineNames = async () => (await caches.keys()).filter((name) => name.startsWith(ENGINES));
const isWhole = async (name) => Boolean(await caches.match(new URL(WHOLE, FOLDER), { cacheName: name }));

// The engine that is there: the earliest that is whole goes on for as long as something is away.
async function engineName() {
  for (const name of await engineNames()) if (await isWhole(name)) return name;
  return null;
}

async function engineFile(request) {
  const name = await engineName();
  return (name && (await caches.match(request, { cacheName: name }))) || Response.error();
}

// --- what is asked ---------------------------------------------------------------------------------------------------

addEventListener("fetch", (event) => {
  const { request, clientId, resultingClientId } = event;
  const url = new URL(request.url);
  if (!isBelow(url, SCOPE) || isBelow(url, POCKET)) return;
  if (isBelow(url, FOLDER)) return event.respondWith(engineFile(request));
  if (request.mode === "navigate" && request.destination === "document") {
    frames.set(resultingClientId, null);
    if (request.method === "GET") event.respondWith(pageFor(request, url));
    return;
  }
  if (request.mode === "navigate") {
    const match = frames.get(clientId) || matchOf(request.referrer) || matchPath(url.pathname) || "";
    frames.set(resultingClientId, match);
    return event.respondWith(framedPage(match, request, url));
  }
  const match = frames.get(clientId) ?? null;
  if (match !== null) return event.respondWith(askEngine(match, request));
  const isFile = ["style", "script"].includes(request.destination) || FILES.some((file) => request.url.endsWith(file));
  if (request.method === "GET" && isFile) event.respondWith(fileFor(request));
});

// A worker that was stopped looks at who is there; the page around a frame wakes it often enough.
async function findFrames() {
  for (const { id, frameType, url } of await clients.matchAll({ type: "window", includeUncontrolled: true }))
    if (!frames.has(id)) frames.set(id, frameType === "nested" ? matchOf(url) ?? "" : null);
}
findFrames();

const matchOf = (address) => address && matchPath(new URL(address).pathname);

const copyOf = async (request) => (await caches.match(request)) ?? Response.error();
// Each has an address of its own for ever.
const fileFor = async (request) => (await caches.match(request)) ?? fetch(request);

// Where nobody says anything what is kept does not wait for the end of that.
async function pageFor(request, url) {
  const path = url.pathname;
  if (away.delete(path)) return copyOf(PAGE);
  const goesOn = canGoOn(path);
  const copy = async () => ((await goesOn) ? null : await caches.match(request)) ?? copyOf(PAGE);
  const asPage = async (response) => ((await goesOn) && !(await isOfClub(response, url)) ? copy() : response);
  const response = fetch(request).then(asPage, copy);
  const { moved, waits } = (await goesOn) ?? {};
  if (moved) return Response.redirect(new URL(moved, url));
  // The server would ask a question that was answered here.
  if (waits) return copyOf(PAGE);
  const late = async () => {
    const patience = (await goesOn) ? AWAY : LONG;
    if (patience === LONG && !(await caches.match(request))) return response;
    await new Promise((show) => setTimeout(show, patience));
    return copy();
  };
  return Promise.race([response, late()]);
}

// Whether a page is the club's. Of a redirect a worker sees only that it is one.
async function isOfClub(response, url) {
  const isRedirect = response.type === "opaqueredirect";
  const page = isRedirect ? await fetch(url, { method: "HEAD" }).catch(() => null) : response;
  return ofApp(page) !== null && page.status !== NO_DATABASE;
}

// Null where a match cannot go on here, or else whether something of it waits for its club, or where its page `moved`.
async function canGoOn(path) {
  const match = matchPath(path);
  const record = match && (await findRecord(match).catch(() => null));
  if (record?.moved) return { moved: record.moved + path.slice(match.length) };
  if (!record || !(await engineName())) return null;
  return { waits: isWaiting(record) && !record.isDeleted };
}

// --- the engine ------------------------------------------------------------------------------------------------------

// One of each match; "" is that of any, for a page of which nothing else is known.
const engines = new Map();

function engineOf(match = "") {
  const isHolder = ({ frameType, url }) => frameType !== "nested" && !isBelow(new URL(url), POCKET);
  const isOurs = (url) => isBelow(url, SCOPE);
  if (!engines.has(match))
    engines.set(match, enginePort({ host: SCOPE.host, of: match, isHolder, isOurs, stopped: () => WORDS }));
  return engines.get(match);
}

// Another match that is kept has an engine of its own: the window around the frame goes there.
async function framedPage(match, request, url) {
  const other = matchPath(url.pathname);
  const record = other && other !== match ? await findRecord(other).catch(() => null) : null;
  if (!record) return askEngine(match, request);
  const headers = { ...HEADERS, "Content-Type": "text/html; charset=utf-8" };
  return new Response("<!doctype html><html data-elsewhere></html>", { headers });
}

// Files that have an address of their own for ever are asked for once.
async function askEngine(match, request) {
  const isFile = request.method === "GET" && request.url.includes("?v=");
  const same = isFile && (await caches.match(request));
  if (same) return same;
  const response = await engineOf(match).pass(request);
  const name = isFile && response.ok && (await engineName());
  if (name) await (await caches.open(name)).put(request, response.clone()).catch(() => {});
  return response;
}

// Which engine is there in the end: its hash, or nothing.
async function sendEngineBuild(port) {
  await fetchEngine().catch(() => {});
  port.postMessage(await (await engineFile(new URL(WHOLE, FOLDER))).text());
}

addEventListener("message", (event) => {
  const { data, ports, source } = event;
  if (data.type === "engine") engineOf(data.of).take(ports[0], source.id);
  if (data.type === "gone") for (const engine of engines.values()) engine.lose(source.id);
  if (data.type === "away") {
    away.add(data.path);
    ports[0].postMessage("heard");
  }
  if (data.type === "fetch engine") event.waitUntil(sendEngineBuild(ports[0]));
});
