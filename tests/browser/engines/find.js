// The elements that the steps of a locator lead to, and what a thumb can do there. Run in the page by page.py.
(steps, what, value) => {
  const isShown = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return one.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
  };
  const wordsOf = (one) => one.textContent.replace(/\s+/g, " ").trim();
  // Words are found in any case, unless they are a pattern or are to be exact.
  const fits = (words, { source, flags, exact }) => {
    if (flags !== undefined) return new RegExp(source, flags).test(words);
    return exact ? words === source : words.toLowerCase().includes(source.toLowerCase());
  };
  const ROLES = {
    button: "button, [type=submit], [role=button], summary",
    link: "a[href]",
    heading: "h1, h2, h3, h4",
  };
  const nameOf = (one) => one.getAttribute("aria-label") ?? (wordsOf(one) || one.value || "");
  const within = (selector) => (one) => [...one.querySelectorAll(selector)];
  const KINDS = {
    css: (found, selector) => found.flatMap(within(selector)),
    up: (found, path) => found.flatMap((one) => {
      const nodes = document.evaluate(path, one, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
      return Array.from({ length: nodes.snapshotLength }, (_, n) => nodes.snapshotItem(n));
    }),
    nth: (found, n) => [found.at(n)].filter(Boolean),
    shown: (found) => found.filter(isShown),
    // A window that nobody manages never has the focus itself, and so nothing in it is `:focus` to WebKit.
    focused: (found) => found.filter((one) => one === document.activeElement),
    words: (found, words) => found.filter((one) => fits(wordsOf(one), words)),
    role: (found, [role, name]) =>
      found.flatMap(within(ROLES[role])).filter((one) => isShown(one) && (!name || fits(nameOf(one), name))),
    text: (found, words) => found.flatMap(within("*"))
      .filter((one) => fits(wordsOf(one), words) && ![...one.children].some((part) => fits(wordsOf(part), words))),
    label: (found, words) => found.flatMap(within("label")).filter((one) => fits(wordsOf(one), words)).map((one) => one.control),
  };
  let found = [document];
  for (const [kind, about] of steps) found = [...new Set(KINDS[kind](found, about))];
  const [one] = found;
  const TAKES = {
    found: () => found.map((each) => isShown(each)),
    texts: () => found.map((each) => each.textContent),
    read: () => found.map((each) => (isShown(each) ? each.innerText : "").replace(/\s+/g, " ").trim()),
    // Where a tap on it comes down, once it stands still and nothing lies over it.
    spot: async () => {
      if (!one || !isShown(one)) return null;
      const box = () => JSON.stringify(one.getBoundingClientRect());
      const before = box();
      await new Promise((drawn) => requestAnimationFrame(drawn));
      if (before !== box()) return null;
      const middleOf = () => {
        const { left, top, width, height } = one.getClientRects()[0];
        return [left + width / 2, top + height / 2];
      };
      const isReached = ([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit && (one.contains(hit) || hit.contains(one) || hit.closest("label")?.control === one);
      };
      if (!isReached(middleOf())) one.scrollIntoView({ block: "center", behavior: "instant" });
      const middle = middleOf();
      return (value || isReached(middle)) && !(one.disabled) ? middle : null;
    },
    fill: () => {
      if (!one || !isShown(one) || one.disabled) return null;
      one.focus();
      one.value = value;
      for (const name of ["input", "change"]) one.dispatchEvent(new Event(name, { bubbles: true }));
      return true;
    },
    get: () => (one ? [one[value] ?? null] : null),
    attribute: () => (one ? [one.getAttribute(value)] : null),
    box: () => (one ? one.getBoundingClientRect().toJSON() : null),
    fire: () => one?.dispatchEvent(new Event(value, { bubbles: true, cancelable: true })) ?? null,
  };
  return what === "each" ? value(found) : what === "one" ? value(one) : TAKES[what]();
}
