// What changes on the server while the page is open.

import { followEvents, setEvents, stopFollowing } from "../core/events.js";
import { forgetTag, reload, reloadSoon } from "./load.js";
import { lost } from "./offline.js";
import { loadStatus } from "./status.js";
import { dispatch, store } from "./store.js";

/** How long a change from outside is marked. */
const GLOW = 2000;

/** Until when changes of a task are this window's own. */
const own = new Map();
const listeners = new Set();

/** Calls a function with the IDs of the tasks that changed. */
export function onTasks(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the board while the page is seen. */
export function follow() {
  const goOn = () => {
    open();
    reload();
    loadStatus();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : goOn()));
  addEventListener("pagehide", close);
  // Going back may show the page as it was left.
  addEventListener("pageshow", (event) => event.persisted && goOn());
  if (!document.hidden) open();
}

/** Follows the events, unless this window does or nobody is signed in. */
export function open() {
  if (store.session) followEvents();
}

/** Leaves the events to windows that are seen. */
export const close = stopFollowing;

setEvents(({ name, data }, isOwn) => {
  if (name === "board") takeChange(data, isOwn);
  if (name === "status") dispatch({ type: "takeStatus", status: data });
  if (name === "reset") {
    forgetTag();
    reload();
  }
}, lost);

/** Says that this window changes tasks, so that they are not marked as changed by others. */
export function begin(ids) {
  for (const id of ids) own.set(id, Infinity);
}

export function end(ids) {
  for (const id of ids) own.set(id, Date.now() + 1500);
}

function takeChange(change, isOwn) {
  if (store.board) {
    // Undo is that of the window that reads the stream. The board that is loaded has this one's.
    if (isOwn) dispatch({ type: "takeUndo", undo: change.undo, redo: change.redo });
    if (change.gone || store.board.gone) forgetTag();
    dispatch({ type: "takeGone", gone: change.gone });
  }
  const ids = change.tasks.map((task) => task.id);
  // A setting concerns every card, and changes none.
  if (!change.settings) glow(ids.filter((id) => !(own.get(id) > Date.now())));
  for (const listener of listeners) listener(change.tasks);
  reloadSoon();
}

function glow(ids) {
  if (!ids.length || ids.length > 50) return;
  dispatch({ type: "beginGlow", ids });
  setTimeout(() => dispatch({ type: "endGlow", ids }), GLOW);
}
