// The queue of unsent changes. Each task has one entry, which contains only its final state.

import { drop, findAll, update } from "../core/database.js";
import { shortDate, zone } from "../core/dates.js";
import { dispatch, store } from "./store.js";

/**
 * @typedef {{at: string, zone: string}} Typed The time and time zone in which words such as
 * `due:tomorrow` were typed.
 */

/**
 * @typedef {Object} Entry
 * @property {string} owner The board and the user.
 * @property {string} id
 * @property {number} order The time of its first change.
 * @property {number} edition Counts its changes, so that changes made during sending are kept.
 * @property {string} title
 * @property {{entry: string, body?: string, state: string, top: boolean, typed: Typed}|null} created
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

const channel = "BroadcastChannel" in window ? new BroadcastChannel("pmd.queue") : null;
channel?.addEventListener("message", () => loadQueue());

/** Returns the board and the user that own all stored data. */
export function owner() {
  const session = store.session;
  return session ? `${session.board.id} ${session.user ?? ""}` : localStorage.getItem("pmd.owner") ?? "";
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

/** @returns {Entry} */
function begin(id, title) {
  return {
    owner: owner(), id, title, order: Date.now() + Math.random(), edition: 0, created: null, base: null,
    patch: {}, typed: {}, before: {}, ticks: {}, items: {}, seen: null, place: null, deleted: false, refused: null,
  };
}

/**
 * Adds a change to the entry of a task.
 *
 * @param {{id: string, title: string, version?: string}} task
 * @param {Partial<Entry>} change
 */
export async function enqueue(task, change) {
  await update("queue", [owner(), task.id], (old) => merged(old ?? begin(task.id, task.title), task, change));
  await told();
}

/** Returns an entry with another change; null if nothing is left to send. */
export function merged(entry, task, change) {
  const next = { ...entry, edition: entry.edition + 1, refused: null };
  next.base ??= task.version ?? null;
  const typed = { at: new Date().toISOString(), zone: zone() };
  if (change.created) next.created = { ...change.created, typed };
  if (change.patch) {
    next.patch = { ...entry.patch, ...change.patch };
    next.typed = { ...entry.typed, ...Object.fromEntries(Object.keys(change.patch).map((key) => [key, typed])) };
  }
  // A body typed after ticks includes them.
  if (change.covers) next.ticks = without(entry.ticks, change.covers);
  if (change.before) next.before = { ...change.before, ...entry.before };
  if (change.ticks) {
    next.ticks = { ...next.ticks, ...change.ticks };
    next.items = { ...change.items, ...entry.items };
    next.seen = entry.seen ?? task.version ?? null;
  }
  if (change.place) next.place = change.place;
  if (change.patch?.title) next.title = change.patch.title;
  if (change.deleted) next.deleted = true;
  return next.deleted && next.created ? null : next;
}

/** Returns the members that others do not have with the same value. */
function without(members, others) {
  return Object.fromEntries(Object.entries(members).filter(([key, value]) => value !== others[key]));
}

/** Restores an entry to its state before a change that undo reverts. */
export async function restoreEntry(id, entry) {
  await update("queue", [owner(), id], () => (entry ? withoutEffects(entry) : null));
  await told();
}

function withoutEffects(entry) {
  const { effects: _, ...kept } = entry;
  return kept;
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
  await update("queue", [entry.owner, entry.id], (now) => {
    if (!now || part.deleted && now.edition === entry.edition) return null;
    const left = {
      ...now, base: base ?? now.base, created: part.created ? null : now.created,
      patch: without(now.patch, part.patch ?? {}), ticks: without(now.ticks, part.ticks ?? {}),
      place: part.place && JSON.stringify(now.place) === JSON.stringify(part.place) ? null : now.place,
      deleted: part.deleted ? false : now.deleted,
    };
    return isEmpty(left) ? null : left;
  });
  await told();
}

const isEmpty = ({ created, patch, ticks, place, deleted }) =>
  !created && !place && !deleted && !Object.keys(patch).length && !Object.keys(ticks).length;

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
  if (entry.created) list.push({ kind: "add", card: newCard(entry), ...entry.created });
  const card = patchedCard(entry);
  if (card) list.push({ kind: "edit", id: entry.id, card });
  else if (entry.place) list.push({ kind: "edit", id: entry.id, card: { isWaiting: true } });
  if (entry.place) list.push({ kind: "move", ids: [entry.id], ...entry.place });
  return list;
}

/** Returns the card of an unsent task. Its words stay as typed until they are sent. */
export function newCard({ id, title, created }) {
  return {
    id, title, state: created.state, version: null, marks: [], excerpt: [], overdueAt: null, isWaiting: true,
  };
}

/** Returns the change in the number of ticked items. */
function ticksMore({ ticks, items = {} }) {
  const changes = Object.entries(ticks).filter(([n, done]) => items[n] && items[n].was !== done);
  return changes.reduce((sum, [, done]) => sum + (done ? 1 : -1), 0);
}

function patchedCard(entry) {
  const { patch, ticks } = entry;
  if (!Object.keys(patch).length && !Object.keys(ticks).length) return null;
  const card = { isWaiting: true, ticksMore: ticksMore(entry), ...(patch.title ? { title: patch.title } : {}) };
  if ("due" in patch) card.dueText = patch.due ? shortDate(patch.due) : null;
  return card;
}
