// Lays out a page that was written down, and returns the name of each element of it and where what is in sight of it
// begins and ends, across and down.
async (html) => {
  const written = new DOMParser().parseFromString(html, "text/html");
  const styles = [...written.querySelectorAll("link[rel=stylesheet]")].map(
    (link) => new Promise((there) => { link.onload = link.onerror = there; }));
  document.replaceChild(document.adoptNode(written.documentElement), document.documentElement);
  await Promise.all(styles);
  for (const one of document.querySelectorAll("[data-was-modal]")) {
    one.close();
    one.showModal();
  }
  for (const one of document.querySelectorAll("[data-was-over]")) one.showPopover();
  document.activeElement?.blur();
  await document.fonts.ready;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  for (const one of document.getAnimations()) one.cancel();
  for (const one of document.querySelectorAll("[data-was-scrolled]")) {
    const [left, top] = one.dataset.wasScrolled.split(" ");
    one.scrollTo({ left, top, behavior: "instant" });
  }
  const nameOf = (one) => `${one.localName}${one.id && `#${one.id}`}${[...one.classList].map((name) => `.${name}`).join("")}`;
  // Lines of text may end with another word, a list to choose from is not on the page yet, and what lies over a page
  // is put in its place by a script.
  const LEFT_OUT = "svg *, option, datalist, .hidden, [popover], [popover] *";
  const isLaidOut = (one) => !one.matches(LEFT_OUT) && !getComputedStyle(one).display.startsWith("inline");
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
  return [...document.querySelectorAll("body *")].filter(isLaidOut).map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const words = one.textContent.trim().replace(/\s+/g, " ").slice(0, 24);
    const box = [left, right, Math.max(top, 0), Math.min(bottom, innerHeight)];
    return [nameOf(one), words, ...(isShown(one) ? box.map(Math.round) : [0, 0, 0, 0])];
  });
}
