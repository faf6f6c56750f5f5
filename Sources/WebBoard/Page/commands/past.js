// The board of another day.

import { get, parameters } from "../core/api.js";
import { leave } from "../core/router.js";
import { fail } from "../core/toasts.js";
import { reload } from "../state/load.js";
import { dispatch } from "../state/store.js";

/** Shows the board of a day. @throws {Problem} If the server does not understand the day. */
export async function showPast(text) {
  await get(`/api/board${parameters({ at: text, limit: "1" })}`);
  leave();
  dispatch({ type: "setDay", at: text });
  await reload();
}

/** Returns to the current board. */
export function showNow() {
  dispatch({ type: "setDay", at: "" });
  reload().catch((error) => fail(error.message));
}
