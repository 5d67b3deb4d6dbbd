// Cards: a row for each, the next one without a taker active; ×2 opens who doubled it, and choosing closes it.

kind(".taken", (group) => {
  const form = group.closest("form");
  if (!form.querySelector(".bar")) return;
  group.dataset.ready = "1";
  const rows = all(group, ".card-row");
  const open = rows.filter((row) => !isTaken(row));
  // Who doubled is known when the cards are dealt, and can be saved before anybody has taken one.
  const isNote = group.dataset.note && open.length === rows.length && rows.some(isDoubled);
  for (const row of rows) row.classList.toggle("active", row === open[0] && Boolean(group.dataset.left));
  if (!group.dataset.left) return;
  const words = isNote ? group.dataset.note : group.dataset.left.split("|")[open.length];
  setSave(form, words, isNote || !open.length);
});

const isTaken = (row) => row.querySelector(":scope > .card-keys :checked") !== null;
const isDoubled = (row) => row.querySelector('.strip :checked:not([value=""])') !== null;

// Taps are on labels: arrow keys, which choose as they pass, close nothing and take nothing back.
document.addEventListener("click", (event) => {
  const label = event.target.closest(".taken label");
  if (!label || event.target.matches("input")) return;
  const input = label.querySelector("input");
  const strip = label.closest("details");
  if (input.checked && !strip) {
    event.preventDefault();
    input.checked = false;
    changed(input);
  }
  if (strip) setTimeout(() => close(strip)); // a label chooses only after this
});

function close(strip) {
  strip.open = false;
  strip.querySelector("summary").focus({ preventScroll: true });
}
