// Of a match in play the browser keeps the pages that its tabs lead to, as they were shown last: where nobody answers
// they are shown with the time of that. With HTTPS the worker gives them out (offline_worker.js), and the pad goes on;
// without it they lie over the page that is open. Only members have them, of one match, until it is over.

import { ofApp } from "./net/answers.js";
import { recordMatch } from "./net/record_match.js";
import { all, make } from "./parts/dom.js";
import { COPIES, storage } from "./parts/memory.js";

const GONE = [401, 403, 404, 410]; // the link was renewed, or the match is deleted
const main = document.querySelector("main[data-as-of]"); // of a match in play
const withoutHash = (address) => address.split("#")[0];
const tabs = main ? all(document, ".tabs a").map(({ href }) => withoutHash(href)) : [];
// The tab of the rules is about what is played, and leads to the whole of them.
const pages = main ? [...tabs, new URL(main.dataset.book, location.href).href] : [];
const [pad] = pages;
const hasWorker = "caches" in self;
let shell = null; // the page of the pad, as it came
let keeping = Promise.resolve(); // the latest page of the pad that is on its way into the memory

const isFile = (address) => address.includes("?v="); // of which pages are made

const hasCopy = async (page) =>
  hasWorker ? (await (await caches.open(COPIES)).match(page)) !== undefined : page in storage.read(COPIES, {});

async function keep(page, text, headers) {
  if (hasWorker) await keepWithFiles(page, text, headers);
  // Nothing could be entered on a pad that lies over another page.
  else if (page !== pad) storage.set(COPIES, JSON.stringify({ ...storage.read(COPIES, {}), [page]: text }));
}

// What a page is made of comes from the memory of the browser: each file has an address of its own for ever.
async function keepWithFiles(page, text, headers) {
  const cache = await caches.open(COPIES);
  const html = new DOMParser().parseFromString(text, "text/html");
  for (const { attributes } of all(html, "link[rel=stylesheet], script[src]")) {
    const { value: file } = attributes.href ?? attributes.src;
    if (!(await cache.match(file))) await cache.add(file);
  }
  await cache.put(page, new Response(text, { headers }));
}

async function forget(isForgotten = () => true) {
  const cache = hasWorker && (await caches.open(COPIES));
  if (cache) for (const { url } of await cache.keys()) isForgotten(url) && (await cache.delete(url));
  const others = Object.entries(storage.read(COPIES, {})).filter(([page]) => !isForgotten(page));
  if (storage.get(COPIES)) storage.set(COPIES, JSON.stringify(Object.fromEntries(others)));
}

// The time goes with a page: on the pad into its line of trouble, on all others to their head.
function withTime(page, text) {
  const now = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
  const html = new DOMParser().parseFromString(text, "text/html");
  html.documentElement.dataset.copy = now;
  if (page !== pad) {
    const words = main.dataset.asOf.replace("{time}", now);
    html.querySelector("main").prepend(make("p", { className: "as-of", role: "status", textContent: words }));
    html.head.append(make("script", { type: "module", src: main.dataset.again }));
  }
  return `<!doctype html>${html.documentElement.outerHTML}`;
}

async function fetchPage(page) {
  const response = ofApp(await fetch(page));
  if (GONE.includes(response?.status)) return forget();
  if (!response?.ok || response.redirected) return;
  const text = await response.text();
  if (page === pad) shell = [text, response.headers];
  await keep(page, withTime(page, text), response.headers);
}

// The page that is open, and those that were not kept yet: a first tap may be the one that nobody answers.
async function keepPages() {
  if (!main) return forget();
  await forget((address) => !pages.includes(address) && !isFile(address));
  for (const page of pages)
    if (page === withoutHash(location.href) || !(await hasCopy(page))) await fetchPage(page);
}

keepPages().catch(() => {});

// What comes into the pad is kept in its page, without a request; the last screen of a match ends it.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const part = main && new DOMParser().parseFromString(ctx.text ?? "", "text/html").getElementById("match");
  if (!part) return;
  if (!part.querySelector("#prompt")) return void forget().catch(() => {});
  // What was opened without a connection has one now.
  if (!shell) return void keepPages().catch(() => {});
  const html = new DOMParser().parseFromString(shell[0], "text/html");
  html.getElementById("match").replaceWith(part);
  const text = withTime(pad, html.documentElement.outerHTML);
  // One after the other: an earlier one must not take the place of a later one.
  keeping = keeping.then(() => keep(pad, text, shell[1])).catch(() => {});
});

if (hasWorker) recordMatch(Boolean(main));

// Shows what is kept of a page over this one, which stays as it is; false where nothing is.
export function showCopy(link) {
  const text = storage.read(COPIES, {})[withoutHash(link.href)];
  if (text === undefined) return false;
  const dialog = make("dialog", { className: "copy" });
  const back = make("button", { className: "button plain", textContent: main.dataset.back });
  const frame = make("iframe", { title: link.textContent.trim() });
  dialog.append(frame, back);
  document.body.append(dialog);
  show(text);
  dialog.showModal();
  history.pushState({ copy: true }, "");
  back.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (history.state?.copy) history.back();
  });
  addEventListener("popstate", () => dialog.open && dialog.close(), { once: true });
  frame.addEventListener("load", () => frame.contentDocument.addEventListener("click", follow));
  return true;

  // Its words alone: nothing runs there, and nothing is sent.
  function show(copy) {
    const html = new DOMParser().parseFromString(copy, "text/html");
    for (const part of html.querySelectorAll("script, form button")) part.remove();
    frame.srcdoc = `<!doctype html>${html.documentElement.outerHTML}`;
  }

  function follow(event) {
    const inside = event.target.closest("a[href]");
    if (!inside || inside.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    const other = storage.read(COPIES, {})[withoutHash(inside.href)];
    if (other === undefined) dialog.close();
    else show(other);
  }
}
