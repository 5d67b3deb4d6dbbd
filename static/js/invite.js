// A link to send: copied, or handed to the phone's own sheet where it has one. Without a script the link can be
// selected where it stands.

const link = document.querySelector(".link");
const field = link.querySelector("input");
const copying = link.querySelector(".copy");
const sending = link.querySelector(".send");
copying.hidden = false;
// Phones share only on https.
sending.hidden = !navigator.share;

// On plain http there is no clipboard: what is selected is copied, or stays selected for a hand to copy.
copying.addEventListener("click", () => {
  field.focus({ preventScroll: true });
  field.setSelectionRange(0, field.value.length);
  const words = document.execCommand("copy") ? link.dataset.copied : link.dataset.byHand;
  copying.textContent = words;
  link.querySelector("[role=status]").textContent = words;
});
// Who closes that sheet has changed their mind.
sending.addEventListener("click", () =>
  navigator.share({ title: sending.dataset.title, url: field.value }).catch(() => {}));
