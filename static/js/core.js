// What every control of a page stands on. All words and numbers come from the page; the server checks everything.
"use strict";

const all = (root, selector) => [...root.querySelectorAll(selector)];
const changed = (element) => element.dispatchEvent(new Event("change", { bubbles: true }));
const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "\u2212"));
// The sign stays before the number, whichever way the words around it run.
const showPoints = (element, points) => {
  const number = Object.assign(document.createElement("bdi"), { dir: "ltr", textContent: signed(points) });
  element.replaceChildren(number);
};
const colour = (element, points) => {
  element.classList.toggle("gain", points > 0);
  element.classList.toggle("loss", points < 0);
};

// What this phone remembers. Where it may keep nothing, or is full, it is remembered until the page is left.
const memoryIn = (storage) => ({
  isForgetful: false,
  memory: {},
  get(name) {
    try {
      return this.memory[name] ?? storage().getItem(name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      storage().setItem(name, value);
      delete this.memory[name];
    } catch {
      this.memory[name] = value;
      this.isForgetful = true;
    }
  },
  // What is kept under a name as JSON, of the kind of `none`: another site of this address may have left what it likes.
  read(name, none) {
    try {
      const value = JSON.parse(this.get(name));
      return value.constructor === none.constructor ? value : none;
    } catch {
      return none;
    }
  },
});
const kept = memoryIn(() => localStorage);
const session = memoryIn(() => sessionStorage);

// Each kind of question says what it looks for. It is called with every such group of controls, and with what was
// touched in it: nothing when the page is new, was swapped, or a draft has come back to it. What comes as a module
// finds the page at work already.
const kinds = [];
let isAtWork = false;
function kind(selector, show) {
  kinds.push([selector, show]);
  if (isAtWork) for (const group of all(document, selector)) show(group);
}

function work(root, touched) {
  isAtWork = true;
  for (const [selector, show] of kinds) for (const group of all(root, selector)) show(group, touched);
}

// The button that saves says what is missing. It is never dead: pressed too early it leads to what is missing.
function setSave(form, words, isReady) {
  const save = form.querySelector(".save");
  const label = save?.querySelector("span");
  if (!label) return;
  label.textContent = words;
  if (isReady) save.removeAttribute("aria-disabled");
  else save.setAttribute("aria-disabled", "true");
}

// For those who listen.
function tell(words) {
  const line = document.getElementById("says");
  if (line) line.textContent = words;
}
