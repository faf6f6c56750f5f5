// The actions bound to keys.

import { isLetterKey, keyHere } from "../core/keynames.js";
import { preferences } from "../core/preferences.js";
import { actionsHere, run } from "./actions.js";
import { redo, undo } from "./changes.js";

/** Returns the action bound to a key; undefined if there is none. */
export const actionOf = (name) => actionsHere().find((action) => action.key && keyHere(action.key) === name);

/** Handles the keys for undo and redo. Returns false for any other key. */
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
