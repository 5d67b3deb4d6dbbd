// Leaves for the page that holds the engine, where nobody answers and the match can go on without its club.

import { session } from "../parts/memory.js";
import { here } from "./drafts.js";

const READY = "ready"; // in this window: the address of the match that can go on, which record_match.js says
const SOON = 1000; // ms for which a phone has to be offline

let isLeaving = false; // said twice, it would hold for the page after the next one too

export const setReady = (path) => session.set(READY, path);

// Says whether it does.
export function goAway() {
  const worker = window === top && navigator.serviceWorker?.controller;
  if (!worker || session.get(READY) !== here()) return false;
  if (isLeaving) return true;
  isLeaving = true;
  worker.postMessage({ type: "away", path: here() });
  location.reload();
  return true;
}

// A phone that says so itself need not be asked first.
addEventListener("offline", () => setTimeout(() => navigator.onLine || goAway(), SOON));
