// Seats: a tap on a name fills the next place, and another takes it back; a tap on one place and then on another
// changes the two. So many places stand there as people play. What follows from the names, the server says.

import { announce, kind, setSave } from "../parts/controls.js";
import { all, changed, on } from "../parts/dom.js";

const placesOf = (form) => all(form, ".table .seat");
const seatsOf = (form) => placesOf(form).filter((seat) => !seat.hidden);
const fieldOf = (seat) => seat.querySelector("input");
const nameIn = (seat) => fieldOf(seat).value.trim();
const isEmpty = (seat) => !nameIn(seat);
const alike = (name) => name.normalize().toLowerCase();
const numbersOf = (form) => all(form, "[name=players]");
const isPad = (form) => form.elements.players?.type === "hidden";
const numberOf = (form) => Number(form.elements.players?.value || form.querySelector(".table").dataset.least);

const named = new WeakMap(); // how many have a name, as far as the server was asked
const namedIn = (form) => seatsOf(form).filter((seat) => !isEmpty(seat)).length;

kind(".seating .table", (table, touched) => {
  const form = table.closest("form");
  showAsMany(form, touched?.name === "players");
  named.set(form, namedIn(form));
});

// Who is there counts, until a number is chosen: then the others keep their names, and sit aside.
function showAsMany(form, isChosen) {
  const places = placesOf(form);
  // On a pad nobody sits aside: a draft brings names to seats that were not there yet.
  const last = places.findLastIndex((seat) => (isPad(form) || !seat.hidden) && nameIn(seat)) + 1;
  const isMore = !isChosen && last > numberOf(form);
  if (isMore) setNumber(form, last);
  const number = numberOf(form);
  const table = form.querySelector(".table");
  table.className = table.className.replace(/of-\d+/, `of-${number}`);
  table.classList.toggle("in-rows", number > 4 || isPad(form));
  for (const [place, seat] of places.entries()) {
    seat.hidden = fieldOf(seat).disabled = place >= number;
    fieldOf(seat).enterKeyHint = place === number - 1 && !isPad(form) ? "done" : "next";
  }
  const more = form.querySelector(".more-seats");
  if (more) more.hidden = number === places.length;
  const firsts = all(form, ".firsts input");
  for (const first of firsts) first.parentElement.hidden = Number(first.value) >= number;
  if (firsts.some((first) => first.checked && first.parentElement.hidden)) firsts[0].checked = true;
}

// A number is one of a few, or on a pad what the players there make it.
function setNumber(form, number) {
  if (isPad(form)) form.elements.players.value = number;
  else numbersOf(form).find((input) => Number(input.value) >= number).checked = true;
}

// Who goes back from the match has begun it already: there the list of matches says more than an empty form.
on("submit", ".seating", (form, { submitter }) => {
  const home = form.querySelector(".head .tool");
  if (home && !submitter?.hasAttribute("formaction")) history.replaceState(null, "", home.href);
});

let chosenSeat = null;
on("click", ".seating", (form, { target }) => {
  const key = target.closest(".known-names button");
  const seat = target.closest(".seat");
  if (key?.value) sitDown(form, key.value);
  else if (key) nextSeat(form)?.querySelector("input").focus();
  else if (seat && chosenSeat && seat !== chosenSeat && nameIn(chosenSeat) && nameIn(seat)) exchange(chosenSeat, seat);
  else hold(seat);
});

// What is typed takes the place of a name; a second tap puts the caret into it.
function hold(seat) {
  if (seat && seat !== chosenSeat) fieldOf(seat).select();
  chosenSeat = seat;
}

on("click", ".names", (_names, { target }) => hold(target.closest(".seat")));

// Whoever types means this name, and not to change places. With one letter somebody sits there, without any nobody: the
// server is asked again, as what it says of those before may come late.
document.addEventListener("input", ({ target }) => {
  chosenSeat = null;
  const form = target.closest(".seating:has(.save)");
  if (form && named.get(form) !== namedIn(form)) changed(target);
});

function exchange(...seats) {
  const [held, tapped] = seats.map(fieldOf);
  [held.value, tapped.value] = [tapped.value, held.value];
  tapped.blur();
  chosenSeat = null;
  changed(held);
}

// Enter goes to the next empty seat. Where none is left it only puts the keyboard of a phone away, and shows what is
// still to choose: a match begins by its own key.
on("keydown", ".seating .table .seat", (seat, event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  const seats = seatsOf(seat.closest(".seating"));
  const at = seats.indexOf(seat);
  const empty = [...seats.slice(at + 1), ...(nameIn(seat) ? seats.slice(0, at) : [])].find(isEmpty);
  const next = empty ?? (isPad(seat.closest("form")) && nameIn(seat) ? nextSeat(seat.closest("form")) : null);
  event.preventDefault();
  if (next) return fieldOf(next).focus();
  fieldOf(seat).blur();
  seat.closest("form").querySelector(".segmented, .house")?.scrollIntoView({ block: "nearest" });
});

const largest = (form) => (isPad(form) ? placesOf(form).length : Number(numbersOf(form).at(-1)?.value ?? 0));

// The next empty place; when all are taken, one more where more can play.
function nextSeat(form) {
  const next = seatsOf(form).find(isEmpty);
  if (next || numberOf(form) >= largest(form)) return next;
  setNumber(form, numberOf(form) + 1);
  showAsMany(form, true);
  return seatsOf(form).find(isEmpty);
}

function sitDown(form, name) {
  const sits = seatsOf(form).find((seat) => alike(nameIn(seat)) === alike(name));
  const place = chosenSeat && chosenSeat !== sits ? chosenSeat : sits ?? nextSeat(form);
  if (!place) return;
  // Whoever sits elsewhere changes places with who sits here.
  if (sits) fieldOf(sits).value = place === sits ? "" : nameIn(place);
  if (place !== sits) fieldOf(place).value = name;
  chosenSeat = null;
  changed(fieldOf(place));
}

// While another name is typed the letters of the one before are gone, until the server says those of the new one.
on("input", ".names .seat", (seat) => seat.querySelector(".disc").replaceChildren());

// Seats put right late: everybody sits already, and a tap on one and then on another changes the two.
on("click", ".sitter", (key) => {
  const chosen = key.form.querySelector(".sitter[aria-pressed=true]");
  key.ariaPressed = chosen ? "false" : "true";
  if (!chosen) return;
  chosen.ariaPressed = "false";
  if (chosen === key) return;
  const [from, to] = [chosen.parentElement, key.parentElement];
  from.prepend(key);
  to.prepend(chosen);
  chosen.focus({ preventScroll: true });
  const sitters = all(key.form, ".sitter");
  announce(sitters.map((one) => one.querySelector("b").textContent).join(", "));
  changed(to);
});

// What is sent follows from who sits where, and so do the discs of who dealt first.
kind(".sitters .table", (table) => {
  const form = table.closest("form");
  const places = all(table, ".seat").map((seat) => [seat.querySelector(".sitter"), seat.querySelector("select")]);
  for (const [place, [sitter, select]] of places.entries()) {
    select.value = sitter.value;
    const first = form.querySelectorAll(".firsts label > span")[place];
    if (!first) continue;
    first.className = sitter.className.replace("sitter", "");
    first.firstElementChild.replaceWith(sitter.querySelector(".disc").cloneNode(true));
    first.lastElementChild.textContent = sitter.querySelector("b").textContent;
  }
  const isMoved = places.some(([, select]) => select.value !== select.dataset.now);
  const isReady = isMoved || Number(form.elements.namedItem("first")?.value) > 0;
  setSave(form, isReady ? form.dataset.save : form.dataset.left, isReady);
});
