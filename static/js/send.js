// Matches of a pocket on their way to a club: each goes as its file to the page of the server that opens one, and that
// says by the id of the match what becomes of it.

import { all } from "./parts/dom.js";
import { kept } from "./parts/memory.js";
import { shareFile } from "./parts/share.js";

const page = document.querySelector(".sending");
const words = page.dataset;
const button = document.querySelector(".bar button");
const rows = all(page, "a[data-changed]");
const who = page.querySelector(".who-is-who");
const SENT = "sent"; // which matches were sent, by their address, as they were changed last
let newRows = []; // the matches whose names the club was asked about, as it counts them

const sent = () => kept.read(SENT, {});
const isNew = (row) => sent()[row.pathname] !== row.dataset.changed;
const fileOf = async (row) => (await fetch(row.href)).blob();
const say = (row, what) => (row.querySelector("[role=status]").textContent = words[what] ?? "");

// The club of this phone at the server, where the front page leads; none if it leads nowhere.
async function findClub() {
  if (!words.server) return null;
  const response = await fetch(words.server, { cache: "no-store" }).catch(() => null);
  const { pathname } = new URL(response?.url ?? location);
  const isOurs = location.pathname.startsWith(pathname); // some hosts lead from their front page to this app
  return response?.ok && /\/c\/[^/]+\/$/.test(pathname) && !isOurs ? pathname : null;
}

// Who the names of the matches are in the club: what it knows, and what somebody has to say before they are sent.
async function askWhoIsWho(club) {
  const body = new FormData();
  newRows = rows.filter(isNew);
  for (const row of newRows) body.append("match", row.dataset.players);
  const response = await fetch(`${club}matches/who`, { method: "POST", body }).catch(() => null);
  if (response?.ok) who.innerHTML = await response.text();
}

// What was said of the names of one match: of those of all others too it would not fit beside the file. Which names a
// match has is for the club to say: matches may spell one name in several ways.
function answersAbout(row) {
  const match = String(newRows.indexOf(row));
  const body = new FormData();
  const names = all(who, "[data-matches]").filter(({ dataset }) => dataset.matches.split(" ").includes(match));
  for (const [number, name] of names.entries()) {
    body.append(`name.${number}`, name.querySelector("[name^='name.']").value);
    body.append(`who.${number}`, name.querySelector("[name^='who.']:is(:checked, [type=hidden])")?.value ?? "");
  }
  return body;
}

async function send(row, club) {
  say(row, "sending");
  const body = answersAbout(row);
  body.set("file", await fileOf(row), "match.json");
  body.set("keep", "1");
  const response = await fetch(`${club}matches/import`, { method: "POST", body }).catch(() => null);
  if (response?.ok && response.redirected) {
    kept.set(SENT, JSON.stringify({ ...sent(), [row.pathname]: row.dataset.changed }));
    return "there";
  }
  return { 409: "asks", 413: "large" }[response?.status] ?? "refused";
}

// What is here and there is for a person to choose, and who is who: the page of the club asks, in place of this app.
async function letClubAsk(row, club) {
  const form = page.querySelector(".whole-file");
  form.action = `${club}matches/import`;
  form.elements.text.value = await (await fileOf(row)).text();
  form.submit();
}

const share = async (row) =>
  shareFile(new File([await fileOf(row)], `${row.dataset.name}.json`, { type: "application/json" }));

const reach = findClub();
async function finish(row) {
  row.dataset.state = await send(row, await reach);
  say(row, row.dataset.state);
}

// Who taps while a club is still looked for waits for it.
async function act(row) {
  const club = await reach;
  if (!club) share(row).catch((error) => error.name === "AbortError" || location.assign(row.href));
  else if (row.dataset.state === "asks") letClubAsk(row, club);
  else finish(row);
}

page.addEventListener("click", (event) => {
  const row = event.target.closest("a[data-changed]");
  if (!row || row.dataset.state === "large") return;
  event.preventDefault();
  act(row);
});
button?.addEventListener("click", async () => {
  if (!who.reportValidity()) return;
  button.disabled = true;
  for (const row of rows.filter(isNew)) await finish(row);
  if (!rows.some(isNew)) who.replaceChildren();
  button.disabled = false;
});
reach.then(async (club) => {
  if (club && rows.some(isNew)) await askWhoIsWho(club);
  page.querySelector("[data-away]").hidden = Boolean(club);
  if (button) button.parentElement.hidden = !club;
  for (const row of rows) if (club && !isNew(row)) say(row, "there");
});
