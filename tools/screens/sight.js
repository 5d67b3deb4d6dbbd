// What is wrong with a screen as it is seen: run in the page by sight.py, with the parts that must be in view.
async (parts, isQuestion) => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const faults = [];
  const [width, height] = [document.documentElement.clientWidth, innerHeight];
  const root = document.querySelector("dialog:modal") ?? document.body;
  const OVER = "dialog, [popover], .strip, .skip, .behind"; // what may lie over the page: it was opened, or passes
  const SAID = ".notice, #saved"; // what may lie over words, but over no key beside those of the bar
  const layerOf = (one) => one.closest(`${OVER}, ${SAID}`);
  const isOver = (one) => Boolean(layerOf(one));

  const say = (one) => {
    const words = one.textContent.replace(/\s+/g, " ").trim().slice(0, 30);
    const name = one.id ? `#${one.id}` : [...one.classList].map((each) => `.${each}`).join("");
    return `${one.localName}${name} “${words || one.getAttribute("aria-label") || one.name || ""}”`;
  };
  const boxOf = (one) => one.getBoundingClientRect();
  const isSeen = (one) => {
    if (!one.checkVisibility({ visibilityProperty: true })) return false;
    for (let part = one; part && part !== root; part = part.parentElement) {
      const box = boxOf(part);
      // What only a screen reader reads is cut down to a dot.
      if (box.width <= 1.5 && box.height <= 1.5 && getComputedStyle(part).overflow !== "visible") return false;
      if (getComputedStyle(part).clipPath.startsWith("inset(50%")) return false;
    }
    return getComputedStyle(one).opacity > 0.05;
  };
  const isStuck = (one) => {
    for (let part = one; part && part !== root; part = part.parentElement) {
      const look = getComputedStyle(part);
      // What stays only where a table is scrolled sideways goes along with its page.
      const staysUp = look.position === "sticky" && (look.top !== "auto" || look.bottom !== "auto");
      if (look.position === "fixed" || staysUp) return true;
    }
    return false;
  };
  const isWithin = (box) =>
    box.left >= -1 && box.right <= width + 1 && box.top >= -1 && box.bottom <= height + 1;
  const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const isRelated = (one, hit) => hit && (one.contains(hit) || hit.contains(one));
  const isPainted = (one) => {
    const look = getComputedStyle(one);
    return look.backgroundImage !== "none" || !/, 0\)$|^transparent$/.test(look.backgroundColor);
  };
  const coverOf = (one, x, y) => {
    for (const hit of document.elementsFromPoint(x, y)) {
      if (isRelated(one, hit) || hit.closest("label")?.contains(one)) return null;
      if (getComputedStyle(hit).opacity > 0.05 && isPainted(hit)) return hit;
    }
    return null;
  };
  // Whether a tap there is one on this target.
  const takes = (one, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit && (one.contains(hit) || hit.closest("label")?.control === one));
  };
  const overlap = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];
  // A link may run over two lines: each has a box of its own.
  const widest = (one, other) => {
    const pairs = [...one.getClientRects()].flatMap((a) => [...other.getClientRects()].map((b) => overlap(a, b)));
    return pairs.find(([wide, high]) => wide >= 1.5 && high >= 1.5) ?? [0, 0];
  };
  const scrolls = (one) => {
    for (let part = one.parentElement; part && part !== root; part = part.parentElement) {
      const look = getComputedStyle(part);
      const isWide = /auto|scroll/.test(look.overflowX) && part.scrollWidth > part.clientWidth + 1;
      const isHigh = /auto|scroll/.test(look.overflowY) && part.scrollHeight > part.clientHeight + 1;
      if (isWide || isHigh) return true;
    }
    return false;
  };

  // --- Nothing is wider than the screen, and a question needs no scrolling.
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth + 1) faults.push(`${page.scrollWidth - page.clientWidth} px wider than the screen`);
  if (isQuestion) {
    for (let part = document.querySelector("#prompt"); part; part = part.parentElement) {
      const over = part.scrollHeight - part.clientHeight;
      const canScroll = part === page || /auto|scroll/.test(getComputedStyle(part).overflowY);
      if (canScroll && over > 1) faults.push(`scrolls by ${over} px`);
    }
  }

  // --- What has to be in view is.
  for (const part of parts) {
    const all = [...root.querySelectorAll(part)].filter(isSeen);
    if (!all.length) faults.push(`nothing is shown of ${part}`);
    else if (!isWithin(boxOf(all[0]))) faults.push(`not in view: ${say(all[0])}`);
  }

  // --- What can be tapped: in view at a question, large enough, and none lies over another.
  // Of a label and the control in it the larger one is tapped.
  const isPartOfTarget = (one) => {
    // A row is tapped as a whole.
    const row = one.matches(".row :is(.well, .who)") && one.closest(".row");
    if (row && boxOf(row).height >= 47.5) return true;
    const label = one.closest("label");
    if (one.localName !== "label") return Boolean(label?.control === one && boxOf(label).height >= boxOf(one).height);
    return !one.contains(one.control) || (isSeen(one.control) && boxOf(one).height < boxOf(one.control).height);
  };
  const targets = [...root.querySelectorAll("a[href], button, summary, label, input, select, textarea")]
    .filter((one) => one.type !== "hidden" && !one.closest("svg") && !isPartOfTarget(one))
    .filter((one) => isSeen(one) && boxOf(one).width && boxOf(one).height);
  const lengthOf = (one) => one.textContent.replace(/\s+/g, "").length;
  const isInText = (one) => {
    if (one.matches(".term")) return true;
    const text = one.closest("p, li, dd, td, small, .problem");
    return getComputedStyle(one).display === "inline" && text && lengthOf(text) > lengthOf(one);
  };
  for (const one of targets) {
    const box = one.getClientRects()[0]; // of a link in several lines the first
    if (isQuestion && one.closest("#prompt") && !scrolls(one) && !isWithin(box)) faults.push(`not in view: ${say(one)}`);
    const [x, y] = middle(box);
    const isFree = isWithin(box) && takes(one, x, y);
    if (!isFree || isInText(one)) continue;
    // Beside a question the ways are drawn 44 high. What leads to more, beside keys, has at least its line.
    const isSmall = one.closest(".guidance, .rule, .pen, .in-two") !== null;
    const reach = one.closest(".segmented") ? 22 : 23.5;
    // From six on the board is drawn in two rows 38 high, of which the keys above them take a little.
    const [up, down] = isSmall ? [one.closest(".in-two") ? 0 : 8, 8] : [reach, reach];
    const missing = [];
    // Half under what stays at the edge: it is scrolled to.
    const isUnder = (px, py) => !isQuestion && !isStuck(one) && isStuck(document.elementFromPoint(px, py));
    const isOut = (px, py) => px < 0 || py < 0 || px >= width || py >= height || isUnder(px, py);
    if (box.width < 47.5 && !isSmall && [x - reach, x + reach].some((px) => !isOut(px, y) && !takes(one, px, y))) missing.push(`${Math.round(box.width)} px wide`);
    if (box.height < 2 * reach && [y - up, y + down].some((py) => !isOut(x, py) && !takes(one, x, py))) missing.push(`${Math.round(box.height)} px high`);
    if (missing.length) faults.push(`${missing.join(" and ")}: ${say(one)}`);
  }
  const stuck = new Map(targets.map((one) => [one, isStuck(one)]));
  for (const [n, one] of targets.entries()) {
    for (const other of targets.slice(n + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [wide, high] = widest(one, other);
      if (wide < 1.5 || high < 1.5) continue;
      if (isOver(one) !== isOver(other)) {
        const [above, below] = isOver(one) ? [one, other] : [other, one];
        if (!layerOf(above).matches(SAID) || below.closest(".bar")) continue;
      }
      if (!isQuestion && stuck.get(one) !== stuck.get(other)) continue;
      if (scrolls(one) || scrolls(other)) continue;
      faults.push(`overlap by ${Math.round(wide)} × ${Math.round(high)} px: ${say(one)} and ${say(other)}`);
    }
  }

  // --- What was opened has come with its styles.
  const selectorsIn = (rules) => [...rules].flatMap((rule) => [rule.selectorText ?? "", ...selectorsIn(rule.cssRules ?? [])]);
  const HOOK = /^(of-.*|known|owns|leads|deals|example)$/; // what only a script or a part of it asks for
  const opened = root.querySelectorAll("dialog:modal [class], :popover-open [class], details[open] [class]");
  if (opened.length) {
    const selectors = [...document.styleSheets].flatMap((sheet) => selectorsIn(sheet.cssRules)).join(" ");
    const styled = new Set(selectors.match(/(?<=\.)[A-Za-z][\w-]*/g));
    const isStyled = (name) => styled.has(name) || HOOK.test(name);
    for (const one of opened) if (isSeen(one) && ![...one.classList].some(isStyled)) faults.push(`no style: ${say(one)}`);
  }

  // --- What is read: nothing covers it, cuts it off, or is written over it.
  // What is left of a line of text, and whether it is cut without a sign: an ellipsis is one.
  const cutDown = (one, { left, right, top, bottom, height }) => {
    let box = { left, right, top, bottom };
    let isCut = false;
    for (let part = one; part && part !== root; part = part.parentElement) {
      const look = getComputedStyle(part);
      if (look.overflowX === "visible" || look.display === "contents") continue;
      const around = boxOf(part);
      const isOut = box.left < around.left - 1 || box.right > around.right + 1;
      // A line of text is higher than its letters.
      const isBelow = box.top < around.top - height * 0.2 || box.bottom > around.bottom + height * 0.2;
      const isSaid = look.textOverflow === "ellipsis" || look.webkitLineClamp !== "none";
      const canScroll = /auto|scroll/.test(look.overflowX + look.overflowY);
      if ((isOut || isBelow) && !isSaid && !canScroll) isCut = true;
      box = {
        left: Math.max(box.left, around.left),
        right: Math.min(box.right, around.right),
        top: Math.max(box.top, around.top),
        bottom: Math.min(box.bottom, around.bottom),
      };
    }
    return [box, isCut];
  };
  const texts = [];
  // Where in a key a word goes on in the next line, though nothing says that it does.
  const brokenIn = (node, range) => [...node.data.matchAll(/[\p{L}\p{M}\p{N}]{2,}/gu)].find((word) => {
    if (/[\p{Script=Hani}\p{Script=Hira}\p{Script=Kana}]/u.test(word[0])) return false;
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const [first, ...others] = range.getClientRects();
    return others.some((box) => box.top > first.bottom - 2);
  });
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || one.closest("script, style, option, noscript, textarea, title, .skip:not(:focus)")) continue;
    if (!isSeen(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const [left, isCut] = cutDown(one, box);
      const isFolded = left.right - left.left <= 1 || left.bottom - left.top < box.height / 4;
      if (isFolded) continue; // as a row is of which only the line is left
      if (isCut && !one.closest("svg")) faults.push(`clipped: ${say(one)}`);
      texts.push({ one, box: left, node });
    }
    // In a row or a grid each name in a sentence, and what stands before and behind it, is a part by itself.
    const isRow = /flex|grid/.test(getComputedStyle(one).display);
    if (isRow && [...one.children].some((part) => part.localName === "bdi")) faults.push(`a sentence in pieces: ${say(one)}`);
    const [broken] = (one.closest("button, .key, summary") && brokenIn(node, range)) ?? [];
    if (broken) faults.push(`a word in two lines: ${broken} in ${say(one)}`);
  }
  const read = new Set();
  for (const { one, box, node } of texts) {
    const [x, y] = middle(box);
    const isInView = x >= 0 && x < width && y >= 0 && y < height;
    const cover = isInView && getComputedStyle(one).pointerEvents !== "none" ? coverOf(one, x, y) : null;
    if (isInView && !cover && box.bottom <= height + 2) read.add(node);
    if (one.closest("svg")) continue;
    if (cover && isQuestion && !isOver(cover) && !scrolls(one)) faults.push(`covered by ${say(cover)}: ${say(one)}`);
    if (!scrolls(one) && (box.left < -1 || box.right > width + 1)) faults.push(`cut by the edge: ${say(one)}`);
    const target = one.closest("button, summary, a, .option, .card-key");
    if (target && getComputedStyle(target).display !== "inline") {
      const around = boxOf(target);
      if (box.left < around.left - 1 || box.right > around.right + 1) faults.push(`runs out of its key: ${say(target)}`);
    }
  }
  const lettersOf = ({ left, right, top, bottom }) => {
    const slack = (bottom - top) * 0.25;
    return { left: left + 1, right: right - 1, top: top + slack, bottom: bottom - slack };
  };
  for (const [n, a] of texts.entries()) {
    for (const b of texts.slice(n + 1)) {
      if (a.node === b.node || a.one.closest("svg") || b.one.closest("svg")) continue;
      const [wide, high] = overlap(lettersOf(a.box), lettersOf(b.box));
      if (wide < 1.5 || high < 1.5) continue;
      if (isOver(a.one) !== isOver(b.one)) continue;
      if (isStuck(a.one) !== isStuck(b.one) || scrolls(a.one) || scrolls(b.one)) continue;
      faults.push(`written over each other: ${say(a.one)} and ${say(b.one)}`);
    }
  }
  const words = [...new Set(texts.map(({ node }) => node))].filter((node) => read.has(node)).map((node) => node.data);
  return [words.join(" ").replace(/\s+/g, " ").replace(/ (?=[,.:;?’])/g, ""), [...new Set(faults)]];
}
