// Holds the state of the page, and notifies subscribers of changes.

import { commonFields, t } from "../core/words.js";
import { shownColumns } from "./model.js";
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

/** Returns the displayed columns, including all pending changes. */
export const columns = () => shownColumns(state);

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
