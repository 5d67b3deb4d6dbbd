// What the shell does with the page in its frame: it shows its address and title as its own, and hands over files.

const MATCH = /\/matches\/\d+/;
const LOOK = 500; // ms between two looks at the address, where the browser does not tell

export function heed(frame, { isOurs, onMatch, onLook }) {
  const mirror = () => {
    const page = pageIn(frame);
    if (!page) return;
    const { href } = page.location;
    if (!isOurs(href)) return;
    if (href !== location.href) history.replaceState(null, "", href);
    if (page.document.title) document.title = page.document.title;
    onLook(page.document.documentElement);
    if (MATCH.test(page.location.pathname)) onMatch();
  };
  frame.addEventListener("load", () => {
    const page = pageIn(frame);
    mirror();
    page?.navigation?.addEventListener("currententrychange", mirror);
    page?.document.addEventListener("click", handOver, { capture: true });
  });
  setInterval(mirror, LOOK);
}

// Nothing where the frame shows a page of somebody else.
function pageIn(frame) {
  try {
    const page = frame.contentWindow;
    return page?.location.href === "about:blank" || !page?.document ? null : page;
  } catch {
    return null;
  }
}

// A link that saves a file goes past the service worker: it is fetched here, and shared where the phone can.
async function handOver(event) {
  const link = event.target.closest?.("a[download]");
  if (!link || link.href.startsWith("blob:") || event.defaultPrevented) return;
  event.preventDefault();
  // By the window that shows the page: another one may ask somebody else.
  const page = link.ownerDocument.defaultView;
  const response = await page.fetch(link.href).catch(() => null);
  if (!response?.ok) return location.assign(link.href);
  const type = response.headers.get("Content-Type");
  const file = new File([await response.blob()], nameOf(response, link), { type });
  const isTouched = matchMedia("(pointer: coarse)").matches;
  if (isTouched && navigator.canShare?.({ files: [file] }))
    return navigator.share({ files: [file] }).catch((error) => error.name === "AbortError" || save(file));
  save(file);
}

function nameOf(response, link) {
  const disposition = response.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)/i.exec(disposition)?.[1] ?? link.pathname.split("/").pop();
}

export function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// A file that another app has sent is put into the form, and nothing more: whoever holds the phone sends it, or not.
export async function putIn(frame, address) {
  const response = await fetch(address).catch(() => null);
  const input = pageIn(frame)?.document.querySelector("input[type=file]");
  if (!response?.ok || !input) return;
  const files = new DataTransfer();
  files.items.add(new File([await response.blob()], "match.json", { type: "application/json" }));
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
