// Offline mode: shows that the server is unavailable, and sends queued changes when it is back.

import { Impostor, Problem, Unreachable, breakOff, loadSession, patch, put, remove, taskPath } from "../core/api.js";
import { forget } from "../core/toasts.js";
import { t } from "../core/words.js";
import { sendTick } from "./checklist.js";
import { members } from "./fields.js";
import { steps } from "./entries.js";
import { loadFiles, sendFiles, waitingFiles } from "./files.js";
import { readDate } from "./plan.js";
import { loadQueue, owner, refuse, sent, setOtherWindow } from "./queue.js";
import { dispatch, formFields, store } from "./store.js";
import { goOn, inTurn } from "./turn.js";
import { useWhole } from "./whole.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;
const BUSY_WAIT = 3000;
/** The time after which this window sends what another one has queued, but not sent. */
const OTHERS_WAIT = 2000;

let wait = FIRST_WAIT;
let timer = 0;
/** Called when the server is back. */
let onReturn = () => {};
/** Called when the user must sign in again. */
let onSignedOut = () => {};

export function setReturn(back, signedOut) {
  onReturn = back;
  onSignedOut = signedOut;
  addEventListener("online", () => tryAgain());
  addEventListener("offline", () => lost());
  setOtherWindow(sendForOthers);
}

let others = 0;

/** Another window may have lost its connection alone, or be closed before it can send. */
function sendForOthers() {
  clearTimeout(others);
  if (waiting().length && !store.isOffline) others = setTimeout(() => store.isOffline || flush(), OTHERS_WAIT);
}

/** Records that the server did not respond, and retries after a while. */
export function lost() {
  if (!store.isOffline) {
    dispatch({ type: "loseServer" });
    breakOff();
    useWhole();
    wait = FIRST_WAIT;
  }
  clearTimeout(timer);
  timer = setTimeout(tryAgain, wait);
  wait = Math.min(wait * 1.6, LONGEST_WAIT);
}

/** Checks whether the server is available. */
export async function tryAgain() {
  clearTimeout(timer);
  try {
    const session = await loadSession();
    if (owner() !== ownerOf(session) && store.session) return location.reload();
    dispatch({ type: "setSession", session });
    await found();
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      dispatch({ type: "findServer" });
      forget(t("needsServer"));
      onSignedOut();
    } else {
      dispatch({ type: "setImpostor", isImpostor: error instanceof Impostor });
      lost();
    }
  }
}

const ownerOf = (session) => `${session.board.id} ${session.user ?? ""}`;

async function found() {
  dispatch({ type: "findServer" });
  wait = FIRST_WAIT;
  forget(t("needsServer"));
  await flush();
  onReturn();
}

const turnName = () => `pmd.queue ${owner()}`;

/** Keeps the queue from being sent until a change that it contains has been carried out. */
export const holdTurn = (result) => inTurn(turnName(), () => result.catch(() => {}));

/** The turn for which this window waits. Everything that is queued until then will be sent in it. */
let awaited = null;

/** Sends the queue in the order of typing, and files after it. A refused entry waits for the user, and blocks no other. */
export async function flush() {
  await Promise.all([loadQueue(), loadFiles()]);
  if (!waiting().length && !waitingFiles().length) return;
  const turn = awaited ?? inTurn(turnName(), (isOver) => {
    awaited = null;
    return sendAll(isOver);
  });
  awaited = turn;
  await turn.finally(() => {
    if (awaited === turn) awaited = null;
  });
}

/** @param {() => boolean} isOver Returns true when another window sends the queue. */
async function sendAll(isOver) {
  await Promise.all([loadQueue(), loadFiles()]);
  try {
    for (const step of steps(waiting())) {
      if (isOver()) return;
      await attempt(step);
    }
    await sendFiles(isOver);
  } catch (error) {
    if (error instanceof Unreachable) return lost();
    if (error.status === 401) return onSignedOut();
    const isKnown = isBusy(error);
    setTimeout(flush, isKnown ? BUSY_WAIT : LONGEST_WAIT);
    if (!isKnown) throw error;
  }
}

/** The entries that are ready to send. */
export const waiting = () => store.queue.filter((entry) => !entry.refused);

/** The entries refused by the server. */
export const needsYou = () => store.queue.filter((entry) => entry.refused);

const isBusy = (error) => error.status === 503 || error.status === 507 || error.status === 429;

/** @param {import("./entries.js").Step} step */
async function attempt({ entry: { id }, parts }) {
  // The first step of an entry changes it, and may have been refused.
  const entry = waiting().find((each) => each.id === id);
  if (!entry) return;
  goOn();
  try {
    await sendParts(entry, parts);
    // The board is loaded again later.
    const settled = entry.effects.map((effect) => (effect.change ? { ...effect, change: (card) => ({ ...effect.change(card), isWaiting: false }) } : effect));
    dispatch({ type: "carryOut", effects: settled });
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401 || isBusy(error)) throw error;
    const { status, code, document } = error;
    await refuse(entry, {
      status, code, detail: error.message, fields: document.fields, version: document.current?.version,
    });
  }
}

/** Sends parts of an entry. Each completed part is removed from the entry. */
async function sendParts(entry, parts) {
  if (entry.deleted) {
    await sendEdits(entry);
    const rest = waiting().find(({ id }) => id === entry.id) ?? entry;
    await deleteTask(rest);
    return sent(rest, { deleted: true });
  }
  const hasRest = parts.includes("rest");
  const edits = patches({ ...entry, patch: hasRest ? entry.patch : {}, place: parts.includes("place") ? entry.place : null });
  let { base } = entry;
  if (entry.created && parts.includes("created")) {
    const made = await create(entry, edits[0]);
    base = made.version;
    await sent(entry, { created: true, ...made.edits }, base);
    if (made.edits) edits.shift();
  }
  // Ticks before fields, since the numbers refer to the version that was displayed.
  if (hasRest) for (const done of [true, false]) await sendTicks(entry, base, done);
  for (const patched of edits) await sendFields(entry, base, patched);
}

async function sendFields(entry, base, edits) {
  await patch(taskPath(entry.id), bodyOf(edits), { "Pmd-Base": base, ...typedHeaders(edits.typed) });
  await sent(entry, edits);
}

const bodyOf = ({ patch, place }) => ({ ...members(patch), ...(place ? { place: present(place) } : {}) });

/**
 * Creates a task, as one change with its later edits if possible.
 *
 * @returns {Promise<{version: string, edits?: any}>} The task's version, and the edits that were made.
 */
async function create(entry, edits) {
  const { typed, order: _, ...made } = entry.created;
  const isWhole = Boolean(edits) && isTypedAt(typed, edits);
  const body = isWhole ? { ...made, ...bodyOf(edits) } : made;
  try {
    const { version } = await put(taskPath(entry.id), body, { "If-None-Match": "*", ...typedHeaders(typed) });
    return { version, edits: isWhole ? edits : undefined };
  } catch (error) {
    // A retry finds it already created, perhaps without the edits.
    if (error.status === 412) return { version: error.document.current.version };
    // The edits are refused on their own.
    if (isWhole && error.status === 422) return create(entry, null);
    throw error;
  }
}

/** True if the words of edits mean the same as if they had been typed at another time. */
const isTypedAt = (typed, edits) => !edits.typed || edits.typed.at === typed?.at
  || Object.entries(edits.patch).every(([key, value]) => !isDated(key) || !value || readDate(value));

/**
 * Words such as `due:tomorrow` mean the day after they were typed, in the time zone at that time.
 */
function typedHeaders(typed) {
  return typed ? { "Pmd-Typed-At": typed.at, "Pmd-Zone": typed.zone } : {};
}

async function sendTicks(entry, base, done) {
  const numbers = Object.keys(entry.ticks).filter((number) => entry.ticks[number] === done);
  if (!numbers.length) return;
  const wanted = numbers.map((number) => entry.items?.[number] ?? { n: Number(number) });
  await sendTick(entry.id, { wanted, version: entry.seen ?? base, done });
  await sent(entry, { ticks: Object.fromEntries(numbers.map((number) => [number, done])) });
}

/** The fields whose words depend on the time of typing. */
const DATED = ["due", "wait", "repeat", "remind"];
const isDated = (key) => DATED.includes(key) || formFields().some((field) => field.key === key && field.type === "date");

/** Returns the edits of an entry: one, unless its dates were typed at different times. */
function patches({ patch: fields, place, typed = {} }) {
  const times = new Map();
  const rest = {};
  for (const [key, value] of Object.entries(fields)) {
    const time = isDated(key) && value && typed[key];
    if (!time) {
      rest[key] = value;
      continue;
    }
    const step = times.get(time.at) ?? { patch: {}, typed: time };
    step.patch[key] = value;
    times.set(time.at, step);
  }
  const all = [...times.values()];
  if (!all.length && (Object.keys(rest).length || place)) all.push({ patch: {} });
  if (all.length) Object.assign(all[0], { patch: { ...rest, ...all[0].patch }, place });
  return all;
}

const present = (place) => Object.fromEntries(Object.entries(place).filter(([, value]) => value));

/** Sends the edits of a task that was deleted afterwards, so that it can be restored with them. */
async function sendEdits(entry) {
  let { base } = entry;
  for (const edits of patches({ ...entry, place: null })) {
    try {
      ({ version: base } = await patch(taskPath(entry.id), bodyOf(edits), { ...unchanged(base), ...typedHeaders(edits.typed) }));
      await sent(entry, edits, base);
    } catch (error) {
      // The task is gone, or the edit is refused: only the deletion is left.
      if (![404, 410, 422, 428].includes(error.status)) throw error;
    }
  }
}

const unchanged = (version) => (version ? { "If-Match": `"${version}"` } : {});

/**
 * Deletes a task that nobody has changed since. A task that is already deleted needs no request.
 */
async function deleteTask(entry) {
  try {
    await remove(taskPath(entry.id), unchanged(entry.base));
  } catch (error) {
    if (error.status !== 404 && error.status !== 410) throw error;
  }
}
