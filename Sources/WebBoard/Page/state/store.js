// Holds the state of the page, and calls what follows it when it changes.

import { shownColumns } from "./model.js";
import { INITIAL, reduce } from "./reducer.js";

let state = INITIAL;

/**
 * The state, to be read: an assignment throws. Only an action changes it.
 *
 * @type {Readonly<typeof INITIAL>}
 */
export const store = Object.freeze(Object.defineProperties({}, Object.fromEntries(
  Object.keys(INITIAL).map((name) => [name, { enumerable: true, get: () => state[name] }]),
)));

/** Changes the state. The actions are those of `reducer.js`. */
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

/** Calls what follows the state. Several changes in a row are one call. */
export function changed() {
  if (isTelling) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    for (const listener of listeners) listener();
  });
}

/** Returns the columns as they are shown: with all that is drawn and not carried out yet. */
export const columns = () => shownColumns(state);

/** Returns the columns without cards that are carried, or are about to be. */
export function columnsWithout(ids) {
  const all = shownColumns({ ...state, carry: null });
  return all.map((column) => ({ ...column, tasks: column.tasks.filter((each) => !ids.includes(each.id)) }));
}

/** The column that a narrow screen shows, by its state: the first until another one is chosen. */
export function shownColumn() {
  const states = columns().map((column) => column.state);
  return states.includes(state.column) ? state.column : states[0] ?? null;
}

/** Returns a card as it is shown. */
export function card(id) {
  for (const column of columns()) {
    const found = column.tasks.find((each) => each.id === id);
    if (found) return found;
  }
  return null;
}

/** Why nothing can be changed; null if it can. */
export function readOnly() {
  return state.board?.readOnly ?? state.session?.readOnly ?? null;
}

/** Returns the selected tasks in the order of the board. */
export function selected() {
  const order = columns().flatMap((column) => column.tasks.map((each) => each.id));
  return order.filter((id) => state.selection.has(id));
}

/** Returns the tasks that an action is for: those that are selected, or the one of the cursor. */
export function targets() {
  if (state.selection.size) return selected();
  return state.current && card(state.current) ? [state.current] : [];
}

/** Returns until when the reminders of a task are put off in this clone; null if they are not. */
export function snoozedUntil(id) {
  return Date.parse(state.snoozes[id]) > Date.now() ? state.snoozes[id] : null;
}
