// What is in the pocket of this phone and not in its club. The pocket writes down what it has, as only its own pages
// can ask it; a start page asks the club about what has changed since the club was known to have it.

import { storage } from "../parts/memory.js";
import { compareLogs, isNew, markSent } from "./club.js";

const POCKET = "pocket"; // of each match there: its address, when it changed, and its log as clubs compare it
const SHOWN = "unsent"; // the words that each start page showed last

export const pocketLogs = () => storage.read(POCKET, []);

const changedLogs = () => pocketLogs().filter(({ address, changed }) => isNew(address, changed));

export const keepLogs = (logs) => storage.set(POCKET, JSON.stringify(logs));

function show(link, words) {
  link.querySelector("b").textContent = words || "";
  link.hidden = !words;
}

// Shows at once what this page showed the last time, so that nothing moves under a finger later.
export const showLast = (link) => show(link, changedLogs().length && storage.read(SHOWN, {})[location.pathname]);

// Asks the club, and shows on a start page how many matches it has not, if there are any.
export async function showUnsent(link, club) {
  const logs = changedLogs();
  const compared = logs.length ? await compareLogs(club, logs.map(({ log }) => log)) : { states: [], words: null };
  if (!compared) return;
  compared.states.forEach(({ state }, at) => {
    const { address, changed } = logs[at];
    if (state === "same" || state === "longer") markSent(address, changed);
  });
  show(link, compared.words);
  storage.set(SHOWN, JSON.stringify({ ...storage.read(SHOWN, {}), [location.pathname]: compared.words ?? undefined }));
}
