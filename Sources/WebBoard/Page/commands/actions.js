// The actions of the board: when each is available, and the effects of those that do not open
// anything. Other modules register the rest.

import { go, route, taskAddress } from "../core/router.js";
import { fail } from "../core/toasts.js";
import { action, allActions, t } from "../core/words.js";
import { items } from "../state/checklist.js";
import { drafts } from "../state/drafts.js";
import { factsOf } from "../state/facts.js";
import { reload } from "../state/load.js";
import { sync } from "../state/status.js";
import { card, dispatch, readOnly, store, targets } from "../state/store.js";
import { loadTask } from "../state/tasks.js";
import { ask, deleteTasks, hasUnsent, isUnderWay, move, moveToEnd, redo, tick, undo } from "./changes.js";
import { obstacleOf } from "./obstacles.js";
import { effect, register } from "./registry.js";

/** Actions without a use in a browser. */
const ELSEWHERE = ["edit-file", "quit"];

register({
  open: ([id]) => go(taskAddress(id)),
  edit: ([id]) => go(taskAddress(id, "edit")),
  conflicts: ([id]) => go(taskAddress(id)),
  "to-top": (ids) => moveToEnd(ids, "top"),
  "to-bottom": (ids) => moveToEnd(ids, "bottom"),
  finish: (ids) => move(ids, { state: store.board.settings.finished[0] }),
  skip: (ids) => ask(ids[0], "/api/skip", { tasks: ids }),
  tick: ([id]) => tickNext(id),
  delete: (ids) => deleteTasks(ids),
  undo: () => undo(),
  redo: () => redo(),
  sync: () => sync(),
  "show-all": () => {
    dispatch({ type: "toggleAll" });
    reload();
  },
});

/** Returns the effect of an action: this page's own, or the change that the server makes of tasks. */
function effectOf(name) {
  const path = action(name)?.operation?.replace(/^POST /, "");
  const isChange = path?.startsWith("/api/actions/");
  return effect(name) ?? (isChange ? (ids) => ask(ids[0], path, { tasks: ids }) : undefined);
}

/** Returns the actions available on this page. */
export const actionsHere = () => allActions().filter(({ name }) => effectOf(name) && !ELSEWHERE.includes(name));

/** Returns the actions of a menu that are possible on tasks, in order. */
export function menuActions(ids) {
  const menu = allActions().filter((each) => each.menu != null).sort((a, b) => a.menu - b.menu);
  return menu.filter(({ name }) => effectOf(name) && !ELSEWHERE.includes(name) && !obstacle(name, ids));
}

/**
 * Returns why an action is not possible; null if it is. The rules come from the server, with the words.
 *
 * @param {string} name
 * @param {string[]} [ids]
 */
export function obstacle(name, ids = targets()) {
  const cards = ids.map((id) => card(id)).filter(Boolean);
  const facts = { tasks: cards.length, readOnly: readOnly(), holds: (fact) => holds(fact, cards) };
  return obstacleOf(action(name) ?? { scope: "board", change: false }, facts, t);
}

/** The facts of the board and of this window. @type {Object<string, () => any>} */
const OF_BOARD = {
  reminder: () => document.querySelector("#reminders")?.hidden === false,
  undo: () => store.board?.undo || isUnderWay() || hasUnsent("undo"),
  redo: () => store.board?.redo || isUnderWay() || hasUnsent("redo"),
  remote: () => store.status?.remote !== false,
  views: () => store.board?.settings.views.length,
  filter: () => store.query,
  drafts: () => drafts().length,
};

/** True if a fact holds, of at least one of the cards if it is one of cards. */
const holds = (fact, cards) => (OF_BOARD[fact] ? OF_BOARD[fact]() : cards.some((each) => factsOf(each, finishedStates()).has(fact)));

const finishedStates = () => store.board?.settings.finished ?? [];

/**
 * Runs an action, or shows why it is not available.
 *
 * @param {string} name
 * @param {string[]} [ids] The tasks of a menu; by default the selected ones or the one under the
 *   cursor.
 */
export function run(name, ids = tasksHere()) {
  const reason = obstacle(name, ids);
  if (reason) return fail(reason);
  return effectOf(name)?.(ids);
}

/** Returns the open task, or the board's target tasks. */
function tasksHere() {
  const { name, id } = route();
  return name === "task" && id ? [id] : targets();
}

async function tickNext(id) {
  try {
    const task = await loadTask(id);
    const next = items(task?.rendered).find((item) => !item.done);
    if (next) await tick(task, [next.n], true);
  } catch (error) {
    fail(error.message || t("needsServer"));
  }
}
