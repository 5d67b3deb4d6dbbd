// Moments in the words and the time of this phone: at 20:40, last night, Friday, 3 March.

import { kind } from "./controls.js";
import { all } from "./dom.js";

const DAY = 86_400_000;

function inWords(moment, words) {
  const then = new Date(moment);
  const now = new Date();
  const midnight = (day) => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(then)) / DAY);
  const locale = document.documentElement.lang;
  const minutes = Math.round((now - then) / 60_000);
  if (minutes < 1) return words.now;
  if (minutes < 60) return new Intl.RelativeTimeFormat(locale, { style: "short" }).format(-minutes, "minute");
  const time = () => then.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
  if (days === 0) return words.at.replace("{time}", time());
  if (days === 1) return then.getHours() >= 17 ? words.night : words.yesterday;
  if (days < 7) return then.toLocaleDateString(locale, { weekday: "long" });
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: "numeric" };
  return then.toLocaleDateString(locale, { day: "numeric", month: "long", ...year });
}

kind("[data-times]", (page) => {
  for (const time of all(page, "time[datetime]:not([data-in-words], [data-parts])")) {
    time.dataset.inWords = "1";
    time.textContent = inWords(time.dateTime, page.dataset);
  }
  // What evening it is, at the head of the page, or which one it was; after a week its date says more.
  for (const time of all(page, "time[data-parts]")) {
    const then = time.dateTime ? new Date(time.dateTime) : new Date();
    const parts = time.dataset.parts.split("|");
    const part = parts[then.getHours() < 5 ? 3 : then.getHours() < 12 ? 0 : then.getHours() < 17 ? 1 : 2];
    const locale = document.documentElement.lang;
    const weekday = then.toLocaleDateString(locale, { weekday: "long" });
    const isLately = Date.now() - then < 6 * DAY;
    const date = then.toLocaleDateString(locale, { dateStyle: "long" });
    time.textContent = isLately ? part.replace("{day}", weekday) : date;
  }
});
