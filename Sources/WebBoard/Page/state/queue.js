// The changes that wait to be sent. A task has one entry, which holds only its final state.

import { drop, findAll, update } from "../core/database.js";
import { shortDate, zone } from "../core/dates.js";
import { dispatch, store } from "./store.js";

/** @typedef {{at: string, zone: string}} Typed When and where words such as `due:tomorrow` were typed. */

/**
 * @typedef {Object} Entry
 * @property {string} owner The board and the person.
 * @property {string} id
 * @property {number} order When its first change was made.
 * @property {number} edition Counts its changes: what changes while it is sent stays.
 * @property {string} title
 * @property {{entry: string, state: string, top: boolean, typed: Typed}|null} created A new task, as typed.
 * @property {string|null} base The version that the changes were made on.
 * @property {Object<string, any>} patch The new values of fields.
 * @property {Object<string, Typed>} typed When those values were typed.
 * @property {Object<string, any>} before The values that they had.
 * @property {Object<string, boolean>} ticks By the number of the item.
 * @property {Object<string, import("./checklist.js").Item>} items Those items as they were seen first.
 * @property {string|null} seen The version whose items have these numbers.
 * @property {{state: string, after: string|null, before: string|null}|null} place
 * @property {boolean} deleted
 * @property {{status: number, code: string, detail: string, fields?: any[]}|null} refused
 */

const channel = "BroadcastChannel" in window ? new BroadcastChannel("pmd.queue") : null;
channel?.addEventListener("message", () => loadQueue());

/** The board and the person that everything kept belongs to. */
export function owner() {
  const session = store.session;
  return session ? `${session.board.id} ${session.user ?? ""}` : localStorage.getItem("pmd.owner") ?? "";
}

/** Loads the queue again, after this window or another one changed it. */
export async function loadQueue() {
  try {
    const entries = await findAll("queue", owner());
    const queue = entries.sort((a, b) => a.order - b.order).map((entry) => ({ ...entry, effects: effects(entry) }));
    dispatch({ type: "takeQueue", queue });
  } catch {
    // A browser that keeps nothing, such as in private mode, has an empty queue.
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

/** Returns an entry with a further change; null if nothing is left to send. */
export function merged(entry, task, change) {
  const next = { ...entry, edition: entry.edition + 1, refused: null };
  next.base ??= task.version ?? null;
  const typed = { at: new Date().toISOString(), zone: zone() };
  if (change.created) next.created = { ...change.created, typed };
  if (change.patch) {
    next.patch = { ...entry.patch, ...change.patch };
    next.typed = { ...entry.typed, ...Object.fromEntries(Object.keys(change.patch).map((key) => [key, typed])) };
  }
  // A body that was typed over ticks has them.
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

/** Puts back what an entry was before a change, which undo takes back. */
export async function restoreEntry(id, entry) {
  await update("queue", [owner(), id], () => (entry ? withoutEffects(entry) : null));
  await told();
}

function withoutEffects(entry) {
  const { effects: _, ...kept } = entry;
  return kept;
}

/**
 * Removes from an entry what was sent of it, unless it was changed since. An entry without anything
 * left goes.
 *
 * @param {Entry} entry
 * @param {{created?: boolean, patch?: Object<string, any>, ticks?: Object<string, boolean>, place?: any, deleted?: boolean}} part
 * @param {string|null} [base] The version on which what is left was made; null for the one that it has.
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

/** Keeps an entry that the server refused until the person decides. */
export async function refuse(entry, refused) {
  await update("queue", [entry.owner, entry.id], (now) => (now ? { ...now, refused } : null));
  await told();
}

/** Sends an entry again, on the version that the person has seen. */
export async function retry(entry, changes = {}) {
  await update("queue", [entry.owner, entry.id], (now) =>
    now ? { ...now, ...changes, refused: null, edition: now.edition + 1 } : null);
  await told();
}

/** Gives up what waits of a task. */
export async function discard(entry) {
  await drop("queue", [entry.owner, entry.id]);
  await told();
}

/** Returns what an entry changes on the board. */
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

/** Returns the card of a task that was typed: its words stay as they are until they are sent. */
export function newCard({ id, title, created }) {
  return {
    id, title, state: created.state, version: null, marks: [], excerpt: [], overdueAt: null, isWaiting: true,
  };
}

/** How many more items are ticked than before. */
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
