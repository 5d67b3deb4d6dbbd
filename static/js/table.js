// The table from above: it follows its match.

import { follow } from "./net/live.js";

follow();
