// What is in the pocket of this phone and not in its club. The pocket writes down what it has, as only its own pages
// can ask it; a start page asks the club about what has changed since the club was known to have it.

import { kept } from "../parts/memory.js";
import { compareLogs, isNew, markSent } from "./club.js";

const POCKET = "pocket"; // of each match there: its address, when it changed, and its log as clubs compare it
const SAID = "unsent"; // what was said last on each start page

export const pocketLogs = () => kept.read(POCKET, []);

const changedLogs = () => pocketLogs().filter(({ address, changed }) => isNew(address, changed));

export const keepLogs = (logs) => kept.set(POCKET, JSON.stringify(logs));

function say(link, words) {
  link.querySelector("b").textContent = words || "";
  link.hidden = !words;
}

// What was said on this page the last time is said at once, so that nothing moves under a finger later.
export const sayAgain = (link) => say(link, changedLogs().length && kept.read(SAID, {})[location.pathname]);

// Say it on a start page, if there is anything to say.
export async function showUnsent(link, club) {
  const logs = changedLogs();
  const compared = logs.length ? await compareLogs(club, logs.map(({ log }) => log)) : { states: [], words: null };
  if (!compared) return;
  compared.states.forEach(({ state }, at) => {
    const { address, changed } = logs[at];
    if (state === "same" || state === "longer") markSent(address, changed);
  });
  say(link, compared.words);
  kept.set(SAID, JSON.stringify({ ...kept.read(SAID, {}), [location.pathname]: compared.words ?? undefined }));
}
