// The queue of unsent changes. Each task has one entry, which contains only its final state.

import { drop, findAll, rewrite, update } from "../core/database.js";
import { zone } from "../core/dates.js";
import { here } from "../core/place.js";
import { changedEntries, withoutSent } from "./entries.js";
import { newTask } from "./entry.js";
import { patched } from "./patched.js";
import { dispatch, look, neighboursOf, store } from "./store.js";
import { goOn } from "./turn.js";

/**
 * @typedef {{at: string, zone: string}} Typed The time and time zone in which words such as
 * `due:tomorrow` were typed.
 */

/**
 * @typedef {Object} Entry
 * @property {string} owner The board and the user.
 * @property {string} id
 * @property {number} order The time of the change that decides its turn: the last one of its
 *   position, or else its first one.
 * @property {number} edition Counts its changes, so that changes made during sending are kept.
 * @property {string} title
 * @property {{entry: string, body?: string, state: string, top: boolean, order: number, typed:
 *   Typed}|null} created
 *   A new task, as typed.
 * @property {string|null} base The base version of the changes.
 * @property {Object<string, any>} patch The new values of fields, by the keys of the form.
 * @property {Object<string, Typed>} typed The times at which those values were typed.
 * @property {Object<string, any>} before The previous values.
 * @property {Object<string, boolean>} ticks By item number.
 * @property {Object<string, import("./checklist.js").Item>} items Those items as first displayed.
 * @property {string|null} seen The version to which the item numbers refer.
 * @property {{state: string, after: string|null, before: string|null}|null} place
 * @property {boolean} deleted
 * @property {{status: number, code: string, detail: string, fields?: any[]}|null} refused
 */

const channel = "BroadcastChannel" in window ? new BroadcastChannel(here("pmd.queue")) : null;
channel?.addEventListener("message", () => loadQueue().then(onOtherWindow));
/** Called after a change of the queue by another window. */
let onOtherWindow = () => {};

export const setOtherWindow = (run) => (onOtherWindow = run);

/** Returns the board and the user that own all stored data. */
export function owner() {
  const session = store.session;
  return session ? `${session.board.id} ${session.user ?? ""}` : localStorage.getItem(here("pmd.owner")) ?? "";
}

/** Reloads the queue after a change by this window or another one. */
export async function loadQueue() {
  try {
    const entries = await findAll("queue", owner());
    const queue = entries.sort((a, b) => a.order - b.order).map((entry) => ({ ...entry, effects: effects(entry) }));
    dispatch({ type: "takeQueue", queue });
  } catch {
    // A browser that does not store data, such as in private mode, has an empty queue.
  }
}

function told() {
  channel?.postMessage("changed");
  return loadQueue();
}

/**
 * The entries that changes have changed, by task, each with its change; without one, it was only
 * placed beside the card of another.
 *
 * @typedef {Map<string, {before: Entry|null, after: Entry|null, change?: import("./entries.js").Change}>} Changed
 */

/**
 * Adds changes to the entries of their tasks.
 *
 * @param {import("./entries.js").Change[]} changes
 * @returns {Promise<Changed>}
 */
export async function enqueue(changes) {
  const stamp = { owner: owner(), now: Date.now(), typed: { at: new Date().toISOString(), zone: zone() } };
  const ids = changes.map(({ task }) => task.id);
  const around = (id) => neighboursOf(id, ids);
  const undo = new Map();
  await rewrite("queue", owner(), (entries) => {
    const changed = changedEntries(entries, changes, stamp, around);
    for (const [id, after] of changed) {
      undo.set(id, { before: entries.find((each) => each.id === id) ?? null, after, change: changes.find(({ task }) => task.id === id) });
    }
    return changed;
  });
  await told();
  return undo;
}

const mark = (entry) => (entry ? `${entry.order} ${entry.edition}` : null);

/** Returns an entry as it was before a change. */
const asBefore = ({ before, after }) => before && { ...before, edition: (after?.edition ?? before.edition) + 1 };

/**
 * Restores entries to their states before a change. An entry that has been sent or changed since
 * stays as it is.
 *
 * @param {Changed} changed
 * @returns {Promise<Changed|null>} The changed entries, with which this is undone; null if nothing
 *   could be restored.
 */
export async function restoreEntries(changed) {
  const restored = new Map();
  await rewrite("queue", owner(), (entries) => {
    const now = new Map(entries.map((entry) => [entry.id, entry]));
    for (const [id, each] of changed) {
      if (mark(now.get(id)) === mark(each.after)) restored.set(id, { before: each.after, after: asBefore(each) });
    }
    return new Map([...restored].map(([id, { after }]) => [id, after]));
  });
  await told();
  return restored.size ? restored : null;
}

/**
 * Removes changes from the queue that were carried out without it, or refused. What their entries
 * got since stays.
 *
 * @param {Changed} changed
 * @param {string|null} version The version of a created task, on which the rest is based.
 */
export async function takeBack(changed, version) {
  await rewrite("queue", owner(), (entries) => new Map(entries.filter(({ id }) => changed.has(id)).map((entry) => {
    const own = changed.get(entry.id);
    if (mark(entry) === mark(own.after)) return [entry.id, asBefore(own)];
    return [entry.id, own.change ? withoutSent(entry, own.after, own.change, own.change.created ? version : null) : entry];
  })));
  await told();
}

/**
 * Removes the sent parts from an entry, unless they have changed since. Deletes the entry if
 * nothing is left.
 *
 * @param {Entry} entry
 * @param {{created?: boolean, patch?: Object<string, any>, ticks?: Object<string, boolean>,
 *   place?: any, deleted?: boolean}} part
 * @param {string|null} [base] The base version of the rest; null to keep the current one.
 */
export async function sent(entry, part, base = null) {
  await update("queue", [entry.owner, entry.id], (now) => (now ? withoutSent(now, entry, part, base) : null));
  goOn();
  await told();
}

/** Keeps an entry refused by the server until the user decides. */
export async function refuse(entry, refused) {
  await update("queue", [entry.owner, entry.id], (now) => (now ? { ...now, refused } : null));
  await told();
}

/** Sends an entry again, based on the version that the user has seen. */
export async function retry(entry, changes = {}) {
  await update("queue", [entry.owner, entry.id], (now) =>
    now ? { ...now, ...changes, refused: null, edition: now.edition + 1 } : null);
  await told();
}

/** Discards the queued changes of a task. */
export async function discard(entry) {
  await drop("queue", [entry.owner, entry.id]);
  await told();
}

/** Returns the effects of an entry on the board. */
export function effects(entry) {
  if (entry.refused) return [];
  if (entry.deleted) return [{ kind: "remove", ids: [entry.id] }];
  const list = [];
  if (entry.created) list.push({ kind: "add", card: newTask(entry, look()), ...entry.created });
  if (entry.place) list.push({ kind: "move", ids: [entry.id], ...entry.place });
  list.push({ kind: "edit", id: entry.id, change: (card) => patched(card, entry, look()) });
  return list;
}
