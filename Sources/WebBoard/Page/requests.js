// The entry point of the small script that the browser loads first.

import { firstRequests } from "./core/first.js";

firstRequests();
