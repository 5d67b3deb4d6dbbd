// A match in play of any game, with every kind of question that it can ask; games/ has what one of them needs.

import "./prompts/counts.js";
import "./prompts/trick_by_trick.js";
import "./prompts/amounts.js";
import "./prompts/card_pad.js";
import "./prompts/pick.js";
import "./prompts/faces.js";
import "./prompts/figures.js";
import "./prompts/places.js";
import "./prompts/cards_taken.js";
import "./prompts/doubling.js";
import "./parts/table.js";
import { begin } from "./parts/question.js";

begin();
