// The start page of a club: what the pocket of this phone has, and the club has not.

import { showLast, showUnsent } from "./net/unsent.js";

const link = document.querySelector(".unsent");

showLast(link);
showUnsent(link, location.pathname);
