// Cards of a deck: a tap gives one to the player who is asked for, another takes it back.

kind(".picked", (group, touched) => {
  const deck = group.parentElement.querySelector(".spread");
  if (!group.dataset.ready) readyPicks(group, deck);
  if (touched?.matches(".turn")) makeActive(group, touched.closest(".row"));
  if (touched?.matches(".keeper input")) keepCard(group, deck, touched);
  showPicks(group, deck);
});

const keepersOf = (deck, seat) => all(deck, `.keeper.seat-${seat + 1} input`);
const cardsOf = (deck, seat) => keepersOf(deck, seat).filter((input) => input.checked);
const seatOfKeeper = (input) => all(input.closest(".face-card"), ".keeper input").indexOf(input);
const isShort = (group, deck, seat) => cardsOf(deck, seat).length < Number(group.dataset.cards);

function readyPicks(group, deck) {
  group.dataset.ready = "1";
  deck.dataset.ready = "1";
  for (const row of rowsOf(group)) {
    row.querySelector(".slots").hidden = false;
    row.querySelector(".turn").disabled = false;
  }
  makeNextActive(group, deck);
}

const makeNextActive = (group, deck) =>
  makeActive(group, rowsOf(group).find((_row, seat) => isShort(group, deck, seat)));

function keepCard(group, deck, input) {
  const seat = seatOfKeeper(input);
  const rest = group.querySelector(".row.rest");
  const isOfRest = rest === rowsOf(group)[seat];
  const filled = rest && !isOfRest ? cardsOf(deck, rowsOf(group).indexOf(rest)) : [];
  for (const kept of filled) kept.checked = false;
  rest?.classList.remove("rest");
  if (!input.checked) makeActive(group, rowsOf(group)[seat]);
  else if (!isShort(group, deck, seat)) makeNextActive(group, deck);
  if (!isOfRest) keepRest(group, deck);
  const card = input.closest(".face-card");
  tell([card.ariaLabel, ...all(card, ".keeper input:checked ~ .hidden").map((name) => name.textContent)].join(", "));
}

// Where just as many cards are left as the last player keeps, they are those.
function keepRest(group, deck) {
  const rows = rowsOf(group);
  const last = rows.length - 1;
  const free = all(deck, ".face-card").filter((card) => !card.querySelector(":checked"));
  const areFull = rows.every((_row, seat) => seat === last || !isShort(group, deck, seat));
  const isLast = areFull && !cardsOf(deck, last).length;
  if (!isLast || free.length !== Number(group.dataset.cards)) return;
  for (const card of free) all(card, ".keeper input")[last].checked = true;
  rows[last].classList.add("rest");
  makeActive(group, null);
  if (navigator.vibrate) navigator.vibrate(10);
}

function showPicks(group, deck) {
  const rows = rowsOf(group);
  const active = rows.findIndex((row) => row.classList.contains("active"));
  let left = 0;
  for (const [seat, row] of rows.entries()) {
    const numbers = cardsOf(deck, seat).map((input) => input.closest(".face-card").dataset.number);
    left += Math.max(0, Number(group.dataset.cards) - numbers.length);
    for (const [place, slot] of all(row, ".slot").entries()) slot.textContent = numbers[place] ?? "";
  }
  for (const card of all(deck, ".face-card")) {
    const keepers = all(card, ".keeper");
    const holder = keepers.findIndex((keeper) => keeper.querySelector(":checked"));
    const taker = holder >= 0 || active < 0 || !isShort(group, deck, active) ? holder : active;
    for (const [seat, keeper] of keepers.entries()) {
      keeper.classList.toggle("on", seat === taker);
      keeper.querySelector("input").disabled = holder >= 0 && seat !== holder;
    }
  }
  showWhose(rows[active]?.querySelector(".question-of"));
  setSave(group.closest("form"), group.dataset.left.split("|")[left], left === 0);
}

function showWhose(words) {
  const ask = document.querySelector("#ask .whole");
  if (!ask) return;
  ask.dataset.words ??= ask.textContent;
  ask.replaceChildren(...(words?.cloneNode(true).childNodes ?? [ask.dataset.words]));
}
