// What a form does before it is sent. All numbers come from the page; the server checks everything.
"use strict";

const SETTLE = 350; // ms after a swap in which a second tap was meant for what stood there before
let swapped = -SETTLE;

const checked = (row) => row.querySelector("input:checked:not(.worked-out)");
const workedOut = (input, on) => {
  input.checked = on;
  input.classList.toggle("worked-out", on);
  input.parentElement.classList.toggle("worked-out", on);
};
const rowsOf = (group) => [...group.querySelectorAll(".row")];

// Counts: what is left is worked out, and what cannot fit cannot be tapped.
function count(group) {
  const total = Number(group.dataset.count);
  const rows = rowsOf(group);
  for (const input of group.querySelectorAll("input.worked-out")) workedOut(input, false);
  const chosen = rows.map(checked);
  const placed = chosen.reduce((sum, input) => sum + (input ? Number(input.value) : 0), 0);
  const open = rows.filter((row, i) => !chosen[i]);
  const left = total - placed;
  for (const [i, row] of rows.entries()) {
    const most = left + (chosen[i] ? Number(chosen[i].value) : 0);
    for (const input of row.querySelectorAll("input"))
      input.disabled = Number(input.value) > most && !input.checked;
  }
  const fill = left === 0 ? open : open.length === 1 && left > 0 ? open : [];
  for (const row of fill) {
    const input = row.querySelector(`input[value="${left}"]`);
    if (input) workedOut(input, true);
  }
  const meter = group.parentElement.querySelector("[data-meter]");
  const sum = [...group.querySelectorAll("input:checked")].reduce((n, i) => n + Number(i.value), 0);
  meter.querySelector("output").textContent = `${sum} / ${total}`;
  meter.classList.toggle("full", sum === total && !group.querySelector(".row:not(:has(:checked))"));
}

// The order of going out: who is tapped for a place leaves any other, and the last place follows.
function order(group, tapped) {
  const rows = rowsOf(group);
  for (const input of group.querySelectorAll("input:checked"))
    if (input.classList.contains("worked-out") || (tapped && input !== tapped && input.value === tapped.value))
      workedOut(input, false);
  const taken = rows.map((row) => checked(row)?.value);
  const open = rows.filter((row, i) => taken[i] === undefined);
  if (open.length !== 1) return;
  const last = [...open[0].querySelectorAll("input")].find((input) => !taken.includes(input.value));
  workedOut(last, true);
}

// Cards kept: each card once, so many for each; the last player gets what is left if it is enough.
function pick(group) {
  const each = Number(group.dataset.pick);
  const rows = rowsOf(group);
  const numbers = (row) => [...row.querySelectorAll("input")];
  const kept = rows.map((row) => numbers(row).map((input) => input.checked));
  for (const [i, row] of rows.entries()) {
    const full = kept[i].filter(Boolean).length >= each;
    for (const [n, input] of numbers(row).entries())
      input.disabled = !input.checked && (full || kept.some((other, j) => j !== i && other[n]));
  }
}

function work(root, tapped) {
  for (const group of root.querySelectorAll("[data-count]")) count(group);
  for (const group of root.querySelectorAll("[data-order]")) order(group, tapped);
  for (const group of root.querySelectorAll("[data-pick]")) pick(group);
  for (const names of root.querySelectorAll("[data-known]")) names.hidden = false;
}

document.addEventListener("change", (event) => {
  const input = event.target;
  input.classList.remove("worked-out");
  input.parentElement.classList.remove("worked-out");
  const form = input.closest("form");
  if (form) work(form, input);
});

// A name from an earlier match goes into the first empty place.
document.addEventListener("click", (event) => {
  const known = event.target.closest("[data-known] button");
  if (!known) return;
  const places = [...document.querySelectorAll(".players ol input:not([type=radio])")];
  const empty = places.find((place) => !place.value.trim());
  if (empty && !places.some((place) => place.value === known.value)) empty.value = known.value;
});

// A tap right after a swap was meant for the button that is gone.
document.addEventListener("click", (event) => {
  if (performance.now() - swapped > SETTLE || !event.target.closest("#prompt, .actions")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx?.sourceElement?.id === "proof") return; // the question stands
  swapped = performance.now();
  const offline = document.getElementById("offline");
  if (offline) offline.hidden = true;
  // The log in the time of this phone.
for (const time of document.querySelectorAll(".log time"))
  time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

work(document);
  const problem = document.querySelector("#match .problem, #notice .notice");
  const next = problem ?? document.getElementById("ask");
  next?.focus({ preventScroll: true });
  if (problem) problem.scrollIntoView({ block: "center" });
  else window.scrollTo({ top: 0 });
});

document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx?.sourceElement?.id === "proof") return;
  const offline = document.getElementById("offline");
  if (!offline) return;
  offline.hidden = false;
  offline.scrollIntoView({ block: "center" });
});

// The log in the time of this phone.
for (const time of document.querySelectorAll(".log time"))
  time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

work(document);
