// What the page knows, and who is told when it changes.

import { apply } from "./model.js";

/**
 * @typedef {Object} Card
 * @property {string} id
 * @property {string} title
 * @property {string} state
 * @property {string} version
 * @property {Array<{kind: string, text: string, overdue?: boolean, count?: number, value?: string}>} marks
 * @property {string[]} excerpt
 * @property {string|null} overdueAt
 */

export const store = {
  /** The session; null until it is known. */
  session: null,
  /** The board as the server sent it last. */
  board: null,
  /** The changes that are drawn and not carried out yet, in their order. */
  pending: [],
  /** What waits to be sent, in its order. */
  queue: [],
  /** A move by keyboard that is not put down yet. */
  carry: null,
  query: "",
  view: "",
  all: false,
  /** The day of the past that is shown. */
  at: "",
  /** How many cards of each column are asked for. */
  limit: 100,
  selection: new Set(),
  /** The card that has the cursor. */
  current: null,
  /** The column that a narrow screen shows, by its state. */
  column: null,
  isOffline: false,
  /** True while another program answers at the server's address. */
  isImpostor: false,
  status: null,
  /** The tasks that changed outside a moment ago. */
  glowing: new Set(),
};

const listeners = new Set();
let isTelling = false;

/** Calls a function after each change. */
export function subscribe(listener) {
  listeners.add(listener);
}

/** Tells that something changed. Several changes in a row are told once. */
export function changed() {
  if (isTelling) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    for (const listener of listeners) listener();
  });
}

/** Returns the columns as they are shown: with all that is drawn and not carried out yet. */
export function columns() {
  if (!store.board) return [];
  const queued = store.at ? [] : store.queue.flatMap((entry) => entry.effects ?? []);
  const carry = store.carry ? [store.carry.effect] : [];
  return apply(store.board, [...queued, ...store.pending, ...carry]);
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
  return store.board?.readOnly ?? store.session?.readOnly ?? null;
}

/** Returns the tasks that an action is for: those that are selected, or the one of the cursor. */
export function targets() {
  if (store.selection.size) {
    const order = columns().flatMap((column) => column.tasks.map((each) => each.id));
    return order.filter((id) => store.selection.has(id));
  }
  return store.current && card(store.current) ? [store.current] : [];
}
