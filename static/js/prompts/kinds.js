// Every kind of question that a match, a correction or a ruling can ask.

import "./counts.js";
import "./tricks.js";
import "./pad.js";
import "./pick.js";
import "./faces.js";
import "./figures.js";
import "./places.js";
import "./cards_taken.js";
