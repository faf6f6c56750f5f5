// The actions of the board: when each one is possible, and what those do that open nothing. The rest
// is registered by the modules that show it.

import { go, route, taskAddress } from "../core/router.js";
import { fail } from "../core/toasts.js";
import { action, allActions, t } from "../core/words.js";
import { items } from "../state/checklist.js";
import { drafts } from "../state/drafts.js";
import { reload } from "../state/load.js";
import { sync } from "../state/status.js";
import { card, dispatch, readOnly, store, targets } from "../state/store.js";
import { loadTask } from "../state/tasks.js";
import { ask, deleteTasks, isUnderWay, move, moveToEnd, redo, tick, undo } from "./changes.js";
import { effect, register } from "./registry.js";

/** Those that a browser has no use for. */
const ELSEWHERE = ["edit-file", "quit"];

/** The actions of a card's menu, in its order. */
const IN_MENU = [
  "open", "edit", "finish", "select", "to-top", "to-bottom", "change", "tag", "assign", "due", "skip", "remind", "snooze", "annotate", "tick",
  "conflicts", "history", "delete",
];

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

/** Returns the actions that this page has. */
export const actionsHere = () => allActions().filter(({ name }) => effect(name) && !ELSEWHERE.includes(name));

/** Returns the actions of a menu that are possible on tasks. */
export function menuActions(ids) {
  return IN_MENU.map((name) => action(name)).filter((each) => each && !obstacle(each.name, ids));
}

/**
 * Returns why an action is not possible; null if it is.
 *
 * @param {string} name
 * @param {string[]} [ids]
 */
export function obstacle(name, ids = targets()) {
  const { scope, change } = action(name) ?? { scope: "board", change: false };
  const cards = ids.map((id) => card(id)).filter(Boolean);
  if (change && readOnly()) return readOnly();
  if (scope !== "board" && !cards.length) return t("noTaskHere");
  if (scope === "task" && cards.length > 1) return t("oneTaskOnly");
  return NEEDS[name]?.(cards) ?? null;
}

const unless = (isPossible, words) => (isPossible ? null : t(words));
const isFinished = (each) => store.board?.settings.finished.includes(each.state);

/** @type {Object<string, (cards: any[]) => string|null>} */
const NEEDS = {
  undo: () => unless(store.board?.undo || isUnderWay(), "nothingToUndo"),
  redo: () => unless(store.board?.redo || isUnderWay(), "nothingToRedo"),
  sync: () => unless(store.status?.remote !== false, "noRemote"),
  conflicts: (cards) => unless(cards.some((each) => each.conflicts?.length), "noConflictHere"),
  tick: (cards) => unless(cards.some((each) => each.checklist?.total), "noChecklist"),
  finish: (cards) => unless(!cards.every(isFinished), "alreadyFinished"),
  remind: (cards) => unless(!cards.every(isFinished), "alreadyFinished"),
  snooze: (cards) => unless(!cards.every(isFinished), "alreadyFinished"),
  skip: (cards) => unless(cards.some((each) => each.repeat && !isFinished(each)), "nothingRepeats"),
  "next-match": () => unless(store.query, "noFilter"),
  "next-view": () => unless(store.board?.settings.views.length, "noViews"),
  "previous-view": () => unless(store.board?.settings.views.length, "noViews"),
  drafts: () => unless(drafts().length, "noDrafts"),
};

/**
 * Takes an action, or says why it is not possible.
 *
 * @param {string} name
 * @param {string[]} [ids] The tasks of a menu; else those that are selected or have the cursor.
 */
export function run(name, ids = tasksHere()) {
  const reason = obstacle(name, ids);
  if (reason) return fail(reason);
  return effect(name)?.(ids);
}

/** The task that is open, or those of the board. */
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
