// The entry point of the script that is loaded after the board. Its modules are imported to register
// their actions, which `app.js` lists.

import "./views/calendar.js";
import "./views/drafts.js";
import "./views/help.js";
import "./views/settings.js";
import "./views/stats.js";
