// Seats: a tap on a name fills the next place; a tap on one place and then on another changes the two.

kind(".seating", (form) => {
  const seats = seatsOf(form);
  for (const button of all(form, ".same, .known-names")) button.hidden = false;
  const named = seats.filter((seat) => nameIn(seat));
  for (const seat of seats) {
    seat.classList.toggle("empty", !nameIn(seat) && named.length > 0);
    seat.querySelector(".disc").textContent = initialOf(seat, seats);
  }
  for (const disc of all(form, ".firsts .disc"))
    disc.textContent = seats[Number(disc.dataset.seat)].querySelector(".disc").textContent;
  const save = form.querySelector(".save");
  const least = Number(form.querySelector(".table").dataset.least);
  const missing = named.length ? Math.max(0, least - named.length) : 0;
  setSave(form, missing ? save.dataset.missing.split("|")[missing] : save.dataset.begin, !missing);
});

const seatsOf = (form) => all(form, ".table .seat");
const nameIn = (seat) => seat.querySelector("input").value.trim();

// As on the board afterwards: the first letter, and where two share it the first one in which they differ.
function initialOf(seat, seats) {
  const name = nameIn(seat);
  if (!name) return String(seats.indexOf(seat) + 1);
  const letters = [...name.toLowerCase()];
  const first = letters[0].toUpperCase();
  const rivals = seats
    .filter((other) => other !== seat)
    .map((other) => [...nameIn(other).toLowerCase()])
    .filter((rival) => rival[0]?.toUpperCase() === first);
  if (!rivals.length) return first;
  const differs = (letter, place) => place && letter.trim() && rivals.every((rival) => rival[place] !== letter);
  return first + (letters.find(differs) ?? "");
}

let heldSeat = null;
document.addEventListener("click", (event) => {
  const name = event.target.closest(".known-names button");
  if (name) return sitDown(name.closest("form"), name.value);
  const same = event.target.closest(".same");
  if (same) {
    const names = JSON.parse(same.dataset.same);
    for (const [place, seat] of seatsOf(same.form).entries()) seat.querySelector("input").value = names[place] ?? "";
    return changed(same.form.querySelector(".seat input"));
  }
  const seat = event.target.closest(".seat");
  if (!seat) return (heldSeat = null);
  if (heldSeat && heldSeat !== seat && nameIn(heldSeat) && nameIn(seat)) {
    const [held, tapped] = [heldSeat, seat].map((place) => place.querySelector("input"));
    [held.value, tapped.value] = [tapped.value, held.value];
    tapped.blur();
    heldSeat = null;
    return changed(held);
  }
  heldSeat = seat;
});
// Whoever types means this name, and not to change places.
document.addEventListener("input", (event) => {
  const form = event.target.closest(".seating");
  if (!form) return;
  heldSeat = null;
  work(form.parentElement);
});

function sitDown(form, name) {
  const inputs = seatsOf(form).map((seat) => seat.querySelector("input"));
  const empty = inputs.find((input) => !input.value.trim());
  if (!empty || inputs.some((input) => input.value === name)) return;
  empty.value = name;
  changed(empty);
}
