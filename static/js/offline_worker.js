// Where a page cannot be reached the browser shows ours in place of its own. Nothing else is kept.

const FILES = []; // the server says which: that page first, then what it is made of
const CACHE = `tricktally offline ${FILES.join(" ")}`;
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
  if (isPage || isFile) event.respondWith(fetch(request).catch(() => cachedResponse(isPage ? PAGE : request)));
});

const cachedResponse = async (page) => (await caches.match(page)) ?? Response.error();
