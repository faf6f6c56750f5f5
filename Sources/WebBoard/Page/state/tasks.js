// Tasks as shown on their pages and in forms: with their bodies and unsent changes.

import { Problem, Unreachable, getIfChanged, taskPath } from "../core/api.js";
import { fail } from "../core/toasts.js";
import { t } from "../core/words.js";
import { typedNodes } from "./body.js";
import { keepTasks, keptTask } from "./load.js";
import { lost } from "./offline.js";
import { patched } from "./patched.js";
import { card, look, store, tasks } from "./store.js";

const refused = new Set();

/** Calls a function with the ID of a task that the server refuses to return. */
export function onRefused(listener) {
  refused.add(listener);
}

/**
 * Loads a task, or its stored version while offline. Reports the reason if there is none.
 *
 * @param {string} id
 * @param {any} [known] An earlier version, which is returned if it is still the newest. What it shows
 *   of other tasks may be outdated.
 */
export async function loadTask(id, known = null) {
  try {
    if (store.isOffline) return await offlineTask(id);
    const tag = known && !known.isWaiting ? `"${known.version}"` : "";
    const { value: task } = await getIfChanged(taskPath(id), tag);
    if (!task) return known;
    keepTasks([task]).catch(() => {});
    return withQueued(task);
  } catch (error) {
    if (error instanceof Unreachable) {
      lost();
      return offlineTask(id);
    }
    if (!(error instanceof Problem)) throw error;
    const title = known?.title ?? card(id)?.title;
    fail(error.code === "no-such-task" && title ? t("deletedMeanwhile", { title }) : error.message);
    for (const listener of refused) listener(id);
    return null;
  }
}

/** Returns a task as the answer to a change shows it. */
export function answeredTask({ report: _, ...task }) {
  keepTasks([task]).catch(() => {});
  return withQueued(task);
}

async function offlineTask(id) {
  const shown = tasks().find((task) => task.id === id) ?? card(id);
  const kept = await keptTask(id);
  if (kept) return { ...withQueued(kept), ...(shown ? { marks: shown.marks } : {}) };
  if (!shown) fail(t("needsServer"));
  // Only the server parses Markdown.
  return shown && { rendered: typedNodes(shown.body ?? ""), isTyped: shown.body !== undefined, body: null, ...shown };
}

/** Returns a task with its unsent changes. */
function withQueued(task) {
  const entry = store.queue.find((each) => each.id === task.id && !each.refused);
  if (!entry) return task;
  return { ...patched(task, entry, look()), version: entry.base ?? task.version };
}
