// Matches of a pocket on their way to a club: each goes as its file to the page of the server that opens one. The club
// says before which it has, and which of them only go on here: those it takes as they are.

import { compareLogs, findClub, isNew, markSent } from "./net/club.js";
import { all } from "./parts/dom.js";
import { shareFile } from "./parts/share.js";

const DIGEST = 8; // letters of the digest of a line

const page = document.querySelector(".sending");
const words = page.dataset;
const button = document.querySelector(".bar button");
const rows = all(page, "a[data-changed]");
const who = page.querySelector(".who-is-who");

const wasNotSent = (row) => isNew(row.pathname, row.dataset.changed);
const isWaiting = (row) => ["new", "continues", undefined].includes(row.dataset.state) && wasNotSent(row);
const fileOf = async (row) => (await fetch(row.href)).blob();

function show(row, state, text = words[state]) {
  row.dataset.state = state;
  row.querySelector("[role=status]").textContent = text ?? "";
}

// What becomes of a match whose log the club has so far. If its own ends before, ours must have its last line.
function showState(row, { state, line, digest, words: goesOn }) {
  const { changed, digests } = row.dataset;
  if (state === "same" || state === "longer") markSent(row.pathname, changed);
  if (state === "shorter" && digests.slice((line - 1) * DIGEST, line * DIGEST) === digest) {
    return show(row, "continues", goesOn);
  }
  show(row, { unknown: "new", same: "there", longer: "longer" }[state] ?? "other");
}

// Shows who the names of the waiting matches are in the club, and asks about those that it cannot tell.
async function askWhoIsWho(club) {
  const body = new FormData();
  for (const row of rows.filter(isWaiting)) body.append("match", row.dataset.players);
  const response = await fetch(`${club}matches/who`, { method: "POST", body }).catch(() => null);
  if (response?.ok) who.innerHTML = await response.text();
}

// The answers about the names of one match: those about all names would not fit into a request beside its file.
function answersAbout(row) {
  const answers = new FormData(who);
  const names = JSON.parse(row.dataset.players);
  const body = new FormData();
  let number = 0;
  for (const [field, name] of answers) {
    const at = field.match(/^name\.(\d+)$/)?.[1];
    if (!at || !names.includes(name)) continue;
    body.append(`name.${number}`, name);
    body.append(`who.${number}`, answers.get(`who.${at}`) ?? "");
    number += 1;
  }
  return body;
}

async function send(row, club) {
  show(row, "sending");
  const body = answersAbout(row);
  body.set("file", await fileOf(row), "match.json");
  body.set("keep", "1");
  body.set("go_on", "1"); // where the club has the same up to its last line, there is nothing to choose
  const response = await fetch(`${club}matches/import`, { method: "POST", body }).catch(() => null);
  if (response?.ok && response.redirected) {
    markSent(row.pathname, row.dataset.changed);
    return "there";
  }
  return { 409: "asks", 413: "large" }[response?.status] ?? "refused";
}

// Opens the file on the club’s own page, where a person chooses between two logs and says who is who.
async function letClubAsk(row, club) {
  if (row.dataset.state === "other") markSent(row.pathname, row.dataset.changed); // what is to be kept is known then
  const form = page.querySelector(".whole-file");
  form.action = `${club}matches/import`;
  form.elements.text.value = await (await fileOf(row)).text();
  form.submit();
}

async function share(row) {
  const file = new File([await fileOf(row)], `${row.dataset.name}.json`, { type: "application/json" });
  if (!(await shareFile(file))) row.querySelector("[role=status]").textContent = words.saved;
}

const reach = findClub(words.server);
async function finish(row) {
  show(row, await send(row, await reach));
}

// A tap while the club is still looked for waits for it.
async function act(row) {
  const club = await reach;
  if (!club) share(row).catch((error) => error.name === "AbortError" || location.assign(row.href));
  else if (row.dataset.state === "asks" || row.dataset.state === "other") letClubAsk(row, club);
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
  for (const row of rows.filter(isWaiting)) await finish(row);
  if (!rows.some(isWaiting)) who.replaceChildren();
  button.disabled = false;
});
reach.then(async (club) => {
  const compared = club && (await compareLogs(club, rows.map((row) => row.dataset.log)));
  // A row that was tapped meanwhile has its state from there.
  rows.forEach((row, at) => {
    if (row.dataset.state) return;
    if (compared?.states[at]) showState(row, compared.states[at]);
    else if (club && !wasNotSent(row)) show(row, "there");
  });
  if (club && rows.some(isWaiting)) await askWhoIsWho(club);
  page.querySelector("[data-away]").hidden = Boolean(club);
  if (button) button.parentElement.hidden = !club;
});
