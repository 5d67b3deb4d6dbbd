// Stands between the pages and the app. It keeps the files, gives a window the shell, and passes on what the frame in
// it asks to the worker in which Python runs.
import { enginePort } from "./net/engine_port.js";
import { fileCache, HEADERS } from "./net/file_cache.js";

const BUILD = "";
const FILES = {};
const WORDS = {}; // by language
const SCOPE = new URL(self.registration.scope);
const OURS = `tricktally${SCOPE.pathname}`;
const CACHE = `${OURS} ${BUILD}`;
const STAGED = `${OURS} staged`;
const SHARED = "shared"; // where other apps send a match file
const SHELL = "index.html";

const pathIn = (url) => url.pathname.slice(SCOPE.pathname.length);
const isOurs = (url) => url.origin === SCOPE.origin && url.pathname.startsWith(SCOPE.pathname);

// --- the files -------------------------------------------------------------------------------------------------------

// The shell is shown at every address, and names files from the root.
const withRoot = async (blob) => (await blob.text()).replaceAll('"./', `"${SCOPE.pathname}`);
const edit = (name, blob) => (name === SHELL ? withRoot(blob) : blob);
const files = fileCache({ name: CACHE, files: FILES, source: SCOPE, target: SCOPE, edit });

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function fetchAll() {
  let count = 0;
  const of = Object.keys(FILES).length;
  const tell = async () => {
    count += 1;
    for (const client of await windows()) client.postMessage({ type: "fetched", done: count, of, build: BUILD });
  };
  try {
    await files.fetchAll(tell);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
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
  else if (Object.hasOwn(FILES, pathIn(url))) event.respondWith(files.fileOf(pathIn(url)));
  else event.respondWith(pass(request, url));
});

// A window gets the shell. What another app or site posts to a window is never run: a file is put aside and shown.
async function show(request, url) {
  if (request.method === "GET") return files.fileOf(SHELL).catch(sayEmpty);
  if (pathIn(url) === SHARED) await stage(request).catch(() => {});
  return Response.redirect(pathIn(url) === SHARED ? `${SCOPE.href}#${SHARED}` : SCOPE.href, 303);
}

// The browser has thrown away the files of the app, and there is no network.
function sayEmpty() {
  const headers = { ...HEADERS, "Content-Type": "text/html; charset=utf-8" };
  return new Response(words().empty, { status: 503, headers });
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

async function pass(request, url) {
  const isStaged = pathIn(url) === SHARED;
  if (isStaged) return (await (await caches.open(STAGED)).match(request.url)) ?? new Response(null, { status: 404 });
  const isSafe = request.method === "GET" || request.method === "HEAD";
  const cache = isSafe ? await caches.open(CACHE) : null;
  const kept = await cache?.match(request.url);
  if (kept) return kept;
  const response = await engine.pass(request);
  // The address of such a file changes with its content.
  if (isSafe && response.status === 200 && response.headers.get("Cache-Control")?.includes("immutable"))
    await cache.put(request.url, response.clone()).catch(() => {});
  return response;
}

// --- the engine ------------------------------------------------------------------------------------------------------

const stopped = () => words().stopped;
const engine = enginePort({ host: SCOPE.host, isHolder: isShell, isOurs, stopped });

self.addEventListener("message", (event) => {
  const { data, ports, source } = event;
  if (data.type === "engine") engine.take(ports[0], source.id);
  if (data.type === "claim") event.waitUntil(self.clients.claim());
  if (data.type === "next") event.waitUntil(goOn());
  if (data.type === "gone") engine.lose(source.id);
});

// A new version begins only where nothing else is open.
async function goOn() {
  const shells = (await windows()).filter(isShell);
  if (shells.length <= 1) await self.skipWaiting();
}
