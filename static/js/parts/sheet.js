// A tap on a cell of the sheet shows its reason, the next one hides it; nothing moves but what would be hidden.

import { on } from "./dom.js";

const REASON = "reason";

// A browser may scroll to its target once more in the next frame: then it finds the cell where it should be.
function stay(cell) {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  cell.style.scrollMarginTop = `${cell.getBoundingClientRect().top - parseFloat(scrollPaddingTop)}px`;
}

on("click", ".score-sheet td > a[href^='#'], .reason .close", (link, event) => {
  event.preventDefault();
  document.getElementById("saved")?.remove(); // it would lie over the reason
  const cell = link.closest("td");
  const [across, down] = [scrollX, scrollY];
  const isOpened = history.state === REASON; // by a tap here, so that the way back is what was there before
  if (location.hash === `#${cell.id}`) return isOpened ? history.back() : location.replace("#sheet");
  stay(cell);
  // The first one that is opened can be closed with the Back of the phone, as it can without the script.
  if (isOpened) location.replace(`#${cell.id}`);
  else location.hash = cell.id;
  history.replaceState(REASON, "");
  scrollTo(across, down);
  if (!cell.matches(":target")) return;
  const totals = cell.closest("table").querySelector("tfoot td").getBoundingClientRect();
  scrollBy(0, Math.max(0, cell.getBoundingClientRect().bottom - totals.top));
  stay(cell);
});
