// Taps, swaps, and a page that is looked at again.

const SETTLE = 350; // ms after a swap in which a second tap was meant for what stood there before
const TOAST = 5000; // ms for which what was just done can be taken back from here; under History it can be later too
let swapped = -Infinity;

document.addEventListener("change", (event) => {
  const form = event.target.closest("form");
  if (!form) return;
  // What the server still says of the answer before this one comes too late.
  const proof = form.querySelector("#proof");
  if (proof) htmx.trigger(proof, "htmx:abort");
  work(form, event.target);
  keepDraft(form);
});
document.addEventListener("input", (event) => event.target.form && keepDraft(event.target.form));

// A tap right after a swap was meant for the button that is gone.
document.addEventListener("click", (event) => {
  if (performance.now() - swapped > SETTLE || !event.target.closest("#prompt, #saved, .board")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// Too early: what is missing is shown instead, and nothing is sent.
document.addEventListener("click", (event) => {
  const save = event.target.closest(".save[aria-disabled]");
  if (!save || !save.form.querySelector("[data-ready]")) return;
  event.preventDefault();
  tell(save.textContent);
  const row = save.form.querySelector(".card-row.active, .row:not(.rest)");
  const open = all(save.form, ".row").find((other) => other.querySelector(".well")?.value === "") ?? row;
  const next = save.form.querySelector("[data-places] [aria-pressed=false]") ?? open?.querySelector("input");
  next?.focus({ preventScroll: true });
});

// A form that opens another page is sent once.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("hx-post") || form.method === "get") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
  if (form.dataset.draft) forgetDraft(form);
});
window.addEventListener("pageshow", () => all(document, "[data-sent]").forEach((form) => delete form.dataset.sent));

// Before the first frame that shows a new question: its keys are in place, and nothing moves. Drafts first, so that
// every group of controls shows what is in it; `restoring` keeps that from being a new draft.
function putInPlace() {
  restoring = true;
  for (const form of all(document, "form[data-draft]")) restoreDraft(form);
  const way = kept.get("way") === "tricks" && document.querySelector("[name=way][value=tricks]");
  if (way) way.checked = true;
  work(document);
  restoring = false;
  document.documentElement.dataset.ready = "1";
}

const table = document.querySelector(".play");
if (table) new MutationObserver(putInPlace).observe(table, { childList: true });

function ready() {
  putInPlace();
  const saved = document.getElementById("saved");
  if (saved) drain(saved);
  const pen = document.querySelector(".pen");
  if (pen) pen.hidden = pen.dataset.by === nameOfPhone();
  // What was said once is not said again when the page is loaded anew.
  if (/[?&]done=/.test(location.search)) history.replaceState(null, "", location.pathname);
  stayAwake();
  window.sendAgain?.(); // only where there is a server to send to
}

// The toast stays while someone is at it, and while nobody looks.
function drain(saved) {
  const rest = () => saved.matches(":active, :focus-within") || document.hidden;
  setTimeout(() => saved.isConnected && (rest() ? drain(saved) : forget(saved)), TOAST);
}

// A form that only turned to another pane, or was refused, has written nothing.
const lineOf = (root) => root.querySelector("input[name=after]")?.value;

function forget(saved) {
  if (saved.contains(document.activeElement)) document.getElementById("ask")?.focus({ preventScroll: true });
  saved.remove();
}

// Whoever goes on has seen it, or wants what lies below it.
document.addEventListener("click", (event) => {
  const saved = event.target.closest("#saved");
  if (saved && !event.target.closest("button")) forget(saved);
});
document.addEventListener("change", () => document.getElementById("saved")?.remove());

document.addEventListener("htmx:after:swap", (event) => {
  const source = event.detail.ctx?.sourceElement;
  if (source?.id === "proof") return showProof(source);
  swapped = performance.now();
  const moved = document.getElementById("moved");
  if (moved) moved.hidden = true; // what is shown now says it all
  if (source?.id === "prompt" && lineOf(source) !== lineOf(document)) forgetDraft(source);
  ready();
  // What came by itself takes nobody from where they are.
  if (event.detail.ctx.isNews) return;
  const problem = document.querySelector("#match .problem, #notice .notice");
  (problem ?? document.getElementById("ask"))?.focus({ preventScroll: true });
  if (problem) problem.scrollIntoView({ block: "center" });
  else window.scrollTo({ top: 0 });
});

// The server has looked at what was entered: the button tells what is missing, or that it can be saved.
function showProof(proof) {
  const form = proof.closest("form");
  if (form.matches(".correction") || form.querySelector(".counts, .places, .taken")) return;
  setSave(form, form.querySelector(".save span").textContent, Boolean(proof.querySelector("[data-complete]")));
}

// A page that comes back from the browser's memory may be long out of date.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());
