// The actions that keys stand for.

import { isLetterKey, keyHere } from "../core/keynames.js";
import { preferences } from "../core/preferences.js";
import { actionsHere, run } from "./actions.js";
import { redo, undo } from "./changes.js";

/** Returns the action of a key; undefined for a key without one. */
export const actionOf = (name) => actionsHere().find((action) => action.key && keyHere(action.key) === name);

/** Undoes or redoes, if a key does so. Returns false for any other key. */
export function takeUndo(name, event) {
  if (isLetterKey(name) && !preferences().letterKeys) return false;
  const act = undoOf(name, event);
  act?.();
  return Boolean(act);
}

function undoOf(name, event) {
  if (name === "Ctrl-Z") return () => (event.shiftKey ? redo() : undo());
  if (name === "Ctrl-Y") return redo;
  const action = actionOf(name);
  return action?.name === "undo" || action?.name === "redo" ? () => run(action.name) : null;
}
