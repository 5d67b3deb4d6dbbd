// What every page of a match in play has, whatever it asks.

import "./links.js";
import "./offset.js";
import "./share.js";
import "../net/reach.js";
import "../live.js";
