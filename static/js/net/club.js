// The club of this phone as a pocket sees it: where it is, and which matches it has.

import { storage } from "../parts/memory.js";

const SENT = "sent"; // which matches a club has, by their address, as they were changed last

const sent = () => storage.read(SENT, {});

// Whether a match has changed since a club was known to have it.
export const isNew = (address, changed) => sent()[address] !== changed;

export const markSent = (address, changed) => storage.set(SENT, JSON.stringify({ ...sent(), [address]: changed }));

// The club of this phone at the server, where the front page leads; none if it leads nowhere.
export async function findClub(frontPage) {
  if (!frontPage) return null;
  const response = await fetch(frontPage, { cache: "no-store" }).catch(() => null);
  const { pathname } = new URL(response?.url ?? location);
  const isOurs = location.pathname.startsWith(pathname); // some hosts lead from their front page to this app
  return response?.ok && /\/c\/[^/]+\/$/.test(pathname) && !isOurs ? pathname : null;
}

// How far the club has these logs: `states` in their order, and `words` about those that it has not, null for none. All
// is null if it does not say.
export async function compareLogs(club, logs) {
  const body = new FormData();
  for (const log of logs) body.append("log", log);
  const response = await fetch(`${club}matches/compare`, { method: "POST", body }).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}
