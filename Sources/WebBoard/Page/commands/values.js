// Changes of a single value, as chosen in a menu.

import { Problem, Unreachable, patch, post, taskPath } from "../core/api.js";
import { addDays, dayOf, today } from "../core/dates.js";
import { fail } from "../core/toasts.js";
import { count, t } from "../core/words.js";
import { card } from "../state/store.js";
import { drawn, perform } from "./changes.js";

/** Returns the days of a menu of dates, as `2026-12-01`. A week begins on Monday, as in typed words. */
export function daysAhead() {
  const day = today();
  const weekday = (new Date(`${day}T12:00`).getDay() + 6) % 7;
  return { today: day, tomorrow: addDays(day, 1), nextWeek: addDays(day, 7 - weekday) };
}

/** Sets the day on which tasks are due; each keeps its time of day. Null removes the date. */
export function schedule(ids, day) {
  return change(ids, {
    send: () => (day ? post("/api/schedule", { tasks: ids, day }) : post("/api/change", { tasks: ids, words: "due:none" })),
    fields: ({ due }) => ({ due: day && due ? due.replace(dayOf(due), day) : day }),
  });
}

/** Sets the priority of tasks: `high`, `medium` or `low`; null removes it. */
export function setPriority(ids, priority) {
  return change(ids, {
    send: () => post("/api/change", { tasks: ids, words: `priority:${priority ?? "none"}` }),
    fields: () => ({ priority }),
  });
}

/**
 * Adds tags or people to tasks, and removes others.
 *
 * @param {string[]} ids
 * @param {"tags"|"assignees"} field
 * @param {{added?: string[], removed?: string[]}} names
 */
export function changeNames(ids, field, { added = [], removed = [] }) {
  const names = (task) => {
    const kept = (task[field] ?? []).filter((each) => !removed.includes(each));
    return [...kept, ...added.filter((each) => !kept.includes(each))];
  };
  return change(ids, {
    send: () => sendNames(ids, field, { added, removed }, names),
    fields: (task) => ({ [field]: names(task) }),
  });
}

/** One task takes its whole list, in which a name may have any characters. */
function sendNames(ids, field, { added, removed }, names) {
  const [id] = ids;
  if (ids.length === 1) return patch(taskPath(id), { [field]: names(card(id) ?? {}) }, { "Pmd-Base": card(id)?.version ?? "" });
  const word = (name) => `${field}:"${name.replaceAll('"', '\\"')}"`;
  const words = [...added.map(word), ...removed.map((name) => `not:${word(name)}`)];
  return post("/api/change", { tasks: ids, words: words.join(" ") });
}

/** Carries out a change of fields, drawn at once and queued while offline. */
function change(ids, { send, fields }) {
  const tasks = ids.map((id) => card(id)).filter(Boolean);
  if (!tasks.length) return fail(t("noTaskHere"));
  const words = count("changed", "changedMany", tasks.length, { title: tasks[0].title, count: tasks.length });
  return perform({
    ids, effects: tasks.map((task) => ({ kind: "edit", id: task.id, change: drawn(fields(task)) })), words, send,
    later: () => tasks.map((task) => {
      const values = fields(task);
      return { task, patch: values, before: Object.fromEntries(Object.keys(values).map((key) => [key, task[key] ?? null])) };
    }),
  }).catch((error) => {
    // Others have been shown already.
    if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
  });
}
