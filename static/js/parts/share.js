// The outcome sent to friends: the picture that the app draws becomes a PNG here, on the phone's own canvas.

import { isPlainTap } from "./dom.js";
import { announceSaved } from "./toast.js";

const WIDTH = 1080; // pixels at least: a smaller drawing is enlarged by a whole number

async function pictureOf(link) {
  const image = new Image();
  image.src = link.href;
  await image.decode();
  const canvas = document.createElement("canvas");
  const times = Math.ceil(WIDTH / image.naturalWidth);
  canvas.width = image.naturalWidth * times;
  canvas.height = image.naturalHeight * times;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([png], link.dataset.file, { type: "image/png" });
}

// Phones share only on https; elsewhere what is shared is kept among the downloads. Says whether it was shared.
export async function shareFile(file, text) {
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], text });
    return true;
  }
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return false;
}

async function share(link) {
  const text = link.dataset.words;
  const file = await pictureOf(link).catch(() => null);
  if (file) return (await shareFile(file, text)) || announceSaved();
  return navigator.share ? navigator.share({ text }) : lead(link);
}

// As any other link, which leads nowhere where nobody answers.
function lead(link) {
  const { file } = link.dataset;
  delete link.dataset.file;
  link.click();
  link.dataset.file = file;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-file]");
  if (!link || !isPlainTap(event)) return;
  event.preventDefault();
  // Who closes the phone's own sheet has changed their mind.
  share(link).catch((error) => error.name === "AbortError" || lead(link));
});
