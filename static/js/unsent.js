// The start page of a club: what the pocket of this phone has, and the club has not.

import { sayAgain, showUnsent } from "./net/unsent.js";

const link = document.querySelector(".unsent");

sayAgain(link);
showUnsent(link, location.pathname);
