// A match of Italian Whist in play, with the questions that it asks.

import "../prompts/counts.js";
import "../prompts/trick_by_trick.js";
import "../parts/table.js";
import { begin } from "../parts/question.js";

begin();
