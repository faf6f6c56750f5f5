// The actions of the board: what each one does, and when it is possible.

import { ask, deleteTasks, isUnderWay, move, moveToEnd, redo, tick, undo } from "./changes.js";
import { focusCard } from "./board.js";
import { openCalendar } from "./calendar.js";
import { openDrafts, drafts } from "./drafts.js";
import { openHelp } from "./help.js";
import { openHistory } from "./history.js";
import { openMenu } from "./menu.js";
import { openPalette } from "./palette.js";
import { openPrompt } from "./prompt.js";
import { pickUp } from "./carry.js";
import { addInColumn } from "./quickadd.js";
import { focusSearch, nextMatch, turnView } from "./search.js";
import { openSettings } from "./settings.js";
import { taskPath } from "./api.js";
import { items } from "./checklist.js";
import { reload } from "./load.js";
import { go, route, taskAddress } from "./router.js";
import { card, changed, readOnly, store, targets } from "./store.js";
import { sync } from "./status.js";
import { loadTask } from "./task.js";
import { fail } from "./toasts.js";
import { action, allActions, t } from "./words.js";

/** Those that a browser has no use for. */
const ELSEWHERE = ["edit-file", "quit"];

/** The actions of a card's menu, in its order. */
const IN_MENU = [
  "open", "edit", "finish", "select", "to-top", "to-bottom", "change", "tag", "assign", "due", "skip", "remind", "snooze", "annotate", "tick",
  "conflicts", "history", "delete",
];

/** @type {Object<string, (ids: string[]) => any>} */
const EFFECTS = {
  add: () => addInColumn(),
  open: ([id]) => go(taskAddress(id)),
  menu: (ids) => openMenu(ids, document.querySelector(`[data-task="${CSS.escape(ids[0])}"] .card-title`)),
  edit: ([id]) => go(taskAddress(id, "edit")),
  select: () => toggleSelection(),
  "pick-up": (ids) => pickUp(ids),
  "move-to": (ids) => EFFECTS.menu(ids),
  "to-top": (ids) => moveToEnd(ids, "top"),
  "to-bottom": (ids) => moveToEnd(ids, "bottom"),
  finish: (ids) => move(ids, { state: store.board.settings.finished[0] }),
  change: (ids) => openPrompt("change", ids),
  tag: (ids) => openPrompt("change", ids, "+"),
  assign: (ids) => openPrompt("change", ids, "@"),
  due: (ids) => openPrompt("change", ids, "due:"),
  skip: (ids) => ask(ids[0], "/api/skip", { tasks: ids }),
  remind: (ids) => openPrompt("change", ids, `remind=${(ids.length === 1 && card(ids[0])?.remind?.join?.(",")) || ""}`),
  snooze: (ids) => openPrompt("snooze", ids),
  annotate: (ids) => openPrompt("annotate", ids),
  tick: ([id]) => tickNext(id),
  delete: (ids) => deleteTasks(ids),
  conflicts: ([id]) => go(taskAddress(id)),
  history: ([id]) => openHistory(id),
  "board-history": () => openHistory(null),
  past: () => openPrompt("past", []),
  calendar: () => openCalendar(),
  undo: () => undo(),
  redo: () => redo(),
  sync: () => sync(),
  filter: () => focusSearch(),
  "next-match": () => nextMatch(),
  "next-view": () => turnView(1),
  "previous-view": () => turnView(-1),
  "show-all": () => {
    store.all = !store.all;
    reload();
  },
  drafts: () => openDrafts(),
  settings: () => openSettings(),
  palette: () => openPalette(),
  help: () => openHelp(),
};

/** Returns the actions that this page has. */
export const actionsHere = () => allActions().filter(({ name }) => name in EFFECTS && !ELSEWHERE.includes(name));

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
  return EFFECTS[name]?.(ids);
}

/** The task that is open, or those of the board. */
function tasksHere() {
  const { name, id } = route();
  return name === "task" && id ? [id] : targets();
}

function toggleSelection() {
  const id = store.current;
  if (!store.selection.delete(id)) store.selection.add(id);
  changed();
  const item = document.querySelector(`[data-task="${CSS.escape(id)}"]`);
  const next = item?.nextElementSibling?.dataset.task;
  if (next) focusCard(next);
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


/** Sends a note. */
export const annotate = (id, text) => ask(id, taskPath(id, "/notes"), { text });
