// Several numbers for each player: one keypad fills the one that is looked at, and goes on to the next.

const wellsOf = (group) => all(group, ".well");
const openWell = (group) => wellsOf(group).find((well) => well.value === "");

kind(".figures", (group) => {
  if (!group.dataset.ready) {
    group.dataset.ready = "1";
    group.closest("form").querySelector(".keypad").hidden = false;
    for (const well of wellsOf(group)) well.inputMode = "none";
    lookAt(group, openWell(group) ?? (group.closest(".correction") ? wellsOf(group)[0] : null));
  }
  showFigures(group);
});

function lookAt(group, active) {
  for (const well of wellsOf(group)) well.classList.toggle("active", well === active);
  for (const row of rowsOf(group)) row.classList.toggle("active", row.contains(active ?? null));
}

function showFigures(group) {
  const form = group.closest("form");
  const active = group.querySelector(".well.active");
  for (const key of keysOf(group)) {
    const number = Number(key.value);
    key.disabled = !active || number < Number(active.dataset.low) || number > Number(active.dataset.high);
    key.setAttribute("aria-pressed", String(Boolean(active) && active.value === key.value));
  }
  const left = wellsOf(group).filter((well) => well.value === "").length;
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
