// The state of the remote.

import { Problem, get, post } from "./api.js";
import { changed, store } from "./store.js";
import { fail, toast } from "./toasts.js";
import { t } from "./words.js";

/** Loads how the board stands to its remote. */
export async function loadStatus() {
  try {
    store.status = await get("/api/status");
  } catch {
    // Whoever waits for the board reports that the server is away.
  }
  changed();
}

/** Sends and receives commits. */
export async function sync() {
  if (store.status) store.status = { ...store.status, syncing: true, sentence: t("syncing") };
  changed();
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
