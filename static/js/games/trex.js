// A match of Trex in play, with the questions that it asks.

import "../prompts/counts.js";
import "../prompts/trick_by_trick.js";
import "../prompts/places.js";
import "../prompts/cards_taken.js";
import "../prompts/doubling.js";
import "../parts/table.js";
import { begin } from "../parts/question.js";

begin();
