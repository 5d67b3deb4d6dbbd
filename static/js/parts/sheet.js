// A tap on a cell of the sheet shows its reason, the next one hides it; nothing moves but what would be hidden.

document.addEventListener("click", (event) => {
  const link = event.target.closest(".score-sheet td > a[href^='#'], .reason .close");
  if (!link) return;
  event.preventDefault();
  document.getElementById("saved")?.remove(); // it would lie over the reason
  const cell = link.closest("td");
  const [across, down] = [scrollX, scrollY];
  location.replace(location.hash === `#${cell.id}` ? "#sheet" : `#${cell.id}`);
  scrollTo(across, down);
  if (cell.matches(":target")) cell.scrollIntoView({ block: "nearest" });
});
