// The table from above follows its match.

import "./net/live.js";
