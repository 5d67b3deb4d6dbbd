// The page in place of one that cannot be reached: which match it is, and what is kept of it on this phone. Also in a
// page of before, which gives way to what it is now as soon as somebody answers.

import { storage } from "./parts/memory.js";

const OFTEN = 3000; // ms between two looks whether somebody answers

const page = document.querySelector(".went-wrong");
const [match, name, home] = storage.read("match", []);
if (page && match && `${location.pathname}/`.startsWith(`${match}/`)) {
  const line = page.querySelector(".of-match");
  line.textContent = name;
  line.hidden = false;
  const last = [storage.read("outbox", {})[match] ?? []].flat().filter(({ of }) => !of).at(-1);
  const notice = page.querySelector(".notice");
  if (last) notice.textContent = notice.dataset.kept.replace("{answer}", last.name);
  notice.hidden = !last;
}

const start = page?.querySelector(".to-start");
if (start) start.hidden = !home || !location.pathname.startsWith(home);
if (start && home) start.href = home;

const back = page?.querySelector(".back");
if (back) back.hidden = history.length < 2;
back?.addEventListener("click", () => history.back());

const checkConnection = () =>
  fetch(location.href, { method: "HEAD", cache: "no-store" }).then(() => location.reload(), () => null);
addEventListener("online", checkConnection);
setInterval(checkConnection, OFTEN);
