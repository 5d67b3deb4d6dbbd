// Every page of a pocket: it writes down for the pages of the server which matches there are, and how far. Its start
// page says which of them the club has not.

import { findClub } from "./net/club.js";
import { keepLogs, pocketLogs, showLast, showUnsent } from "./net/unsent.js";

const LATER = 1000; // ms: the page itself comes first

const { logs } = document.querySelector("script[data-logs]").dataset;
const link = document.querySelector(".unsent");

async function fetchLogs(since) {
  const response = await fetch(`${logs}?since=${encodeURIComponent(since)}`).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null; // the page was left meanwhile
}

// Only what has changed since the last time is read anew.
async function update() {
  const known = new Map(pocketLogs().map((row) => [row.address + row.changed, row.log]));
  const since = pocketLogs()[0]?.changed ?? ""; // the latest is first
  const withLogs = (rows) => rows?.map((row) => ({ ...row, log: row.log ?? known.get(row.address + row.changed) }));
  let rows = withLogs(await fetchLogs(since));
  if (rows?.some((row) => !row.log)) rows = await fetchLogs(""); // one was brought back
  if (rows) keepLogs(rows);
}

if (link) showLast(link);
setTimeout(async () => {
  await update();
  const club = link && (await findClub(link.dataset.server));
  if (club) showUnsent(link, club);
}, LATER);
// A page that is left is hidden as well, and what it asks for then goes nowhere: the next page asks.
let isLeft = false;
addEventListener("pagehide", () => (isLeft = true));
addEventListener("pageshow", () => (isLeft = false));
document.addEventListener("visibilitychange", () => document.hidden && !isLeft && update());
