// A match in play, with every kind of question that it can ask.

import "./prompts/counts.js";
import "./prompts/trick_by_trick.js";
import "./prompts/card_pad.js";
import "./prompts/pick.js";
import "./prompts/faces.js";
import "./prompts/figures.js";
import "./prompts/places.js";
import "./prompts/cards_taken.js";
import "./prompts/doubling.js";
import "./parts/links.js";
import "./net/copies.js";
import "./net/reach.js";
import "./live.js";
import { begin } from "./parts/question.js";

begin();
