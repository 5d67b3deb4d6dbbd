// What was just done is said once, on whichever page is opened next, and can be taken back from there for a moment;
// under History it can be later too.

import { on } from "./dom.js";
import { session } from "./memory.js";

const LONG = 5000; // ms for which it stays
const shown = () => document.getElementById("saved");

// By its lines of the log it is known on other pages of the match as well.
export function showToast() {
  const toast = shown();
  const { after, times } = toast?.querySelector("form")?.elements ?? {};
  const what = after && [after.form.action, after.value, times.value].join(" ");
  if (!toast || toast.dataset.shown) return;
  if (what && session.get("toast") === what) return toast.remove();
  if (what) session.set("toast", what);
  toast.dataset.shown = "1";
  drain(toast);
}

// What the page has saved on this phone, in the words that it has for that.
export function announceSaved() {
  const words = document.getElementById("saves");
  shown()?.remove();
  words.after(words.content.cloneNode(true));
  showToast();
}

// It stays while someone is at it, and while nobody looks.
function drain(toast) {
  const rest = () => toast.matches(":active, :focus-within") || document.hidden;
  setTimeout(() => toast.isConnected && (rest() ? drain(toast) : forget(toast)), LONG);
}

function forget(toast) {
  if (toast.contains(document.activeElement)) document.getElementById("ask")?.focus({ preventScroll: true });
  toast.remove();
}

// Whoever goes on has seen it, or wants what lies below it.
on("click", "#saved", (toast, { target }) => target.closest("button") || forget(toast));
document.addEventListener("change", () => shown()?.remove());
