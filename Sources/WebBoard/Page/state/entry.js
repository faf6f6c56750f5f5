// New tasks that have not been sent: their typed words, as far as the page can read them. Pure
// functions.

import { PRIORITIES, dayText, readDate, resolvedDay } from "./plan.js";
import { patched } from "./patched.js";

/**
 * @typedef {Object} Draft
 * @property {string} title
 * @property {Object<string, any>} fields The values of fields, by the keys of the form.
 */

/**
 * Reads typed words: `+tag`, `@person`, `!priority`, `priority:`, `project:`, `due:` and `wait:`. Other
 * words stay in the title until the server reads them.
 *
 * @param {string} text
 * @param {{me?: string, today: number}} known The person that `@me` stands for, and the local day.
 * @returns {Draft}
 */
export function readEntry(text, known) {
  const draft = { title: [], fields: {} };
  // Values with blanks, and words that are text in any case, are left to the server.
  const isPlain = !/["\\]/.test(text);
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (!isPlain || !take(word, draft.fields, known)) draft.title.push(word);
  }
  return { title: draft.title.join(" ") || text.trim(), fields: draft.fields };
}

/** Returns false if the word belongs to the title, or only the server can read it. */
function take(word, fields, { me, today }) {
  const [, sign, value] = /^([+@!]|p:|priority:|project:|due:|wait:)(.+)$/.exec(word) ?? [];
  switch (sign) {
    case "+": return add(fields, "tags", value.split(","));
    case "@": return value !== "me" ? add(fields, "assignees", value.split(",")) : Boolean(me) && add(fields, "assignees", [me]);
    case "!": return PRIORITIES.includes(value) && set(fields, "priority", value);
    case "p:":
    case "priority:": return set(fields, "priority", PRIORITIES.find((each) => each === value || each[0] === value));
    case "project:": return value !== "none" && set(fields, "project", value);
    case "due:": return set(fields, "due", readDate(value) ? value : typedDay(value, today));
    case "wait:": return set(fields, "wait", readDate(value)?.second === null ? value : typedDay(value, today));
    default: return false;
  }
}

function add(fields, key, values) {
  if (values.some((value) => !value || /^[+@]/.test(value))) return false;
  fields[key] = [...new Set([...(fields[key] ?? []), ...values])];
  return true;
}

function set(fields, key, value) {
  if (!value || key in fields) return false;
  fields[key] = value;
  return true;
}

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Returns the day of one of the most frequent words; null for others. */
export function typedDay(word, today) {
  const [, count, unit] = /^\+?(\d{1,3})([dw])$/.exec(word) ?? [];
  if (word === "today" || word === "tomorrow") return dayText(today + (word === "today" ? 0 : 1));
  if (unit) return dayText(today + Number(count) * (unit === "w" ? 7 : 1));
  const weekday = WEEKDAYS.indexOf(word) + 1;
  return weekday ? dayText(resolvedDay({ weekday, side: "after" }, today)) : null;
}

/**
 * Returns an unsent task as it will be.
 *
 * @param {import("./queue.js").Entry} entry
 * @param {import("./patched.js").Look} look
 */
export function newTask({ id, created }, look) {
  const { title, fields } = readEntry(created.entry, look);
  const bare = {
    id, title, state: created.state, version: null, marks: [], excerpt: [], overdueAt: null, facts: [],
    due: null, wait: null, priority: null, tags: [], assignees: [], project: null, repeat: null, remind: null,
    blockedBy: [], parent: null, conflicts: [], checklist: { done: 0, total: 0 }, body: "", rendered: [],
    extra: {}, fields: {}, misfits: {}, problems: [], isNew: true,
  };
  const patch = created.body ? { ...fields, body: created.body } : fields;
  return patched(bare, { patch, ticks: {}, place: null }, look);
}
