// The keys of the board. They are the same as in the terminal board, except for those reserved by
// browsers.

import { isNarrow, takesText } from "../core/dom.js";
import { setBoardFocus } from "../core/focus.js";
import { isLetterKey, keyName } from "../core/keynames.js";
import { preferences } from "../core/preferences.js";
import { leave, route } from "../core/router.js";
import { dismiss, fail } from "../core/toasts.js";
import { t } from "../core/words.js";
import { factsOf } from "../state/facts.js";
import { columns, dispatch, store, targets } from "../state/store.js";
import { run } from "../commands/actions.js";
import { moveToState } from "../commands/changes.js";
import { actionOf, takeUndo } from "../commands/keys.js";
import { showNow } from "../commands/past.js";
import { register } from "../commands/registry.js";
import { focusCard, focusCurrent } from "../views/board.js";
import { hasDialog } from "../views/dialog.js";
import { removeFilter } from "../views/filters.js";
import { showColumn } from "../views/header.js";
import { setText, showView, textOfSearch } from "../views/search.js";
import { carryKey, nudge } from "./carry.js";
import { close as closeSwipe } from "./swipe.js";

export function setUpKeys() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || hasDialog()) return;
    const name = keyName(event);
    if (takesText(event.target)) return;
    if (take(name, event)) event.preventDefault();
  });
  setBoardFocus(focusCurrent);
}

/** Handles a key. Returns false if it is not used here. */
function take(name, event) {
  if (store.carry) return carryKey(name);
  if (name === "Escape") return escape();
  if (isLetterKey(name) && !preferences().letterKeys) return false;
  if (takeUndo(name, event)) return true;
  if (route().name === "task") return takeOnTask(name, event);
  return takeOnBoard(name, event);
}

function does(act) {
  act();
  return true;
}

const KEYS_OF_TASK = [
  "edit", "menu", "delete", "undo", "redo", "annotate", "attach", "tick", "history", "change", "tag", "assign", "priority", "due",
  "wait", "remind", "snooze", "finish", "help", "palette", "sync",
];

function takeOnTask(name, event) {
  const onButton = event.target.closest?.("button, a, input");
  if (name === "q") return does(leave);
  if ((name === "Enter" || name === "Space") && onButton) return false;
  const action = actionOf(name);
  return action && KEYS_OF_TASK.includes(action.name) ? does(() => run(action.name)) : false;
}

function takeOnBoard(name, event) {
  const target = event.target;
  const isOnOther = target.closest?.("button, a:not(.card-title), summary, [role=button]");
  if (isOnOther && (name === "Enter" || name === "Space")) return false;
  if (/^Alt-(Up|Down|Left|Right)$/.test(name) && targets().length) return does(() => nudge(targets(), name.slice(4)));
  if (moveCursor(name)) return true;
  if (/^[1-9]$/.test(name)) return toState(Number(name));
  const action = actionOf(name);
  return action ? does(() => run(action.name)) : false;
}

function toState(number) {
  const state = store.board?.settings.states[number - 1];
  if (!state || !targets().length) return false;
  const next = beside(targets());
  moveToState(targets(), state);
  if (next) focusCard(next);
  return true;
}

/** Returns the next card for the cursor when cards leave its column. */
function beside(ids) {
  const column = columns().find((each) => each.tasks.some((card) => card.id === ids[0]));
  const index = column.tasks.findIndex((card) => card.id === ids[0]);
  const rest = column.tasks.filter((card) => !ids.includes(card.id));
  return rest[Math.min(index, rest.length - 1)]?.id ?? ids[0];
}

// MARK: The cursor

const STEPS = { Up: -1, k: -1, Down: 1, j: 1, PageUp: -5, PageDown: 5, Home: -1e6, g: -1e6, End: 1e6, G: 1e6 };
const SIDES = { Left: -1, h: -1, Right: 1, l: 1 };

function moveCursor(name) {
  const shown = columns();
  const at = shown.findIndex((column) => column.tasks.some((card) => card.id === store.current));
  if (!(name in STEPS || name in SIDES)) return false;
  if (at < 0) {
    focusCurrent();
    return true;
  }
  const row = shown[at].tasks.findIndex((card) => card.id === store.current);
  if (name in STEPS) {
    const { tasks } = shown[at];
    focusCard(tasks[Math.max(0, Math.min(tasks.length - 1, row + STEPS[name]))].id);
  } else {
    goSideways(shown, at, row, SIDES[name]);
  }
  return true;
}

/** Moves to the next column that has cards, at about the same height. */
function goSideways(shown, at, row, step) {
  for (let index = at + step; shown[index]; index += step) {
    const { tasks, state } = shown[index];
    if (!tasks.length) continue;
    if (isNarrow()) showColumn(state, "instant");
    return focusCard(tasks[Math.min(row, tasks.length - 1)].id);
  }
}

register({ "next-conflict": nextConflict });

/** Moves to the next card with a conflict: down the column, then in the next ones. */
function nextConflict() {
  const cards = columns().flatMap(({ tasks }) => tasks);
  const at = cards.findIndex(({ id }) => id === store.current);
  const hasConflict = (each) => factsOf(each, store.board?.settings.finished ?? []).has("conflicts");
  const next = [...cards.slice(at + 1), ...cards.slice(0, at + 1)].find(hasConflict);
  if (!next) return fail(t("noConflicts"));
  const column = columns().find(({ tasks }) => tasks.includes(next));
  if (isNarrow()) showColumn(column.state, "instant");
  focusCard(next.id);
}

/**
 * Esc: closes what is open, then clears the selection and the filter, then leaves the board of
 * another day.
 */
function escape() {
  if (route().name !== "board") leave();
  else if (store.selection.size) dispatch({ type: "clearSelection" });
  else if (textOfSearch()) setText("");
  else if (removeFilter()) return true;
  else if (store.view) showView("");
  else if (store.at) showNow();
  else {
    closeSwipe();
    return dismiss();
  }
  return true;
}
