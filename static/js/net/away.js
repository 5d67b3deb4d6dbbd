// Leaves for the page that holds the engine, where nobody answers and the match can go on without its club.

import { READY, session } from "../parts/memory.js";
import { here } from "./drafts.js";

const SOON = 1000; // ms for which a phone has to be offline
const LONG = 500; // ms after which a worker has heard

let isLeaving = false; // said twice, it would hold for the page after the next one too

export const setReady = (path) => session.set(READY, path);

// Says whether it does.
export function goAway() {
  const worker = window === top && navigator.serviceWorker?.controller;
  if (!worker || session.get(READY) !== here()) return false;
  if (isLeaving) return true;
  isLeaving = true;
  // A page that is asked for before the worker has heard of it would wait for the network first.
  const { port1, port2 } = new MessageChannel();
  const late = setTimeout(() => location.reload(), LONG);
  port1.onmessage = () => {
    clearTimeout(late);
    location.reload();
  };
  worker.postMessage({ type: "away", path: here() }, [port2]);
  return true;
}

// A phone that says so itself need not be asked first.
addEventListener("offline", () => setTimeout(() => navigator.onLine || goAway(), SOON));
