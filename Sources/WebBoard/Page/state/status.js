// The state of the remote.

import { Problem, get, post } from "../core/api.js";
import { fail, toast } from "../core/toasts.js";
import { count, t } from "../core/words.js";
import { dispatch, store } from "./store.js";

/** Loads the board's sync state. */
export async function loadStatus() {
  try {
    dispatch({ type: "takeStatus", status: await get("/api/status") });
  } catch {
    // The code that loads the board reports that the server is unavailable.
  }
}

/** Returns the words of the changes that wait to be sent and received, if there are any. */
export function waitingWords({ ahead, behind }) {
  return [ahead && count("toSendOne", "toSend", ahead), behind && count("toReceiveOne", "toReceive", behind)].filter(Boolean);
}

/** Sends and receives commits. */
export async function sync() {
  if (store.status) dispatch({ type: "takeStatus", status: { ...store.status, syncing: true, sentence: t("syncing") } });
  try {
    const result = await post("/api/sync");
    const words = [result.status.sentence, ...result.notices].filter(Boolean).join(" · ");
    if (result.offline) fail(words);
    else toast(words);
  } catch (error) {
    fail(error instanceof Problem ? error.message : t("needsServer"));
  }
  await loadStatus();
}
