// The page of an evening: its sheet, and its picture to share.

import "./parts/dialog.js";
import "./parts/share.js";
import "./pages.js";
