// A form that opens another page is sent only where somebody answers: the browser would show a page of its own
// instead, and what was entered would be gone with this one.

const LONG = 8000; // ms after which nobody answers

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const words = form.querySelector(".unreached");
  if (!words || form.dataset.reached) return;
  event.preventDefault();
  event.stopPropagation();
  if (form.dataset.sent) return;
  form.dataset.sent = "1";
  const asked = fetch(location.href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(LONG) });
  words.hidden = await asked.then(() => true, () => false);
  delete form.dataset.sent;
  if (!words.hidden) return words.scrollIntoView({ block: "center" });
  form.dataset.reached = "1";
  form.requestSubmit(event.submitter);
  delete form.dataset.reached;
}, true);
