// Stands between the pages and the app. It keeps the files, gives a window the shell, and passes on what the frame in
// it asks to the worker in which Python runs; it may be stopped at any time, and then finds the worker again.
"use strict";

const BUILD = "";
const FILES = {};
const WORDS = {}; // by language
const SCOPE = new URL(self.registration.scope);
const OURS = `tricktally${SCOPE.pathname}`;
const CACHE = `${OURS} ${BUILD}`;
const STAGED = `${OURS} staged`;
const SHARED = "shared"; // where other apps send a match file
const SHELL = "index.html";
const TYPES = {
  bin: "application/octet-stream",
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  zip: "application/zip",
};
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none';" +
  " form-action 'self'; frame-ancestors 'self'";
const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};
const LONGEST_WAIT = 60_000; // ms for an engine that starts
const ASK_AGAIN = 500;

const pathIn = (url) => url.pathname.slice(SCOPE.pathname.length);
const isOurs = (url) => url.origin === SCOPE.origin && url.pathname.startsWith(SCOPE.pathname);

// --- the files -------------------------------------------------------------------------------------------------------

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

// What is the same in another build is not fetched again. All of them are there, or none.
async function fetchAll() {
  const cache = await caches.open(CACHE);
  let done = 0;
  const names = Object.keys(FILES);
  const fetchOne = async (name) => {
    await cache.put(new URL(name, SCOPE), (await keptBefore(name)) ?? (await fetchFile(name)));
    for (const client of await windows())
      client.postMessage({ type: "fetched", done: ++done, of: names.length, build: BUILD });
  };
  try {
    await Promise.all(names.map(fetchOne));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function fetchFile(name) {
  const response = await fetch(new URL(name, SCOPE), { integrity: FILES[name], cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return asOurs(name, await response.blob());
}

async function keptBefore(name) {
  for (const key of await caches.keys()) {
    if (!key.startsWith(`${OURS} `)) continue;
    const response = await (await caches.open(key)).match(new URL(name, SCOPE));
    if (response?.headers.get("X-Content") === FILES[name]) return response;
  }
  return null;
}

// With our own headers, whatever the host says. The shell is shown at every address, and names files from the root.
async function asOurs(name, blob) {
  const type = TYPES[name.split(".").pop()];
  const isShell = name === SHELL;
  const content = isShell ? (await blob.text()).replaceAll('"./', `"${SCOPE.pathname}`) : blob;
  return new Response(content, { headers: { ...HEADERS, "Content-Type": type, "X-Content": FILES[name] } });
}

async function takeOver() {
  for (const key of await caches.keys())
    if (key.startsWith(`${OURS} `) && key !== CACHE && key !== STAGED) await caches.delete(key);
  await self.clients.claim();
}

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const isShell = (client) => client.frameType !== "nested" && isOurs(new URL(client.url));

// --- what is asked ---------------------------------------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!isOurs(url)) return;
  if (request.destination === "document") event.respondWith(show(request, url));
  else if (Object.hasOwn(FILES, pathIn(url))) event.respondWith(fileOf(pathIn(url)));
  else event.respondWith(pass(request, url));
});

// A window gets the shell. What another app or site posts to a window is never run: a file is put aside and shown.
async function show(request, url) {
  if (request.method === "GET") return fileOf(SHELL).catch(sayEmpty);
  if (pathIn(url) === SHARED) await stage(request).catch(() => {});
  return Response.redirect(pathIn(url) === SHARED ? `${SCOPE.href}#${SHARED}` : SCOPE.href, 303);
}

// The browser has thrown away the files of the app, and there is no network.
function sayEmpty() {
  return new Response(words().empty, { status: 503, headers: { ...HEADERS, "Content-Type": TYPES.html } });
}

// In the language of the browser: which one was chosen only a window knows.
function words() {
  const tags = navigator.languages.flatMap((tag) => [tag, tag.split("-")[0]]);
  return WORDS[tags.find((tag) => Object.hasOwn(WORDS, tag)) ?? "en"];
}

async function stage(request) {
  const file = (await request.formData()).get("match");
  const cache = await caches.open(STAGED);
  if (file instanceof Blob) await cache.put(new URL(SHARED, SCOPE), new Response(file));
}

async function fileOf(name) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(name, SCOPE))) ?? fetchFile(name);
}

// What a browser tells a server, and not a worker: the app refuses posts from elsewhere by it. Any page can send a form
// into a frame of its own. What else comes here was fetched by a page of ours.
function siteOf({ mode, referrer }) {
  return mode !== "navigate" || (referrer && isOurs(new URL(referrer))) ? "same-origin" : "cross-site";
}

// The rest of what only a server is told.
function headersOf(request) {
  const languages = navigator.languages.slice(0, 9).map((tag, at) => `${tag};q=0.${9 - at}`);
  return { host: SCOPE.host, "sec-fetch-site": siteOf(request), "accept-language": languages.join() };
}

async function pass(request, url) {
  const isStaged = pathIn(url) === SHARED;
  if (isStaged) return (await (await caches.open(STAGED)).match(request.url)) ?? new Response(null, { status: 404 });
  const isSafe = request.method === "GET" || request.method === "HEAD";
  const cache = isSafe ? await caches.open(CACHE) : null;
  const kept = await cache?.match(request.url);
  if (kept) return kept;
  const asked = {
    method: request.method,
    url: url.pathname + url.search,
    headers: { ...Object.fromEntries(request.headers), ...headersOf(request) },
    body: isSafe ? null : await request.arrayBuffer(),
  };
  const { status, headers, body } = await ask(asked, isSafe);
  const response = new Response(hasBody(status) ? body : null, { status, headers });
  // The address of such a file changes with its content.
  if (status === 200 && response.headers.get("Cache-Control")?.includes("immutable") && isSafe)
    await cache.put(request.url, response.clone()).catch(() => {});
  return response;
}

const hasBody = (status) => ![101, 204, 205, 304].includes(status);

// --- the engine ------------------------------------------------------------------------------------------------------
// One window holds the worker, and gives a port to it to whoever asks.

let engine = null;
let number = 0;
const waiting = new Map();

self.addEventListener("message", (event) => {
  const { data, ports, source } = event;
  if (data.type === "engine") take(ports[0], source.id);
  if (data.type === "claim") event.waitUntil(self.clients.claim());
  if (data.type === "next") event.waitUntil(goOn());
  if (data.type === "gone" && engine?.client === source.id) lose();
});

// A new version begins only where nothing else is open.
async function goOn() {
  const shells = (await windows()).filter(isShell);
  if (shells.length <= 1) await self.skipWaiting();
}

function take(port, client) {
  if (engine) lose();
  engine = { port, client };
  port.onmessage = ({ data }) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
}

// What was asked of an engine that is gone has no answer.
function lose() {
  engine = null;
  for (const [id, answer] of waiting) answer(null) ?? waiting.delete(id);
}

async function ask(asked, isSafe) {
  const until = Date.now() + LONGEST_WAIT;
  while (Date.now() < until) {
    const there = await findEngine();
    const answer = there && (await askOnce(there, asked));
    if (answer) return answer;
    // Nobody knows whether it was written: that is for whoever sent it to find out.
    if (there && !isSafe) break;
    if (!there) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
  }
  const headers = [["Content-Type", "text/plain; charset=utf-8"]];
  return { status: 503, headers, body: words().stopped };
}

async function findEngine() {
  if (engine && (await self.clients.get(engine.client))) return engine;
  lose();
  for (const client of (await windows()).filter(isShell)) client.postMessage({ type: "engine?" });
  for (let tries = 0; tries < 10 && !engine; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  return engine;
}

async function askOnce({ port, client }, asked) {
  const id = ++number;
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  port.postMessage({ id, ...asked });
  const watch = setInterval(async () => (await self.clients.get(client)) ?? lose(), 1000);
  return answer.finally(() => clearInterval(watch));
}
