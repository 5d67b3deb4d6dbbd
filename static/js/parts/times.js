// Moments in the words and the time of this phone: 20:40, last night, Friday, 3 March.

import { kind } from "./controls.js";
import { all } from "./dom.js";

const DAY = 86_400_000;
const locale = document.documentElement.lang;
const midnight = (moment) => new Date(moment).setHours(0, 0, 0, 0);

function inWords(then, words) {
  const now = new Date();
  const days = Math.round((midnight(now) - midnight(then)) / DAY);
  const minutes = Math.round((now - then) / 60_000);
  if (minutes < 1) return words.now;
  if (minutes < 60) return new Intl.RelativeTimeFormat(locale, { style: "short" }).format(-minutes, "minute");
  if (days === 0) return then.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
  if (days === 1) return then.getHours() >= 17 ? words.night : words.yesterday;
  if (days < 7) return then.toLocaleDateString(locale, { weekday: "long" });
  const year = then.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return then.toLocaleDateString(locale, { day: "numeric", month: "long", year });
}

// What evening it is, at the head of the page, or which one it was; after a week its date says more.
function inPartsOfDays(then, parts) {
  const hour = then.getHours();
  const part = parts[hour < 5 ? 3 : hour < 12 ? 0 : hour < 17 ? 1 : 2];
  if (Date.now() - then >= 6 * DAY) return then.toLocaleDateString(locale, { dateStyle: "long" });
  return part.replace("{day}", then.toLocaleDateString(locale, { weekday: "long" }));
}

kind("[data-times]", (page) => {
  for (const time of all(page, "time")) {
    const then = time.dateTime ? new Date(time.dateTime) : new Date();
    const parts = time.dataset.parts?.split("|");
    time.textContent = parts ? inPartsOfDays(then, parts) : inWords(then, page.dataset);
  }
});

// By how many minutes the clock here is ahead of UTC: a match keeps the time of the phone that began it.
kind("[name=utc_offset]", (field) => {
  field.value = -new Date().getTimezoneOffset();
});
