// Taps that were meant for what stood there before: the second half of a double tap, and a finger that came down before
// the new keys could be seen. They do nothing; any other tap counts at once.

const SAME_PLACE = 32; // px
let touched = -Infinity; // when the finger came down
let isDown = false; // and has not clicked yet: a label clicks its input as well, which is no tap of its own
let latest = null; // the place of the last tap that meant something
let shown = -Infinity; // since when what lies under a finger can be seen
const second = { end: -Infinity, place: null };

export const around = ({ x, y }) => new DOMRect(x - SAME_PLACE, y - SAME_PLACE, SAME_PLACE * 2, SAME_PLACE * 2);
const isIn = ({ left, right, top, bottom }, { x, y }) => left <= x && x <= right && top <= y && y <= bottom;

// For so many ms from now a tap in this place, that of the latest one if nothing else is said, is its second half.
export function ignoreSecondHalf(ms, place = latest) {
  Object.assign(second, { end: performance.now() + ms, place });
}

// The page has changed: no tap is meant for it that began before it is drawn, which is when its second frame begins,
// and `longer` ms after that if it was changed by others.
export function ignoreEarlyTaps(longer = 0) {
  shown = Infinity;
  requestAnimationFrame(() => requestAnimationFrame(() => (shown = performance.now() + longer)));
}

document.addEventListener("pointerdown", () => ([touched, isDown] = [performance.now(), true]), true);
document.addEventListener("click", (event) => {
  const isTap = isDown && event.detail > 0;
  isDown = false;
  const isSecond = isTap && second.place && touched < second.end && isIn(second.place, event);
  const isMeant = !isSecond && !(isTap && touched < shown);
  if (isMeant && isTap) latest = around(event);
  if (isMeant || !event.target.closest("#prompt, #saved, .board")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
