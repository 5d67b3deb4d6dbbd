// Taps that were meant for what stood there before: too early after something has moved, or the second half of a
// double tap. They do nothing.

const SAME_PLACE = 32; // px
let touched = -Infinity; // when the finger came down
let isDown = false; // and has not clicked yet: a label clicks its input as well, which is no tap of its own
let tap = null; // the latest one that meant something
const quiet = { second: -Infinity, any: -Infinity, tap: null };

// For so many ms from now a tap in the place of the latest one is its second half, and any other one comes too early.
export function ignoreTaps(second, any = 0, latest = tap) {
  const now = performance.now();
  Object.assign(quiet, { second: now + second, any: now + any, tap: latest });
}

document.addEventListener("pointerdown", () => ([touched, isDown] = [performance.now(), true]), true);
document.addEventListener("click", (event) => {
  const isTap = isDown && event.detail > 0;
  isDown = false;
  const at = isTap ? touched : performance.now();
  const isSamePlace = isTap && quiet.tap && Math.hypot(event.x - quiet.tap.x, event.y - quiet.tap.y) < SAME_PLACE;
  const isMeant = at >= quiet.any && !(isSamePlace && at < quiet.second);
  if (isMeant && isTap) tap = event;
  if (isMeant || !event.target.closest("#prompt, #saved, .board")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
