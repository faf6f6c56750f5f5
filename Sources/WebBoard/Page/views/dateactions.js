// The actions that change a date of the tasks under the cursor, with the control for dates.

import { Problem, post } from "../core/api.js";
import { fail } from "../core/toasts.js";
import { card, dispatch, fieldName, store } from "../state/store.js";
import { editTask, perform } from "../commands/changes.js";
import { register } from "../commands/registry.js";
import { placeOf } from "./board.js";
import { pickDate } from "./datecontrol.js";

/** Lets a person choose a date for tasks, at the first one's card. */
function pickFor(field, ids) {
  const value = ids.length === 1 ? card(ids[0])?.[field] ?? null : null;
  pickDate(placeOf(ids[0], field), { label: fieldName(field), value, onpick: (picked) => setDate(field, ids, picked) });
}

/** Sets a date of tasks: several as one step. */
export async function setDate(field, ids, value) {
  dispatch({ type: "clearSelection" });
  try {
    if (ids.length === 1 || store.isOffline) for (const id of ids) await editTask(card(id) ?? { id, title: id }, { [field]: value });
    else await perform({ ids, effects: [], send: () => post("/api/change", { tasks: ids, words: `${field}:${value ?? "none"}` }), later: null }, { isQuiet: true });
  } catch (error) {
    if (error instanceof Problem) fail(error.message);
  }
}

/** Lets a person choose the date on which tasks are due. */
export const pickDue = (ids) => pickFor("due", ids);

register({ due: pickDue, wait: (ids) => pickFor("wait", ids) });
