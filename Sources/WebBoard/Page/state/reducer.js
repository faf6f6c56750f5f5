// The state of the page, and the effect of each action on it. Pure: a state and an action in, a
// state out.

import { shownColumns } from "./filter.js";
import { apply } from "./model.js";

/**
 * @typedef {Object} Card
 * @property {string} id
 * @property {string} title
 * @property {string} state
 * @property {string} version
 * @property {Array<{kind: string, text: string, tone?: string, spoken?: string, field?: string, overdue?: boolean,
 *   count?: number, value?: string}>} marks
 * @property {string[]} [facts] The facts that actions need, without unsent changes; see facts.js.
 * @property {string[]} excerpt
 * @property {string|null} overdueAt
 */

export const INITIAL = {
  /** The session; null until it is known. */
  session: null,
  /** The board as last sent by the server. */
  board: null,
  /**
   * The columns with all tasks of the board, without a filter, while the server is unavailable; null
   * while the board is as the server sent it.
   *
   * @type {any[]|null}
   */
  whole: null,
  /** The changes already drawn but not yet carried out, in order. */
  pending: [],
  /** The unsent changes, in order. */
  queue: [],
  /** The files that wait to be sent, in order. */
  files: [],
  /** The file that is being sent, and the part that has been sent. */
  sending: null,
  /** An unfinished move by keyboard. */
  carry: null,
  query: "",
  view: "",
  all: false,
  /** The displayed day in the past. */
  at: "",
  /** The number of cards requested for each column. */
  limit: 100,
  selection: new Set(),
  /** The card under the cursor. */
  current: null,
  /** The state of the column shown on a narrow screen. */
  column: null,
  isOffline: false,
  /** True while another program responds at the server's address. */
  isImpostor: false,
  /** The state of the remote. */
  status: null,
  /** Tasks recently changed from outside. */
  glowing: new Set(),
  /** The ends of snoozes by task ID, as `2026-12-01T07:00:00Z`. */
  snoozes: {},
};

/**
 * Returns the members changed by an action. @type {Object<string, (state: typeof INITIAL, action:
 * any) => Partial<typeof INITIAL>>}
 */
const CHANGES = {
  setSession: (state, { session }) => ({ session }),
  endSession: () => ({ session: null, board: null }),
  loseServer: () => ({ isOffline: true }),
  findServer: () => ({ isOffline: false, isImpostor: false }),
  setImpostor: (state, { isImpostor }) => ({ isImpostor }),

  takeBoard: (state, { board }) => withKnownSelection({ ...state, whole: null, board: withQuery(board, state) }),
  takeWhole: (state, { whole }) => ({ whole }),
  showKept: (state, { session, board }) => ({ session, board }),
  takeCards: (state, action) => withCards(state, action),
  passTime: ({ board, whole }, { now }) => ({
    board: board && withCardsOf(board, (card) => atTime(card, now)),
    whole: whole && withCardsOf({ columns: whole }, (card) => atTime(card, now)).columns,
  }),
  takeUndo: ({ board }, { undo, redo }) => ({ board: board && { ...board, undo, redo } }),
  takeGone: ({ board }, { gone }) => ({ board: board && { ...board, gone } }),

  beginChange: ({ pending }, { effects }) => ({ pending: [...pending, ...effects] }),
  endChange: ({ pending }, { effects }) => ({ pending: pending.filter((effect) => !effects.includes(effect)) }),
  carryOut: ({ board, whole }, { effects }) => ({
    board: board && { ...board, columns: apply(board, effects) },
    whole: whole && apply({ columns: whole }, effects),
  }),
  takeQueue: (state, { queue }) => ({ queue }),
  takeFiles: (state, { files }) => ({ files }),
  setSending: (state, { sending }) => ({ sending }),
  setCarry: (state, { carry }) => ({ carry }),

  setQuery: (state, { query }) => ({ query }),
  setView: (state, { view }) => ({ view }),
  toggleAll: ({ all }) => ({ all: !all }),
  setDay: (state, { at }) => ({ at }),

  toggleSelected: ({ selection }, { id }) => ({ selection: selection.has(id) ? without(selection, [id]) : new Set([...selection, id]) }),
  select: ({ selection }, { ids }) => ({ selection: new Set([...selection, ...ids]) }),
  clearSelection: () => ({ selection: new Set() }),
  setCurrent: (state, { id }) => ({ current: id }),
  setColumn: (state, { column }) => ({ column }),

  takeStatus: (state, { status }) => ({ status }),
  beginGlow: ({ glowing }, { ids }) => ({ glowing: new Set([...glowing, ...ids]) }),
  endGlow: ({ glowing }, { ids }) => ({ glowing: without(glowing, ids) }),
  takeSnoozes: (state, { snoozes }) => ({ snoozes }),
};

/** Returns the state after an action. */
export function reduce(state, action) {
  return { ...state, ...CHANGES[action.type](state, action) };
}

const without = (set, ids) => new Set([...set].filter((each) => !ids.includes(each)));

/** Returns a board with the query and the view with which it was loaded. */
const withQuery = (board, { query, view }) => ({ ...board, loaded: { query, view } });

/** Removed cards are no longer selected. */
function withKnownSelection(state) {
  const known = new Set(shownColumns(state).flatMap((column) => column.tasks.map((card) => card.id)));
  return { board: state.board, whole: state.whole, selection: new Set([...state.selection].filter((id) => known.has(id))) };
}

/** Adds the next cards of a column, which are requested from now on. */
function withCards({ board, limit }, { column: name, tasks, next }) {
  const own = board.columns.find((column) => column.state === name);
  // A card moved down in the meantime is already shown.
  const known = new Set(own.tasks.map((card) => card.id));
  const longer = { ...own, tasks: [...own.tasks, ...tasks.filter((card) => !known.has(card.id))], next };
  const columns = board.columns.map((column) => (column === own ? longer : column));
  return { board: { ...board, columns }, limit: Math.max(limit, longer.tasks.length) };
}

function withCardsOf(board, change) {
  return { ...board, columns: board.columns.map((column) => ({ ...column, tasks: column.tasks.map(change) })) };
}

/** Marks a card as overdue at once. The server words it when the board is reloaded. */
function atTime(card, now) {
  if (!(Date.parse(card.overdueAt ?? "") <= now)) return card;
  const marks = card.marks.map((mark) =>
    mark.kind === "due" && !mark.overdue ? { ...mark, overdue: true, text: `! ${mark.text}` } : mark);
  return { ...card, overdueAt: null, overdue: true, marks };
}
