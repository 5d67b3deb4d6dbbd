// Where a page cannot be reached the browser shows what is kept of it, which copies.js does, or else a page of ours
// in place of its own.

const FILES = []; // the server says which: that page first, then what it is made of
const CACHE = `tricktally offline ${FILES.join(" ")}`;
const LONG = 6000; // ms after which nobody answers
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
  const isPage = request.mode === "navigate";
  const isFile = ["style", "script"].includes(request.destination) || FILES.some((file) => request.url.endsWith(file));
  if (request.method !== "GET" || !(isPage || isFile)) return;
  event.respondWith(isPage ? pageFor(request) : fetch(request).catch(() => copyOf(request)));
});

const copyOf = async (request) => (await caches.match(request)) ?? Response.error();

// Where nobody says anything a page that is kept does not wait for the end of that.
async function pageFor(request) {
  const response = fetch(request).catch(async () => (await caches.match(request)) ?? copyOf(PAGE));
  const copy = await caches.match(request);
  return copy ? Promise.race([response, new Promise((show) => setTimeout(show, LONG, copy))]) : response;
}
