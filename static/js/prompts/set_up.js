// The set-up of a pad: a known title fills it, as long as the table has changed nothing in it by hand.

import { kind } from "../parts/controls.js";
import { all, changed, on } from "../parts/dom.js";
import { inDigits } from "../parts/numbers.js";

const alike = (title) => title.normalize("NFKC").trim().toLowerCase();
const isChoice = (input) => input.type === "radio" || input.type === "checkbox";

// What a known game fills, with so many players.
function fieldsOf(key, form) {
  const fields = JSON.parse(key.dataset.fields);
  return { ...fields[0], ...fields[form.elements.players.value] };
}

function fill(form, key) {
  const fields = fieldsOf(key, form);
  form.elements.title.value = fields.title;
  for (const input of all(form, ".set-up :is(input, select)")) {
    const value = fields[input.name] ?? "";
    if (input.name === "first" || input.matches(".side-of select")) continue;
    if (isChoice(input)) input.checked = input.value === value;
    else input.value = /^\d+$/.test(value) ? inDigits(value) : value;
  }
}

const keyOf = (form) =>
  all(form, ".titles [data-fields]").find((key) => alike(key.value) === alike(form.elements.title.value));

// The title is typed, or another number of players changes what goes with it.
function follow(form) {
  const key = form.dataset.own ? null : keyOf(form);
  if (key) fill(form, key);
  mark(form);
}

function mark(form) {
  const title = alike(form.elements.title.value);
  for (const chip of all(form, ".titles > *"))
    chip.ariaCurrent = title && alike(chip.firstElementChild.textContent) === title ? "true" : null;
}

on("input", ".title-of input", ({ form }) => {
  if (!form.matches(".seating")) return;
  follow(form);
  if (keyOf(form)) changed(form.elements.title);
});
on("click", ".titles [data-fields]", (key, event) => {
  const { form } = key;
  fill(form, key);
  delete form.dataset.own;
  mark(form);
  event.preventDefault();
  changed(form.elements.title);
});
// What the table itself has changed, or is changing, stays as it is, whatever it calls its game. It is marked before
// anybody else hears of it, who might have it filled again.
document.addEventListener("input", ({ target, isTrusted }) => {
  if (isTrusted && target.closest(".seating .set-up")) target.form.dataset.own = "yes";
}, true);
on("keydown", ".seating .title-of input", (input, event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  const empty = all(input.form, ".table .seat:not([hidden]) input").find((field) => !field.value.trim());
  if (empty) empty.focus();
  else input.blur();
  event.preventDefault();
});

// A seat more: its name is tapped below, or typed where nobody is known yet.
on("click", ".more-seats", ({ form }, event) => {
  const seats = all(form, ".table .seat");
  const next = seats.find((seat) => seat.hidden);
  if (!next) return;
  form.elements.players.value = seats.indexOf(next) + 1;
  event.preventDefault();
  changed(form.elements.players);
  if (!form.querySelector(".known")) next.querySelector("input").focus();
});

// What stands first of a row that slides: the title that is chosen, and who has no seat yet. Later nothing moves.
const slid = new WeakSet();
kind(".titles, .seating:has(.set-up) .known-names", (row) => {
  if (slid.has(row)) return;
  slid.add(row);
  // Before the first frame, but once it is there.
  requestAnimationFrame(() => {
    const first = row.querySelector("[aria-current], [aria-pressed=false]");
    if (row.scrollWidth > row.clientWidth) first?.scrollIntoView({ block: "nearest", inline: "start" });
  });
});

// Who is there, who comes first, and who can be put on a side. With a title that stood there before, so did the rest.
const begun = new WeakSet();
kind(".seating:has(.set-up) .table", (table) => {
  const { form } = table.querySelector("input");
  if (!begun.has(form) && form.elements.title.value) form.dataset.own = "yes";
  begun.add(form);
  const first = form.elements.namedItem("first")?.value;
  const players = all(form, ".side-of");
  for (const [place, seat] of all(table, ".seat").entries()) {
    const field = seat.querySelector("input");
    seat.querySelector(".first").hidden = first !== String(place);
    const player = players[place];
    player.hidden = player.querySelector("select").disabled = seat.hidden;
    player.querySelector("bdi").textContent = field.value.trim() || field.placeholder;
  }
  follow(form);
});

on("click", ".side-of button", (button) => {
  const select = button.parentElement.querySelector("select");
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  button.textContent = select.value;
  if (select.form.matches(".seating")) select.form.dataset.own = "yes";
  changed(select);
});
kind(".side-of", (player) => {
  player.querySelector("button").textContent = player.querySelector("select").value;
});
