// What leads to a match, and what looks back at it.

import "./prompts/kinds.js";
import "./prompts/house_rules.js";
import "./prompts/correction.js";
import "./prompts/seats.js";
import "./parts/sheet.js";
import "./parts/times.js";
import "./parts/links.js";
import "./net/reach.js";
import "./net/live.js";
import { begin } from "./parts/question.js";

begin();
