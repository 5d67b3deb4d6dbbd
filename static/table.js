// What a form does before it is sent. All numbers come from the page; the server checks everything.
"use strict";

const SETTLE = 350; // ms after a swap in which a second tap was meant for what stood there before
const GRACE = 1000 * parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--grace")); // ms in which an answer that saves itself is looked at first
const UNDO = 5000; // ms for which what was just saved can be taken back at the top
let swapped = -Infinity;
let saving = 0;
let tapping = false; // whether the last input came from a finger or a mouse, not from keys

const all = (root, selector) => [...root.querySelectorAll(selector)];
const rowsOf = (group) => all(group, ".row");
const checked = (row) => row.querySelector("input:checked:not(.worked-out)");
const workedOut = (input, on) => {
  input.checked = on;
  input.classList.toggle("worked-out", on);
  input.parentElement.classList.toggle("worked-out", on);
};
const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));

// --- Counts: what is left is worked out, and what cannot fit cannot be tapped ---------------------

function count(group, tapped) {
  const total = Number(group.dataset.count);
  const rows = rowsOf(group);
  const live = group.querySelector("[name=live]")?.checked ?? false;
  for (const input of all(group, "input.worked-out")) workedOut(input, false);
  let chosen = rows.map(checked);
  const sum = () => chosen.reduce((n, input) => n + (input ? Number(input.value) : 0), 0);
  // What was there before this tap gives way if it does not go with it.
  if (tapped && !live && (sum() > total || (sum() < total && !chosen.includes(null)))) {
    for (const input of chosen) if (input?.classList.contains("kept")) input.checked = false;
    chosen = rows.map(checked);
  }
  const firm = chosen.map((input) => (input && !input.classList.contains("kept") ? Number(input.value) : 0));
  const placed = firm.reduce((a, b) => a + b, 0);
  const open = rows.filter((row, i) => !chosen[i]);
  const left = total - sum();
  for (const [i, row] of rows.entries()) {
    const most = total - placed + firm[i];
    for (const input of all(row, "input[type=radio]")) {
      input.disabled = Number(input.value) > most && !input.checked;
      const isRest = !live && !chosen[i] && left > 0 && left < total && Number(input.value) === left && open.length > 1;
      if (isRest) input.nextElementSibling.dataset.rest = group.dataset.rest;
      else delete input.nextElementSibling.dataset.rest;
    }
  }
  const takenAway = tapped?.type === "radio" && !tapped.checked;
  const fits = !live && !takenAway && (left === 0 || (open.length === 1 && left > 0));
  const fill = fits ? open : [];
  for (const row of fill) {
    const input = row.querySelector(`input[value="${left}"]`);
    if (input) workedOut(input, true);
  }
  countLive(group, rows, live, left);
}

// Trick by trick: a tap on a player is one trick more.
function countLive(group, rows, live, left) {
  const toggle = group.querySelector("label.live");
  if (!toggle) return;
  toggle.hidden = false;
  group.classList.toggle("is-live", live);
  for (const row of rows) {
    const taken = tricksOf(row);
    row.querySelector("div.live").hidden = !live;
    row.querySelector(".chips").hidden = live;
    row.querySelector("output").value = taken;
    // Not disabled: that would throw the focus out of the page.
    row.querySelector("div.live .minus").setAttribute("aria-disabled", taken === Number(fewest(row).value));
    row.querySelector("div.live .choice").setAttribute("aria-disabled", left <= 0);
  }
}

const fewest = (row) => row.querySelector("input[type=radio]");
const tricksOf = (row) => Number(row.querySelector("input[type=radio]:checked")?.value ?? fewest(row).value);

function takeTrick(button) {
  const row = button.closest(".row");
  const input = row.querySelector(`input[value="${tricksOf(row) + Number(button.value)}"]`);
  if (!input || button.getAttribute("aria-disabled") === "true") return;
  input.checked = true;
  changed(input);
}

function startLive(group, on) {
  localStorage.setItem("live", on ? "1" : "");
  if (!on) return; // what was counted so far stays as it is
  for (const row of rowsOf(group)) if (!checked(row)) fewest(row).checked = true;
}

// --- The order of going out: the players are tapped one after the other, the last one follows ----

function order(group, tapped) {
  const rows = rowsOf(group);
  const taps = group.querySelector("[data-taps]");
  taps.hidden = false;
  for (const row of rows) row.classList.add("hidden-row");
  for (const input of all(group, "input:checked"))
    if (input.classList.contains("worked-out") || (tapped && input !== tapped && input.value === tapped.value))
      workedOut(input, false);
  const taken = rows.map((row) => checked(row)?.value);
  const open = rows.filter((row, i) => taken[i] === undefined);
  if (open.length === 1) workedOut(all(open[0], "input").find((input) => !taken.includes(input.value)), true);
  for (const button of all(taps, "button")) {
    const place = rows.findIndex((row) => row.querySelector("input:checked")?.value === button.value);
    button.setAttribute("aria-pressed", String(place >= 0));
    button.lastElementChild.textContent = place < 0 ? "" : rows[place].querySelector("legend").textContent;
  }
}

function tapPlayer(button) {
  const group = button.closest("[data-order]");
  const rows = rowsOf(group);
  let placed = rows.map((row) => checked(row)?.value).filter((seat) => seat !== undefined);
  if (placed.length >= rows.length - 1) placed = []; // all are placed: begin anew
  const at = placed.indexOf(button.value);
  if (at < 0) placed.push(button.value);
  else placed.splice(at, 1);
  for (const [i, row] of rows.entries())
    for (const input of all(row, "input")) workedOut(input, false), (input.checked = input.value === placed[i]);
  changed(group);
}

// --- Cards by suit, then rank: one place is open, a card lies in one place only ------------------

function cards(group, tapped) {
  const rows = rowsOf(group);
  const given = (row, part) => row.querySelector(`${part} input:checked`);
  const card = (row) => given(row, ".numbers") && given(row, ".suits") && given(row, ".numbers").value + given(row, ".suits").value;
  const gone = group.dataset.cards.split(" ");
  const now = rows.find((row) => tapped && row.contains(tapped));
  // A card lies in one place: named again here, it needs another rank.
  if (now && card(now) && (gone.includes(card(now)) || rows.some((row) => row !== now && card(row) === card(now))))
    given(now, ".numbers").checked = false;
  let current = now && !(card(now) && tapping) ? now : rows.find((row) => !card(row));
  if (!tapped) current = rows.find((row) => row.querySelector(".problem")) ?? current;
  for (const row of rows) {
    const pad = row.querySelector(".pad");
    const named = row.querySelector(".named");
    const moves = row !== current && pad.contains(document.activeElement);
    pad.hidden = row !== current;
    named.hidden = row === current;
    const rank = given(row, ".numbers")?.nextElementSibling.cloneNode(true);
    const suit = given(row, ".suits")?.nextElementSibling.cloneNode(true);
    named.lastElementChild.replaceChildren(...[rank, suit].filter(Boolean));
    named.classList.toggle("is-open", !card(row));
    if (moves) (current?.querySelector("input") ?? named).focus({ preventScroll: true });
    const letter = given(row, ".suits")?.value;
    const others = rows.filter((other) => other !== row).map(card);
    for (const input of all(row, ".numbers input")) {
      const name = input.value + letter;
      input.disabled = !input.checked && (gone.includes(name) || others.includes(name));
    }
  }
  if (tapped && current && !isSeen(current)) current.scrollIntoView({ block: "center" });
}

const isSeen = (element) => {
  const box = element.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight - 80;
};

function reopen(button) {
  const group = button.closest("[data-cards]");
  for (const row of rowsOf(group)) {
    row.querySelector(".pad").hidden = !row.contains(button);
    row.querySelector(".named").hidden = row.contains(button);
  }
  button.parentElement.querySelector("input").focus();
}

// --- Cards kept: each card once, so many for each; what is just enough goes to the last player ----

function pick(group) {
  const each = Number(group.dataset.pick);
  const rows = rowsOf(group);
  const numbers = (row) => all(row, "input");
  for (const input of all(group, "input.worked-out")) workedOut(input, false);
  const kept = rows.map((row) => numbers(row).map((input) => input.checked));
  for (const [i, row] of rows.entries()) {
    const full = kept[i].filter(Boolean).length >= each;
    for (const [n, input] of numbers(row).entries())
      input.disabled = !input.checked && (full || kept.some((other, j) => j !== i && other[n]));
  }
  const open = rows.filter((row, i) => !kept[i].includes(true));
  const free = open.length === 1 ? numbers(open[0]).filter((input) => !input.disabled) : [];
  if (free.length === each) for (const input of free) workedOut(input, true);
}

function work(root, tapped) {
  for (const group of all(root, "[data-count]")) count(group, tapped);
  for (const group of all(root, "[data-order]")) order(group, tapped);
  for (const group of all(root, "[data-cards]")) cards(group, tapped);
  for (const group of all(root, "[data-pick]")) pick(group);
  for (const names of all(root, "[data-known]")) names.hidden = false;
}

// --- Taps ----------------------------------------------------------------------------------------

document.addEventListener("change", (event) => {
  const input = event.target;
  input.classList.remove("worked-out", "kept");
  input.parentElement.classList.remove("worked-out");
  const form = input.closest("form");
  if (!form) return;
  waitNoMore();
  if (input.name === "live") startLive(input.closest("[data-count]"), input.checked);
  work(form, input);
  if (!restoring) keepDraft(form);
});
document.addEventListener("input", (event) => event.target.form && keepDraft(event.target.form));

const wasChecked = new WeakMap();
document.addEventListener("pointerdown", (event) => {
  tapping = true;
  const input = event.target.closest(".chip")?.querySelector("input[type=radio]");
  if (input) wasChecked.set(input, input.checked && !input.classList.contains("worked-out"));
});
document.addEventListener("keydown", () => {
  tapping = false;
});

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest(selector);
  // A second tap on what is chosen takes it away again.
  const input = event.target;
  if (input.type === "radio" && wasChecked.get(input) && input.closest(".assign, .count, .choices, .figures")) {
    wasChecked.delete(input);
    input.checked = false;
    changed(input);
  }
  if (on("div.live button")) takeTrick(on("div.live button"));
  else if (on("[data-taps] button")) tapPlayer(on("[data-taps] button"));
  else if (on("button.named")) reopen(on("button.named"));
  else if (on("[data-known] button")) seatKnown(on("[data-known] button"));
});

// A name from an earlier match goes into the first empty place.
function seatKnown(known) {
  const places = all(document, ".players ol input:not([type=radio])");
  const empty = places.find((place) => !place.value.trim());
  if (empty && !places.some((place) => place.value === known.value)) empty.value = known.value;
}

// A tap right after a swap was meant for the button that is gone.
document.addEventListener("click", (event) => {
  const since = performance.now() - swapped;
  const covered = since < SETTLE ? "#prompt, .actions, #saved, .top" : since < 2 * SETTLE ? ".top" : "#none";
  if (!event.target.closest(covered)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// A form that opens another page is sent once.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("hx-post") || form.method === "get") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
  if (form.dataset.draft) localStorage.setItem("drafts", JSON.stringify(othersThan(here())));
});
window.addEventListener("pageshow", () => all(document, "[data-sent]").forEach((form) => delete form.dataset.sent));

// --- The rules open over what is being typed; what shows them is fetched when it is asked for ----

let rules = document.currentScript.dataset.rules;
if (history.state?.rules) history.back(); // the sheet was open and is gone: it has no place to go back from
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href*="/rules/"]:not([href*="/settle/"])');
  if (!link || !rules || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  event.preventDefault();
  waitNoMore();
  import(rules)
    .then((book) => book.follow(link))
    .catch((error) => {
      const offline = document.getElementById("offline");
      if (!(error instanceof TypeError) || !offline) return location.assign(link.href); // as without a script
      rules += "&again"; // a browser does not ask twice for what it did not get
      unreachable(offline);
    });
});

// --- An answer that is whole is looked at for a moment, then it saves itself ---------------------

function waitNoMore() {
  clearTimeout(saving);
  saving = 0;
  const save = document.querySelector("#prompt .save.waits");
  if (!save) return;
  save.classList.remove("waits");
  const words = document.getElementById("missing");
  words.textContent = words.dataset.save;
}

function saveSoon() {
  const form = document.getElementById("prompt");
  if (!form?.dataset.savesItself || !tapping || !form.querySelector("[data-complete]")) return waitNoMore();
  if (saving) return;
  const save = form.querySelector(".save");
  for (const id of ["missing", "saving"]) document.getElementById(id).textContent = form.dataset.savesItself;
  save.classList.add("waits");
  document.getElementById("proof").scrollIntoView({ block: "nearest" });
  clearTimeout(saving);
  saving = setTimeout(() => saving && form.isConnected && form.requestSubmit(save), GRACE);
}

document.addEventListener("submit", waitNoMore, true);
document.addEventListener("visibilitychange", () => document.hidden && waitNoMore());

// --- What is tapped but not saved yet outlives a reload ------------------------------------------

// The latest drafts of this phone, each under its page and what was said there before it.
const DRAFTS = 8;
let restoring = false;
const here = () => location.pathname + location.search;
const drafts = () => JSON.parse(localStorage.getItem("drafts") ?? "[]");
const othersThan = (place) => drafts().filter(([path]) => path !== place);
const isText = (input) => input.type === "text" && input.value !== "";

function keepDraft(form) {
  if (!form.dataset.draft) return;
  const inputs = all(form, "input").filter((input) => isText(input) || (input.checked && !input.classList.contains("worked-out")));
  const draft = [here(), form.dataset.draft, inputs.map((input) => [input.name, input.value])];
  localStorage.setItem("drafts", JSON.stringify([draft, ...othersThan(here())].slice(0, DRAFTS)));
}

function restoreDraft(form) {
  const [, said, fields] = drafts().find(([path]) => path === here()) ?? [];
  if (said !== form.dataset.draft || form.querySelector(".problem") || isBegun(form)) return;
  let last;
  for (const [name, value] of fields)
    for (const input of all(form, "input"))
      if (input.name === name && input.type === "text") input.value = value;
      else if (input.name === name && input.value === value) (input.checked = true), (last = input);
  tapping = false;
  if (last) changed(last);
}

const isBegun = (form) =>
  form.id === "prompt"
    ? all(form, "input").some((input) => isText(input) || input.checked)
    : all(form, ".players ol input, [name=name]").some(isText);

// --- After a swap, and when the page is shown again ----------------------------------------------

function ready() {
  restoring = true;
  for (const form of all(document, "form[data-draft]")) restoreDraft(form);
  const live = document.querySelector("#prompt [name=live]");
  if (live && localStorage.getItem("live")) {
    live.checked = true;
    startLive(live.closest("[data-count]"), true);
    changed(live);
  }
  work(document);
  restoring = false;
  stayAwake();
  const saved = document.getElementById("saved");
  if (saved) setTimeout(() => forget(saved), UNDO);
  // The log in the time of this phone.
  for (const time of all(document, ".log time"))
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

function keepWhatStands() {
  for (const input of all(document, ".question .count:not(.is-live) input:checked")) input.classList.add("kept");
}

function forget(saved) {
  if (saved.contains(document.activeElement)) document.getElementById("ask")?.focus({ preventScroll: true });
  saved.remove();
}

document.addEventListener("htmx:after:swap", (event) => {
  const source = event.detail.ctx?.sourceElement;
  if (source?.id === "proof") return saveSoon(); // the question stands
  if (source?.matches("details")) return;
  waitNoMore();
  swapped = performance.now();
  const offline = document.getElementById("offline");
  if (offline) offline.hidden = true;
  keepWhatStands();
  ready();
  const problem = document.querySelector("#match .problem, #notice .notice");
  const next = problem ?? document.getElementById("ask");
  next?.focus({ preventScroll: true });
  if (problem) problem.scrollIntoView({ block: "center" });
  else window.scrollTo({ top: 0 });
});

document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx?.sourceElement?.id === "proof") return unproved();
  const offline = document.getElementById("offline");
  if (offline) unreachable(offline);
});

function unreachable(offline) {
  offline.hidden = false;
  offline.scrollIntoView({ block: "center" });
}

// What could not be proved is asked for again as soon as the score book can be reached.
function unproved() {
  waitNoMore();
  document.getElementById("proof").replaceChildren();
  document.getElementById("line").textContent = "";
  const words = document.getElementById("missing");
  words.textContent = words.dataset.save;
}
window.addEventListener("online", () => {
  const input = document.querySelector("#prompt input:checked");
  if (input) changed(input);
});

// A page that is looked at again may be long out of date.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
document.addEventListener("visibilitychange", () => {
  const line = document.querySelector("#match input[name=after]");
  const form = document.getElementById("prompt");
  if (document.hidden || !line || (form && isBegun(form))) return;
  htmx.ajax("GET", `${location.pathname}?after=${line.value}`, { source: document.body, target: "#match", swap: "outerHTML" }).catch(() => {});
});

// --- The screen stays on while a match is in play, where the browser allows it -------------------

let lock = null;
async function stayAwake() {
  const inPlay = document.getElementById("prompt") !== null;
  if (!inPlay) lock?.release();
  if (!inPlay || lock || document.hidden || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // a low battery refuses it
  }
}
document.addEventListener("visibilitychange", stayAwake);

keepWhatStands();
work(document);
setTimeout(ready); // when htmx listens
