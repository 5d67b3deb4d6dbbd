// An answer is kept on the phone before it is sent, and leaves it only when it is known what became of it. Sent again
// it is known by its key, and written once.

const SOON = 1000; // ms after which what did not arrive is sent again, and
const LATE = 30000; // at most, while nobody answers
const CLOSED = [401, 403, 404]; // the link was renewed: the answer stays until there is a way in again
const outbox = () => kept.read("outbox", {});
const unsent = () => outbox()[here()];
let pauseOfOutbox = SOON;
let nextSending = 0;
let isSending = false;

function keepUnsent(answer) {
  const answers = outbox();
  if (answer) answers[here()] = answer;
  else delete answers[here()];
  kept.set("outbox", JSON.stringify(answers));
  document.documentElement.toggleAttribute("data-unsent", Boolean(answer));
}

function newKey(length = 12) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// By its name a phone tells its own answers from those of others; without a memory it has none.
function nameOfPhone() {
  if (!kept.get("phone")) kept.set("phone", newKey(4));
  return kept.isForgetful ? "" : kept.get("phone");
}

// What a form says; the same said again is the same answer.
document.addEventListener("htmx:config:request", (event) => {
  const { body, action, method } = event.detail.ctx.request;
  if (method !== "POST" || !body.has("after") || action.endsWith("/preview")) return;
  const fields = [...body].filter(([, value]) => typeof value === "string");
  const before = unsent();
  const isSame = before?.action === action && JSON.stringify(before.fields) === JSON.stringify(fields);
  const key = isSame ? before.key : [nameOfPhone(), newKey()].filter(Boolean).join("-");
  keepUnsent({ action, fields, key });
  body.set("once", key);
  clearTimeout(nextSending);
});

document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (isOfOutbox(ctx)) settle(ctx.response.status);
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx && isOfOutbox(ctx)) settle(0);
});
const isOfOutbox = (ctx) => unsent()?.action === ctx.request.action;

// Says whether it is known now what became of the answer.
function settle(status) {
  const isKnown = status !== 0 && status < 500 && status !== 429 && !CLOSED.includes(status);
  if (isKnown) {
    keepUnsent(null);
    pauseOfOutbox = SOON;
  } else if (!CLOSED.includes(status)) {
    nextSending = setTimeout(sendAgain, pauseOfOutbox);
    pauseOfOutbox = Math.min(pauseOfOutbox * 2, LATE);
  }
  say(isKnown ? null : CLOSED.includes(status) ? "shut" : kept.isForgetful ? "here" : "kept");
  return isKnown;
}

function say(what) {
  const line = document.getElementById("offline");
  if (!line) return;
  line.hidden = !what;
  if (!what) return;
  line.textContent = line.dataset[what];
  line.scrollIntoView({ block: "center" });
}

async function sendAgain() {
  const answer = unsent();
  if (!answer || isSending) return;
  clearTimeout(nextSending);
  isSending = true;
  const body = new URLSearchParams([...answer.fields, ["once", answer.key]]);
  const headers = { "HX-Request": "true" };
  const response = await fetch(answer.action, { method: "POST", body, headers }).catch(() => null);
  const text = await response?.text().catch(() => null);
  isSending = false;
  if (!settle(text == null ? 0 : response.status)) return;
  if (!window.htmx) return location.reload();
  const form = document.getElementById("prompt");
  if (form && response.ok) forgetDraft(form);
  const match = document.getElementById("match");
  htmx.swap({ text, sourceElement: match, target: match, swap: "outerHTML" });
}

function sendNow() {
  pauseOfOutbox = SOON;
  if (unsent()) sendAgain();
  else say(null);
}
window.addEventListener("online", sendNow);
const showOffline = () => document.documentElement.toggleAttribute("data-offline", !navigator.onLine);
for (const change of ["online", "offline"]) window.addEventListener(change, showOffline);
showOffline();
document.addEventListener("visibilitychange", () => document.hidden || sendNow());
document.documentElement.toggleAttribute("data-unsent", Boolean(unsent()));
