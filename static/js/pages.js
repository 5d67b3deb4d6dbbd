// What leads to a match, and what looks back at it.

import "./prompts/counts.js";
import "./prompts/tricks.js";
import "./prompts/pad.js";
import "./prompts/pick.js";
import "./prompts/faces.js";
import "./prompts/figures.js";
import "./prompts/places.js";
import "./prompts/cards_taken.js";
import "./prompts/house_rules.js";
import "./prompts/correction.js";
import "./prompts/seats.js";
import "./parts/sheet.js";
import "./parts/times.js";
import "./parts/links.js";
import "./net/reach.js";
import { follow } from "./net/live.js";
import { begin } from "./parts/question.js";

follow();
begin();
