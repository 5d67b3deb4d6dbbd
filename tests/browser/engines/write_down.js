// The page as it stands, as a text that looks the same without its scripts: what was typed, chosen, opened and
// scrolled is written into it.
() => {
  const note = (one, name, value = "") => one.setAttribute(`data-${name}`, value);
  for (const one of document.querySelectorAll("input:not([type=file])")) {
    one.setAttribute("value", one.value);
    one.toggleAttribute("checked", one.checked);
  }
  for (const one of document.querySelectorAll("option")) one.toggleAttribute("selected", one.selected);
  for (const one of document.querySelectorAll("textarea")) one.textContent = one.value;
  for (const one of document.querySelectorAll("dialog:modal")) note(one, "was-modal");
  for (const one of document.querySelectorAll(":popover-open")) note(one, "was-over");
  for (const one of document.querySelectorAll("*")) {
    if (one.scrollLeft || one.scrollTop) note(one, "was-scrolled", `${one.scrollLeft} ${one.scrollTop}`);
  }
  for (const one of document.querySelectorAll("script, noscript")) one.remove();
  return `<!doctype html>${document.documentElement.outerHTML}`;
}
