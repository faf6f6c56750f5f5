// Changes on the server while the page is open.

import { followEvents, setEvents, stopFollowing } from "../core/events.js";
import { forgetTag, reload, reloadSoon } from "./load.js";
import { lost } from "./offline.js";
import { loadStatus } from "./status.js";
import { dispatch, store } from "./store.js";

/** The time for which a change from outside is highlighted. */
const GLOW = 2000;

/** The times until which changes of a task count as this window's own. */
const own = new Map();
/** Changes of tasks that this window is changing itself. The answer, which says the same, is under way. */
let held = [];
const listeners = new Set();
const answerListeners = new Set();

/** Calls a function with the IDs of changed tasks. */
export function onTasks(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls a function with each task as this window's own change has left it. */
export const onAnswer = (listener) => answerListeners.add(listener);

export function takeAnswered(task) {
  for (const listener of answerListeners) listener(task);
}

/** Follows the board while the page is visible. */
export function follow() {
  const goOn = () => {
    open();
    reload();
    loadStatus();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : goOn()));
  addEventListener("pagehide", close);
  // Going back may restore the page from the browser's cache.
  addEventListener("pageshow", (event) => event.persisted && goOn());
  if (!document.hidden) open();
}

/** Follows events, unless this window already does or nobody is signed in. */
export function open() {
  if (store.session) followEvents();
}

/** Leaves the events to visible windows. */
export const close = stopFollowing;

setEvents(({ name, data }, isOwn) => {
  if (name === "board") takeChange(data, isOwn);
  if (name === "status") dispatch({ type: "takeStatus", status: data });
  if (name === "reset") {
    forgetTag();
    reload();
  }
}, lost);

/**
 * Records that this window is changing tasks, so that they are not highlighted as changed by
 * others.
 */
export function begin(ids) {
  for (const id of ids) own.set(id, Infinity);
}

export function end(ids) {
  for (const id of ids) own.set(id, Date.now() + 1500);
  const ready = held.filter((change) => !isOwnOnly(change));
  held = held.filter(isOwnOnly);
  ready.forEach(tell);
}

const isOwnOnly = ({ tasks, settings }) => tasks.length > 0 && !settings && tasks.every(({ id }) => own.get(id) === Infinity);

function takeChange(change, isOwn) {
  if (store.board) {
    // The undo in the event is for the window that reads the stream. The loaded board contains
    // this window's.
    if (isOwn) dispatch({ type: "takeUndo", undo: change.undo, redo: change.redo });
    if (change.gone || store.board.gone) forgetTag();
    dispatch({ type: "takeGone", gone: change.gone });
  }
  const ids = change.tasks.map((task) => task.id);
  // A setting affects every card without changing any.
  if (!change.settings) glow(ids.filter((id) => !(own.get(id) > Date.now())));
  if (isOwnOnly(change)) held.push(change);
  else tell(change);
}

function tell({ tasks }) {
  for (const listener of listeners) listener(tasks);
  reloadSoon();
}

function glow(ids) {
  if (!ids.length || ids.length > 50) return;
  dispatch({ type: "beginGlow", ids });
  setTimeout(() => dispatch({ type: "endGlow", ids }), GLOW);
}
