// The outcome sent to friends: the picture that the app draws becomes a PNG here, on the phone's own canvas.

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

// Phones share only on https; elsewhere what is shared is kept among the downloads.
export async function shareFile(file, text) {
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], text });
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function share(link) {
  const text = link.dataset.words;
  const file = await pictureOf(link).catch(() => null);
  if (file) return shareFile(file, text);
  return navigator.share ? navigator.share({ text }) : location.assign(link.href);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".share");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  // Who closes the phone's own sheet has changed their mind.
  share(link).catch((error) => error.name === "AbortError" || location.assign(link.href));
});
