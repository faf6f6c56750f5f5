// The displayed columns. While the server is unavailable, views and queries are evaluated here, on
// the tasks as they will be. Pure functions.

import { t } from "../core/words.js";
import { apply } from "./model.js";
import { withMark } from "./patched.js";
import { FLAGS, found, ground, readWords } from "./plan.js";

/** The number of tasks that a finished column shows unless all are requested. */
const FINISHED_SHOWN = 20;

/** Returns the columns of the board with all pending changes. */
export function shownColumns(state) {
  const { board, whole, at, queue, pending, carry } = state;
  if (!board) return [];
  const queued = at ? [] : queue.flatMap((entry) => entry.effects ?? []);
  const effects = [...queued, ...pending, ...(carry ? [carry.effect] : [])];
  return whole && !at ? filtered(withBlocked(apply({ columns: whole }, effects), board), state) : apply(board, effects);
}

/** Marks the tasks that are blocked as others will be: changes of one task block or free others. */
function withBlocked(columns, { settings }) {
  const here = ground(columns.flatMap(({ tasks }) => tasks), settings.finished);
  const mark = { kind: "blocked", text: t("blocked"), tone: "warning" };
  return columns.map((column) => ({ ...column, tasks: column.tasks.map((task) => withMark(task, mark, FLAGS.blocked(task, here))) }));
}

/** Returns all tasks of the board with all pending changes, without a filter. */
export function allTasks(state) {
  const { board, whole, queue, pending } = state;
  const effects = [...queue.flatMap((entry) => entry.effects ?? []), ...pending];
  const columns = apply({ columns: whole ?? board?.columns ?? [] }, effects);
  return (whole && board ? withBlocked(columns, board) : columns).flatMap((column) => column.tasks);
}

/** Returns all tasks of the view and the query. */
export function filteredTasks(state) {
  const all = allTasks(state);
  const { plan } = filterOf(state);
  return plan ? found(plan, all, ground(all, state.board?.settings.finished ?? []), true) : all;
}

/** @typedef {{plan: any, needs: string|null}} Filter A plan, or the part of a query that needs the server. */

/**
 * Returns the plan of the view and the query; without either, that of the whole board.
 *
 * @returns {Filter}
 */
export function filterOf({ board, session, view, query }) {
  const plans = new Map((board?.viewPlans ?? []).map((each) => [each.name, each]));
  const own = view ? plans.get(view) ?? { plan: null, needs: view } : { plan: EVERYTHING, needs: null };
  if (!query) return own;
  // The server has sent the plan of the query with which it sent the board.
  const isLoaded = board?.loaded && board.loaded.query === query && board.loaded.view === view;
  if (isLoaded && board.plan?.plan) return board.plan;
  const views = Object.fromEntries([...plans].filter(([, { plan }]) => plan).map(([name, { plan }]) => [name, plan]));
  const words = readWords(query, { me: session?.me, views });
  if (!words) return { plan: own.plan, needs: query };
  return { plan: both(own.plan ?? EVERYTHING, words), needs: own.needs };
}

const EVERYTHING = { find: { all: [] }, sort: [], finished: false, waiting: false };

const both = (a, b) => ({
  find: { all: [a.find, b.find] }, sort: [...b.sort, ...a.sort], finished: a.finished || b.finished, waiting: a.waiting || b.waiting,
});

function filtered(columns, state) {
  const { board, view, query, all } = state;
  const plan = filterOf(state).plan ?? EVERYTHING;
  const here = ground(columns.flatMap((column) => column.tasks), board.settings.finished);
  const isFiltered = Boolean(view || query);
  return columns.map((column) => {
    const tasks = found(plan, column.tasks, here, true);
    const matching = all || plan.waiting ? tasks : tasks.filter((task) => !FLAGS.waiting(task, here));
    const shown = column.finished && !all ? matching.slice(0, FINISHED_SHOWN) : matching;
    return {
      ...column, tasks: shown, matching: isFiltered ? matching.length : null, waiting: tasks.length - matching.length,
      hidden: (isFiltered ? matching.length : column.count) - shown.length, next: null,
    };
  });
}

/**
 * Returns the columns of the board with all its tasks: those that were stored, as far as the board
 * that is shown has nothing newer.
 *
 * @param {any} board The board that is shown.
 * @param {any[]} kept The stored tasks, in the board's order.
 * @param {boolean} isWhole True if the board is shown without a filter.
 */
export function wholeColumns(board, kept, isWhole) {
  const shown = new Map(board.columns.flatMap((column) => column.tasks.map((task) => [task.id, task])));
  const known = new Map(kept.map((task) => [task.id, task]));
  const newest = (task) => withBody(shown.get(task.id) ?? task, known.get(task.id));
  return board.columns.map((column) => {
    const own = kept.filter((task) => (shown.get(task.id) ?? task).state === column.state);
    const isElsewhere = (task) => shown.has(task.id);
    const isHidden = (task) => Boolean(task.wait) || column.finished || column.next;
    const others = isWhole ? own.filter((task) => !isElsewhere(task) && isHidden(task)) : own;
    const first = isWhole ? column.tasks : column.tasks.filter((task) => known.get(task.id)?.state !== task.state);
    const tasks = isWhole ? [...first, ...others] : [...others, ...first];
    return { ...column, tasks: [...new Map(tasks.map((task) => [task.id, newest(task)])).values()] };
  });
}

/** A body belongs to one version of its task. */
const withBody = (task, kept) => (kept?.version === task.version ? { ...task, body: kept.body } : task);
