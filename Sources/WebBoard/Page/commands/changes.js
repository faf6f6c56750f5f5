// Changes of the board. They are drawn at once, then carried out in order, or queued while
// offline.

import { Problem, Unreachable, patch, post, put, remove, taskPath } from "../core/api.js";
import { announce, fail, forgetUndo, toast } from "../core/toasts.js";
import { count, t } from "../core/words.js";
import { tickedTyped } from "../state/body.js";
import { named, sendTick } from "../state/checklist.js";
import { members } from "../state/fields.js";
import { begin, end, takeAnswered } from "../state/live.js";
import { reloadSoon, settle } from "../state/load.js";
import { apply, isThere, movesToEnd } from "../state/model.js";
import { flush, holdTurn, lost } from "../state/offline.js";
import { patched } from "../state/patched.js";
import { newTask } from "../state/entry.js";
import { enqueue, restoreEntries, takeBack } from "../state/queue.js";
import { card, changed, columns, dispatch, labelOf, look, readOnly, store, subscribe } from "../state/store.js";

/** The pending requests, which are sent one after another. */
let chain = Promise.resolve();
/** The number of unanswered requests. */
let underWay = 0;

/** True while the next undo and redo are not known yet. */
export const isUnderWay = () => underWay > 0;

/** Sends a request after the pending ones. */
function inOrder(send) {
  underWay += 1;
  const result = chain.then(send).finally(() => (underWay -= 1));
  chain = result.catch(() => {});
  return result;
}

/**
 * @typedef {Object} Change
 * @property {string[]} ids The changed tasks.
 * @property {import("../state/model.js").Effect[]} effects The effects on the display.
 * @property {() => Promise<any>} send
 * @property {(() => import("../state/entries.js").Change[])|null} later Returns the changes to queue
 *   while offline; null if they cannot be queued.
 * @property {() => Promise<() => Promise<any>>} [keep] Keeps what is no change of the queue, and
 *   returns how to take it back.
 * @property {() => void} [onstored] Called once the queue has the change.
 * @property {boolean} [isSent] True once it has been sent.
 * @property {Promise<any>} [result] The result of carrying it out.
 * @property {Promise<Map<string, any>|null>} [stored] The entries of the queue that store the change
 *   until it is answered; null if the browser does not store it.
 * @property {string} [words] The message while offline.
 * @property {string} [spoken] The text for screen readers instead of the report.
 * @property {boolean} [isQuiet] True if the result is shown elsewhere, so that no message is needed.
 */

/**
 * Carries out a change.
 *
 * @param {Change} change
 * @returns {Promise<any>} The server's response; null if the change was queued.
 * @throws {Problem} If it is refused. The reason has been shown unless `isQuiet`.
 */
export function perform(change, { isQuiet = false } = {}) {
  const reason = readOnly();
  if (reason) {
    fail(reason);
    return Promise.reject(new Problem(403, { detail: reason }));
  }
  // The card may be gone when the response arrives.
  const title = titleOf(change.ids[0]);
  dispatch({ type: "beginChange", effects: change.effects });
  unanswered.add(change);
  const timer = setTimeout(() => keepUnanswered(change), SLOW);
  change.result = inOrder(() => carryOut(change, isQuiet, title)).finally(() => {
    clearTimeout(timer);
    unanswered.delete(change);
  });
  return change.result;
}

async function carryOut(change, isQuiet, title) {
  begin(change.ids);
  try {
    // Once the queue has a change, any window may send it.
    if ((await change.stored) || mustWait(change)) return await wait(change);
    change.isSent = true;
    const answer = await change.send();
    await forgetStored(change, answer?.version);
    takeAnswer(change, answer);
    return answer;
  } catch (error) {
    if (error instanceof Unreachable) {
      lost();
      return await wait(change);
    }
    await forgetStored(change);
    if (!isQuiet) fail(error.code === "no-such-task" ? t("deletedMeanwhile", { title }) : error.message);
    throw error;
  } finally {
    end(change.ids);
    dispatch({ type: "endChange", effects: change.effects });
  }
}

/** True if the change must not overtake queued changes. */
function mustWait({ ids }) {
  return store.isOffline || store.queue.some((entry) => !entry.refused && ids.includes(entry.id));
}

async function wait(change) {
  const words = `${change.words} · ${t("waitsToBeSent")}`;
  if (change.keep) {
    toast(words, { undo: await change.keep() });
    if (!store.isOffline) flush().then(() => reloadSoon());
    return null;
  }
  if (!change.later) {
    fail(t("needsServer"));
    throw new Unreachable();
  }
  const queued = { words: change.words, entries: (await change.stored) ?? (await enqueue(change.later())) };
  unsent.push(queued);
  undone.length = 0;
  for (const id of change.ids) queuedOf.set(id, queued);
  if (change.isQuiet) announce(words);
  else toast(words, { undo: () => undoUnsent(queued) });
  if (!store.isOffline) flush().then(() => reloadSoon());
  return null;
}

// MARK: Changes without an answer

/** The time after which a change without an answer is stored, in milliseconds. */
const SLOW = 1000;

/** The changes that wait for their answers. @type {Set<Change>} */
const unanswered = new Set();

/** Stores a change, so that closing the page does not lose it. Only this window sends it until then. */
function keepUnanswered(change) {
  if (!change.later || change.stored) return;
  change.stored = enqueue(change.later()).catch(() => null);
  change.stored.then((entries) => entries && change.onstored?.());
  if (change.isSent) holdTurn(change.result);
}

document.addEventListener("visibilitychange", () => document.hidden && unanswered.forEach(keepUnanswered));

/** Removes a change from the queue that was answered after all. */
async function forgetStored({ stored }, version = null) {
  const entries = await stored;
  if (entries) await takeBack(entries, version);
}

/** Applies the effects permanently, and offers to undo the change. */
function takeAnswer(change, answer) {
  settle();
  const known = answer?.id && !answer.deleted ? [{ kind: "edit", id: answer.id, card: answer }] : [];
  dispatch({ type: "carryOut", effects: [...change.effects, ...known] });
  if (known.length) takeAnswered(answer);
  takeReport(answer?.report, change);
  reloadSoon();
}

/** Shows the results with an undo button; or only announces them, if they are shown elsewhere. */
export function takeReport(report, { spoken, isQuiet } = {}) {
  if (!report) return;
  dispatch({ type: "takeUndo", undo: report.undo, redo: report.redo });
  const commit = report.commit;
  const words = [...report.sentences, ...report.notices].join(" · ");
  if (isQuiet && !report.notices.length) return announce(spoken || words);
  toast(words, commit && report.undo ? { undo: () => undo(commit), spoken } : { spoken });
}

// MARK: Positions

/** The displayed title of a task. */
const titleOf = (id) => card(id)?.title ?? id;

/**
 * Moves cards to a position.
 *
 * @param {string[]} ids
 * @param {{state: string, after?: string|null, before?: string|null, end?: "top"|"bottom"}} place
 * @param {{isQuiet?: boolean}} [options]
 * @returns {Promise<any>} As `perform`; undefined if nothing was moved.
 */
export async function move(ids, place, { isQuiet } = {}) {
  if (!ids.length) return;
  if (!place.end && isThere(columns(), ids, place)) return toast(t("nothingChanged"));
  const effects = [{ kind: "move", ids, ...place }];
  const spoken = movedWords(ids, effects);
  dispatch({ type: "clearSelection" });
  return perform({
    ids, effects, words: spoken, spoken, isQuiet,
    send: () => ids.length === 1
      ? post(taskPath(ids[0], "/move"), sentPlace(place))
      : post("/api/move", { tasks: ids, ...sentPlace(place) }),
    later: () => placeChanges(ids, place),
  }).catch(ignoreShown);
}

/** Errors have already been shown. */
function ignoreShown(error) {
  if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
}

function sentPlace({ state, after, before, end: edge }) {
  if (edge) return { state, end: edge };
  return { state, ...(after ? { after } : {}), ...(before ? { before } : {}) };
}

/** Returns a change for each card: it is placed below the one before it. */
function placeChanges(ids, { state, after = null, before = null }) {
  return ids.map((id, index) => ({ task: task(id), place: { state, after: ids[index - 1] ?? after, before } }));
}

function task(id) {
  const found = card(id) ?? store.board?.columns.flatMap((column) => column.tasks).find((each) => each.id === id);
  return { id, title: found?.title ?? id, version: found?.version ?? null };
}

/** Returns the announcement of a move: `Fix the roof: doing, 2 of 3`. */
export function movedWords(ids, effects = []) {
  const shown = apply({ columns: columns() }, effects);
  const column = shown.find((each) => each.tasks.some((one) => one.id === ids[0]));
  if (!column) return "";
  const place = column.tasks.findIndex((one) => one.id === ids[0]) + 1;
  const facts = { title: titleOf(ids[0]), state: labelOf(column.state), place, total: column.count, count: ids.length };
  return count("movedOne", "movedMany", ids.length, facts);
}

/** Moves cards to the end of another column, or to their position in a sorted one. */
export function moveToState(ids, state) {
  const moved = ids.filter((id) => card(id) && card(id).state !== state);
  if (!moved.length) return toast(t("nothingChanged"));
  const column = columns().find((each) => each.state === state);
  const last = column && !column.finished && !column.next ? column.tasks.at(-1)?.id : null;
  return move(moved, { state, after: last ?? null });
}

/** Moves cards to the top or the bottom of their columns. */
export async function moveToEnd(ids, end) {
  for (const each of movesToEnd(columns(), ids, end)) await move(each.ids, each.place);
}

// MARK: Tasks

const DIGITS = "23456789";
const LETTERS = "bcdfghjkmnpqrstvwxz";

/** Creates the code of a new task, with alternating digits and letters. */
export function newCode() {
  const random = crypto.getRandomValues(new Uint32Array(6));
  return [...random].map((number, index) => {
    const signs = index % 2 ? DIGITS : LETTERS;
    return signs[number % signs.length];
  }).join("");
}

/**
 * Adds a task with a new code from the typed text.
 *
 * @param {{top?: boolean, body?: string, onstored?: () => void}} [options] The body; empty for none.
 */
export function addTask(id, entry, state, { top = false, body = "", onstored } = {}) {
  const created = { entry, state, top, ...(body ? { body } : {}) };
  const shown = newTask({ id, created }, look());
  return perform({
    ids: [id], effects: [{ kind: "add", card: shown, state, top }], words: t("added", { title: shown.title }),
    send: () => put(taskPath(id), created, { "If-None-Match": "*" }).catch(takeExisting),
    later: () => [{ task: { id, title: shown.title }, created }], onstored,
  }, { isQuiet: true });
}

/** An earlier attempt whose response was lost has already created the task. */
function takeExisting(error) {
  if (error.status !== 412 || !error.document.current) throw error;
  return error.document.current;
}

/**
 * Changes fields of a task.
 *
 * @param {{id: string, title: string, version: string}} base The version that the user saw.
 * @param {Object<string, any>} fields The new values, by the keys of the form.
 */
export function editTask(base, fields) {
  const before = Object.fromEntries(Object.keys(fields).map((key) => [key, base[key] ?? null]));
  return perform({
    ids: [base.id], effects: [{ kind: "edit", id: base.id, change: drawn(fields) }],
    words: t("changed", { title: base.title }),
    send: () => patch(taskPath(base.id), members(fields), { "Pmd-Base": base.version }),
    later: () => [{ task: base, patch: fields, before, ...("body" in fields && base.ticks ? { covers: base.ticks } : {}) }],
  }, { isQuiet: true });
}

/** Returns the effect of new values on a card, until the answer has the server's words. */
export const drawn = ({ body: _, ...fields }) => (shown) =>
  ({ ...patched(shown, { patch: fields, ticks: {}, place: null }, look()), isWaiting: Boolean(shown.isWaiting) });

/** Moves the due date of a task to a day, and keeps its time. */
export function schedule(task, day) {
  const due = day + (task.due ?? "").slice(day.length);
  return perform({
    ids: [task.id], effects: [], words: t("changed", { title: task.title }),
    send: () => post("/api/schedule", { tasks: [task.id], day }),
    later: () => [{ task, patch: { due }, before: { due: task.due ?? null } }],
  }).catch(ignoreShown);
}

/**
 * Ticks or unticks items of a task's checklist.
 *
 * @param {any} seen The displayed task, to which the item numbers refer.
 * @param {number[]} numbers
 * @param {boolean} done
 */
export function tick(seen, numbers, done) {
  const { id, version } = seen;
  const ticks = Object.fromEntries(numbers.map((number) => [number, done]));
  // In a queued body, the ticks are edits of its text.
  if (seen.isTyped) return editTask(seen, { body: tickedTyped(seen.body, ticks) }).catch(ignoreShown);
  const wanted = named(seen.rendered).filter(({ n }) => numbers.includes(n));
  const items = Object.fromEntries(wanted.map((item) => [item.n, item]));
  return perform({
    ids: [id], effects: [], words: t("changed", { title: titleOf(id) }),
    send: () => sendTick(id, { wanted, version, done }),
    later: () => [{ task: { ...task(id), version }, ticks, items }],
  }).catch(ignoreShown);
}

/** Deletes tasks. @returns {Promise<any>} As `perform`; undefined if they were not deleted. */
export function deleteTasks(ids, { isQuiet } = {}) {
  const words = count("deletedOne", "deletedMany", ids.length, { title: titleOf(ids[0]), count: ids.length });
  const tasks = ids.map(task);
  dispatch({ type: "clearSelection" });
  return perform({
    ids, effects: [{ kind: "remove", ids }], words, isQuiet,
    send: () => ids.length === 1 ? removeSeen(ids[0]) : post("/api/remove", { tasks: ids }),
    later: () => tasks.map((each) => ({ task: each, deleted: true })),
  }).catch(ignoreShown);
}

/** Deletes a task in its displayed version. */
function removeSeen(id) {
  const version = store.board?.columns.flatMap((column) => column.tasks).find((each) => each.id === id)?.version;
  return remove(taskPath(id), version ? { "If-Match": `"${version}"` } : {});
}

/** Sends a request that only the server can carry out, and shows the result. */
export function ask(id, path, body) {
  return perform({ ids: id ? [id] : [], effects: [], send: () => post(path, body), later: null })
    .catch((error) => ignoreShown(error));
}

// MARK: Undo

/** This window's changes that may wait to be sent, the last one at the end. */
const unsent = [];
/** Those that were undone, the last one at the end. */
const undone = [];
subscribe(() => {
  if (!store.isOffline) unsent.length = undone.length = 0;
});

const stackOf = (named) => (named === "undo" ? unsent : undone);

/** True if undo or redo concerns a change that was not sent, so that it needs no server. */
export const hasUnsent = (named) => store.isOffline && stackOf(named).length > 0;

/** Returns the words of the unsent change that undo takes back, or redo makes again; null without one. */
export const unsentWords = (named) => (hasUnsent(named) ? stackOf(named).at(-1).words : null);

/** The last queued change of each task. */
const queuedOf = new Map();

/** Undoes the last change of a task if it was not sent. */
export async function undoQueued(id) {
  const queued = queuedOf.get(id);
  queuedOf.delete(id);
  if (queued) await undoUnsent(queued);
}

/** Undoes a change that was not sent. Returns false if it was. */
async function undoUnsent(queued) {
  if (!(await turnBack(queued, unsent, undone))) return false;
  toast(t("undone", { title: queued.words }));
  return true;
}

/** Reverts an unsent change of one stack, which becomes one of the other. Returns false if it was sent. */
async function turnBack(queued, from, to) {
  if (from.includes(queued)) from.splice(from.indexOf(queued), 1);
  const entries = await restoreEntries(queued.entries);
  if (entries && store.isOffline) to.push({ words: queued.words, entries });
  changed();
  return Boolean(entries);
}

/** Undoes the last change of this window, or the change in a commit. */
export async function undo(commit) {
  while (!commit && hasUnsent("undo")) {
    if (await undoUnsent(unsent.at(-1))) return;
  }
  return history("/api/undo", commit ? { commit } : {});
}

/** Makes the change again that was undone last. */
export async function redo() {
  while (hasUnsent("redo")) {
    const queued = undone.at(-1);
    if (await turnBack(queued, undone, unsent)) return toast(`${queued.words} · ${t("waitsToBeSent")}`, { undo: () => undo() });
  }
  return history("/api/redo", {});
}

async function history(path, body) {
  const reason = readOnly();
  if (reason) return fail(reason);
  try {
    const { report } = await inOrder(() => post(path, body));
    settle();
    forgetUndo();
    dispatch({ type: "takeUndo", undo: report.undo, redo: report.redo });
    announce(report.sentences.join(" · "));
    toast([...report.sentences, ...report.notices].join(" · "));
    reloadSoon();
  } catch (error) {
    if (error instanceof Unreachable) lost();
    fail(error instanceof Problem ? error.message : t("needsServer"));
  }
}

