// Where a page cannot be reached the browser shows what is kept of it, which net/copies.js does, or else a page of ours
// in place of its own.

const FILES = []; // the server says which: that page first, then what it is made of
const CACHE = `tricktally offline ${FILES.join(" ")}`;
const COPIES = "tricktally copies"; // pages of the match in play
const [PAGE] = FILES;

addEventListener("install", (event) => event.waitUntil(keepFiles()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
}

async function forgetOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith("tricktally offline ") && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate" && request.method === "GET";
  const isFile = FILES.some((file) => request.url.endsWith(file));
  if (isPage || isFile) event.respondWith(fetch(request).catch(() => cachedResponse(request, isPage)));
});

async function cachedResponse(request, isPage) {
  const copy = isPage && (await (await caches.open(COPIES)).match(request));
  return copy || ((await caches.match(isPage ? PAGE : request)) ?? Response.error());
}
