// A pad for any game in play.

import "../prompts/amounts.js";
import "../parts/table.js";
import { begin } from "../parts/question.js";

begin();
