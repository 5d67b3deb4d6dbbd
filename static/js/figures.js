// Several numbers for each player: one keypad fills the one that is looked at, and goes on to the next.

const wellsOf = (group) => all(group, ".well");
const openWell = (group) => wellsOf(group).find((one) => one.value === "");

kind(".figures", (group) => {
  if (!group.dataset.ready) {
    group.dataset.ready = "1";
    group.closest("form").querySelector(".keypad").hidden = false;
    for (const one of wellsOf(group)) one.inputMode = "none";
    lookAt(group, openWell(group) ?? (group.closest(".correction") ? wellsOf(group)[0] : null));
  }
  showFigures(group);
});

function lookAt(group, well) {
  for (const one of wellsOf(group)) one.classList.toggle("active", one === well);
  for (const row of rowsOf(group)) row.classList.toggle("active", row.contains(well ?? null));
}

function showFigures(group) {
  const form = group.closest("form");
  const well = group.querySelector(".well.active");
  for (const key of all(form, ".keypad button:not(.erase)")) {
    const number = Number(key.value);
    key.disabled = !well || number < Number(well.dataset.low) || number > Number(well.dataset.high);
    key.setAttribute("aria-pressed", String(Boolean(well) && well.value === key.value));
  }
  const left = wellsOf(group).filter((one) => one.value === "").length;
  setSave(form, group.dataset.left.split("|")[left], left === 0);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".keypad button");
  const group = key?.closest("form").querySelector(".figures[data-ready]");
  const well = group?.querySelector(".well.active");
  if (!well) return;
  const again = key.matches(".erase") || well.value === key.value;
  well.value = again ? "" : key.value;
  if (!again) lookAt(group, openWell(group));
  tell(`${well.ariaLabel} ${well.value}`);
  changed(well);
});

document.addEventListener("focusin", (event) => {
  if (!event.target.matches?.(".figures[data-ready] .well")) return;
  const group = event.target.closest(".figures");
  lookAt(group, event.target);
  showFigures(group);
});

document.addEventListener("input", (event) => {
  const well = event.target;
  if (!well.matches(".figures[data-ready] .well")) return;
  well.value = well.value.replace(/\D/g, "").slice(0, 2);
  showFigures(well.closest(".figures"));
});
