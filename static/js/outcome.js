// The end of a match, on any page that shows it: one that comes by itself brings this along.

import "./parts/share.js";
import "./parts/times.js";
import { updateControls } from "./parts/controls.js";

document.addEventListener("htmx:after:swap", () => updateControls(document));
updateControls(document);
