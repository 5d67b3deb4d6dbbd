// Links into the book open it over what is being entered; rules.js, which shows it, is fetched with the first one.

import { say } from "../net/notice.js";
import { isPlainTap, on } from "./dom.js";

let rulesScript = document.querySelector("[data-rules]")?.dataset.rules;
if (history.state?.rules) history.back(); // the sheet was open and is gone: it has no place to go back from
on("click", 'a[href*="/rules/"]:not([href*="/settle/"], .tabs a)', (link, event) => {
  if (!rulesScript || !isPlainTap(event)) return;
  event.preventDefault();
  import(rulesScript)
    .then((rules) => rules.follow(link))
    .catch((error) => {
      const isAway = error instanceof TypeError && document.getElementById("offline");
      if (!isAway) return location.assign(link.href); // as without a script
      rulesScript += "&again"; // a browser does not ask twice for what it did not get
      say("away");
    });
});
