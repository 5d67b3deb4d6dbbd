// A match in play.

import "./prompts/kinds.js";
import "./parts/links.js";
import "./net/reach.js";
import "./net/live.js";
import { begin } from "./parts/question.js";

begin();
