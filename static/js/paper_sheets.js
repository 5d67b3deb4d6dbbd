// Sheets that were begun on this phone and not saved yet.

import { all } from "./parts/dom.js";
import { storage } from "./parts/memory.js";

const list = document.querySelector("[data-drafts]");

for (const [page, query] of storage.read("drafts", [])) {
  if (page !== list.dataset.drafts) continue;
  const about = new URLSearchParams(query);
  const sample = all(list, "[data-game]").find((item) => item.hidden && item.dataset.game === about.get("game"));
  if (!sample) continue;
  const item = sample.cloneNode(true);
  item.hidden = false;
  item.querySelector("a").href = `${page}?${query}`;
  const names = [...about].filter(([name, value]) => name.startsWith("players.") && value).map(([, value]) => value);
  item.querySelector("small").textContent = [about.get("date"), names.join(", ")].filter(Boolean).join(" · ");
  list.append(item);
  list.parentElement.hidden = false;
}
document.documentElement.dataset.ready = "1";
