// Places: each tap on a player fills the next one, and the last follows; a second tap takes back.

kind(".places", (group) => {
  const form = group.closest("form");
  const keys = form.querySelector("[data-places]");
  group.dataset.ready = "1";
  keys.hidden = false;
  const taken = takenIn(group).slice(0, rowsOf(group).length - 1);
  placeAll(group, taken);
  for (const key of all(keys, "button")) showPlaceOf(group, key);
  const open = rowsOf(group).length - taken.length;
  const words = group.dataset.left.split("|");
  setSave(form, open > 1 ? words[open] : words[0], open <= 1);
});

// Who has a place by a tap, in this order: a gap closes, and nobody has two.
const takenIn = (group) => [
  ...new Set(
    rowsOf(group)
      .filter((row) => !row.matches(".rest"))
      .map((row) => row.querySelector("input:checked")?.value)
      .filter(Boolean),
  ),
];

function placeAll(group, taken) {
  const rows = rowsOf(group);
  const isWhole = taken.length === rows.length - 1;
  const others = all(rows[0], "input").map((input) => input.value);
  const placed = isWhole ? [...taken, others.find((seat) => !taken.includes(seat))] : taken;
  for (const [at, row] of rows.entries()) {
    for (const input of all(row, "input")) input.checked = input.value === placed[at];
    row.classList.toggle("rest", isWhole && at === taken.length);
    row.classList.toggle("active", at === placed.length);
    showPlace(group, row, placed[at]);
  }
}

function showPlace(group, row, seat) {
  const who = row.querySelector(".who");
  const name = document.createElement("b");
  const key = seat && group.closest("form").querySelector(`[data-places] [value="${seat}"]`);
  if (key) name.append(key.querySelector(".what bdi").cloneNode(true));
  else name.textContent = who.dataset.open;
  who.hidden = false;
  who.replaceChildren(...(key ? [key.querySelector(".disc").cloneNode(true)] : []), name);
  const points = row.querySelector(".points");
  if (points) colour(points, key ? Number(points.dataset.points) : 0);
}

function showPlaceOf(group, key) {
  const row = rowsOf(group).find((place) => place.querySelector("input:checked")?.value === key.value);
  key.setAttribute("aria-pressed", String(Boolean(row)));
  key.querySelector("small").textContent = row ? row.querySelector(".place").textContent : "";
}

function tapPlace(group, seat) {
  const taken = takenIn(group);
  const at = taken.indexOf(seat);
  const isRest = group.querySelector(".row.rest input:checked")?.value === seat;
  // The one left is there only because of the last tap, so that is what it takes back.
  if (isRest) taken.pop();
  else if (at < 0) taken.push(seat);
  else taken.splice(at, 1);
  placeAll(group, taken);
  changed(group.querySelector("input"));
  if (at < 0 && !isRest) tellPlaces(group, taken.length - 1);
  else tell(group.closest("form").querySelector(".save").textContent);
}

function tellPlaces(group, at) {
  const aloud = (row) => {
    const points = row.querySelector(".points")?.textContent.replace("\u2212", `${group.dataset.minus} `);
    const place = row.getAttribute("aria-label");
    const placed = `${row.querySelector(".who b").textContent} ${place}`;
    return [placed, points].filter(Boolean).join(", ") + ".";
  };
  const rest = all(group, ".row.rest");
  tell([...[rowsOf(group)[at], ...rest].map(aloud), rest.length ? group.dataset.done : ""].join(" "));
  if (rest.length && navigator.vibrate) navigator.vibrate(10);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-places] button");
  if (key) tapPlace(key.form.querySelector(".places"), key.value);
});
