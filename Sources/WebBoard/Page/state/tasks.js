// Tasks as shown on their pages and in forms: with their bodies and unsent changes.

import { Problem, Unreachable, getIfChanged, taskPath } from "../core/api.js";
import { fail } from "../core/toasts.js";
import { t } from "../core/words.js";
import { tickedBody, typedNodes } from "./checklist.js";
import { members } from "./fields.js";
import { keepTasks, keptTask } from "./load.js";
import { lost } from "./offline.js";
import { card, store } from "./store.js";

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
    return task;
  } catch (error) {
    if (error instanceof Unreachable) {
      lost();
      return offlineTask(id);
    }
    if (!(error instanceof Problem)) throw error;
    fail(error.message);
    for (const listener of refused) listener(id);
    return null;
  }
}

async function offlineTask(id) {
  const kept = await keptTask(id);
  const found = kept ?? (card(id) ? { ...card(id), body: null, rendered: [] } : null);
  if (!found) fail(t("needsServer"));
  return found ? withQueued(found) : null;
}

/** Returns a task with its unsent changes. */
function withQueued(task) {
  const entry = store.queue.find((each) => each.id === task.id);
  if (!entry) return task;
  const { fields = {}, ...rest } = members(entry.patch);
  const shown = {
    ...task, ...rest, extra: { ...task.extra, ...fields }, misfits: without(task.misfits, Object.keys(fields)),
    version: entry.base ?? task.version, isWaiting: true,
  };
  if ("body" in entry.patch) return { ...shown, rendered: typedNodes(entry.patch.body), isTyped: true };
  return {
    ...shown, rendered: ticked(task.rendered, entry.ticks), body: tickedBody(task, entry.ticks), ticks: entry.ticks,
  };
}

const without = (all, keys) => Object.fromEntries(Object.entries(all ?? {}).filter(([key]) => !keys.includes(key)));

function ticked(nodes, ticks) {
  return (nodes ?? []).map((node) => ({
    ...node, children: ticked(node.children, ticks),
    ...(node.n in ticks ? { done: ticks[node.n] } : {}),
  }));
}
