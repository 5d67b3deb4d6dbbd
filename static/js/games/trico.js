// A match of Trico in play, with the questions that it asks.

import "../prompts/pick.js";
import "../prompts/faces.js";
import "../prompts/figures.js";
import "../parts/table.js";
import { begin } from "../parts/question.js";

begin();
