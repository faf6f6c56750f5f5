// Holds the state of the page, and notifies subscribers of changes.

import { commonFields, t } from "../core/words.js";
import { dueWords } from "../core/dates.js";
import { allTasks, filterOf, filteredTasks, shownColumns } from "./filter.js";
import { clock, dayIn, dayText, isPast, readDate, seconds } from "./plan.js";
import { INITIAL, reduce } from "./reducer.js";

let state = INITIAL;

/**
 * The read-only state: assignments throw. Only actions change it.
 *
 * @type {Readonly<typeof INITIAL>}
 */
export const store = Object.freeze(Object.defineProperties({}, Object.fromEntries(
  Object.keys(INITIAL).map((name) => [name, { enumerable: true, get: () => state[name] }]),
)));

/** Applies an action to the state. The actions are in `reducer.js`. */
export function dispatch(action) {
  state = reduce(state, action);
  changed();
}

const listeners = new Set();
let isTelling = false;

/** Calls a function after each change. */
export function subscribe(listener) {
  listeners.add(listener);
}

/** Notifies subscribers. Several changes in a row cause one call. */
export function changed() {
  if (isTelling) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    for (const listener of listeners) listener();
  });
}

/** The columns of a state, which are computed once. */
let shown = { of: null, columns: [] };

/** Returns the displayed columns, including all pending changes. */
export function columns() {
  if (shown.of !== state) shown = { of: state, columns: shownColumns(state) };
  return shown.columns;
}

/** Returns all tasks that the page has, including all pending changes. */
export const tasks = () => allTasks(state);

/**
 * Returns the tasks of the view and the query that are due on days, with all pending changes.
 *
 * @param {string[]} days
 * @returns {Map<string, any[]>}
 */
export function dueTasks(days) {
  const time = clock();
  const finished = state.board?.settings.finished ?? [];
  const due = filteredTasks(state).flatMap((task) => {
    const date = readDate(task.due);
    const order = [finished.includes(task.state) ? 1 : 0, date?.second == null ? -Infinity : seconds(date, time)];
    return date ? [{ task, order, day: dayText(dayIn(date, time)) }] : [];
  });
  // Finished tasks come last, and tasks without a time before the others.
  due.sort((a, b) => a.order[0] - b.order[0] || (a.order[1] < b.order[1] ? -1 : a.order[1] > b.order[1] ? 1 : 0));
  return new Map(days.map((day) => [day, due.filter((each) => each.day === day).map(({ task }) => task)]));
}

/** Returns the neighbours of a card as displayed with the queued changes, without other cards. */
export function neighboursOf(id, others) {
  const column = shownColumns({ ...state, pending: [], carry: null }).find((each) => each.tasks.some((task) => task.id === id));
  const ids = (column?.tasks ?? []).map((task) => task.id).filter((each) => each === id || !others.includes(each));
  const index = ids.indexOf(id);
  return { after: ids[index - 1] ?? null, before: ids[index + 1] ?? null };
}

/** Returns the words and rules with which unsent changes are shown. @returns {import("./patched.js").Look} */
export function look() {
  const time = clock();
  return {
    date: dueWords, wait: (day) => t("waitsUntil", { day: dueWords(day) }), priority: priorityName, me: state.session?.me,
    finished: state.board?.settings.finished ?? [], today: time.today, isPast: (date) => isPast(date, time),
  };
}

const priorityName = (value) =>
  formFields().find(({ key }) => key === "priority")?.choices.find((each) => each.value === value)?.label ?? value;

/** Returns the problem of the query: the server's, or the part that needs it while it is unavailable. */
export function queryProblem() {
  if (!state.whole) return state.board?.queryProblem ?? "";
  const { needs } = filterOf(state);
  return needs ? t("queryNeedsServer", { query: needs }) : "";
}

/** Returns the columns without the cards that are being carried, or are about to be. */
export function columnsWithout(ids) {
  const all = shownColumns({ ...state, carry: null });
  return all.map((column) => ({ ...column, tasks: column.tasks.filter((each) => !ids.includes(each.id)) }));
}

/**
 * Returns the state of the column shown on a narrow screen: the first until another one is chosen.
 */
export function shownColumn() {
  const states = columns().map((column) => column.state);
  return states.includes(state.column) ? state.column : states[0] ?? null;
}

/** Returns a card as displayed. */
export function card(id) {
  for (const column of columns()) {
    const found = column.tasks.find((each) => each.id === id);
    if (found) return found;
  }
  return null;
}

/** Returns the fields of a task's form, in order, with those that the board declares. */
export const formFields = () => state.board?.form ?? commonFields();

/** Returns the name of a field in the reader's language; the key of one that nobody declares. */
export function fieldName(key) {
  const own = formFields().find((each) => each.key === key || each.field === key);
  if (own) return own.label;
  const words = t(`field${key.charAt(0).toUpperCase()}${key.slice(1)}`);
  return words.startsWith("field") ? key : words;
}

/** Returns the name of a state or a view for people. */
export function labelOf(name) {
  const labels = state.board?.settings.labels ?? {};
  return Object.hasOwn(labels, name) ? labels[name] : name;
}

/** Returns the reason nothing can be changed; null if changes are allowed. */
export function readOnly() {
  return state.board?.readOnly ?? state.session?.readOnly ?? null;
}

/** Returns the selected tasks, in board order. */
export function selected() {
  const order = columns().flatMap((column) => column.tasks.map((each) => each.id));
  return order.filter((id) => state.selection.has(id));
}

/** Returns the tasks for an action: the selected ones, or the one under the cursor. */
export function targets() {
  if (state.selection.size) return selected();
  return state.current && card(state.current) ? [state.current] : [];
}

/** Returns the end of a task's snooze in this clone; null if it is not snoozed. */
export function snoozedUntil(id) {
  return Date.parse(state.snoozes[id]) > Date.now() ? state.snoozes[id] : null;
}
