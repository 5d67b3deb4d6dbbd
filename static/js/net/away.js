// A link leads away from a match only where somebody answers. With HTTPS a worker shows a page of ours in place of one
// that cannot be reached; without it the browser would show its own, so the page asks first and else stays.

import { kept } from "../parts/memory.js";
import { here } from "./drafts.js";
import { isOffline, isOverNetwork, say } from "./notice.js";

const LONG = 4000; // ms after which nobody answers
const { worker, scope } = document.querySelector("[data-worker]")?.dataset ?? {};

if (worker) kept.set("match", JSON.stringify([here(), document.title]));
// After everything that the page needs itself.
if (worker) addEventListener("load", () => navigator.serviceWorker?.register(worker, { scope }).catch(() => {}));

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href]");
  const isHere = link?.hash && link.pathname === location.pathname;
  const isOurs = link && link.origin === location.origin && !link.target && !isHere;
  if (!isOurs || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (navigator.serviceWorker || !isOverNetwork()) return;
  event.preventDefault();
  if (!isOffline() && (await isReached())) location.assign(link.href);
  else say("away");
});

function isReached() {
  const { href } = document.querySelector("link[rel=icon]");
  const asked = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(LONG) };
  return fetch(href, asked).then(() => true, () => false);
}
