// What leads to a match, and what looks back at it.

import "./prompts/house_rules.js";
import "./prompts/seats.js";
import "./prompts/set_up.js";
import "./parts/sheet.js";
import "./parts/times.js";
import "./match.js";
