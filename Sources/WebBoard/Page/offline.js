// Being without the server: says so, and sends what waited when it is back.

import { Problem, Unreachable, loadSession, patch, put, remove, taskPath } from "./api.js";
import { sendTick } from "./checklist.js";
import { loadQueue, owner, refuse, sent } from "./queue.js";
import { changed, store } from "./store.js";
import { forget } from "./toasts.js";
import { t } from "./words.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

let wait = FIRST_WAIT;
let timer = 0;
/** Called when the server is back. */
let onReturn = () => {};
/** Called when the person has to sign in again. */
let onSignedOut = () => {};

export function setReturn(back, signedOut) {
  onReturn = back;
  onSignedOut = signedOut;
  addEventListener("online", () => tryAgain());
  addEventListener("offline", () => lost());
}

/** Notes that the server did not answer, and asks it again after a while. */
export function lost() {
  if (!store.isOffline) {
    store.isOffline = true;
    wait = FIRST_WAIT;
    changed();
  }
  clearTimeout(timer);
  timer = setTimeout(tryAgain, wait);
  wait = Math.min(wait * 1.6, LONGEST_WAIT);
}

/** Asks the server whether it is there. */
export async function tryAgain() {
  clearTimeout(timer);
  try {
    const session = await loadSession();
    if (owner() !== ownerOf(session) && store.session) return location.reload();
    store.session = session;
    await found();
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      store.isOffline = false;
      onSignedOut();
    } else {
      lost();
    }
  }
}

const ownerOf = (session) => `${session.board.id} ${session.user ?? ""}`;

async function found() {
  store.isOffline = false;
  wait = FIRST_WAIT;
  forget(t("needsServer"));
  changed();
  await flush();
  onReturn();
}

/** Runs a function in one window at a time, where the browser can. */
async function alone(run) {
  if (!navigator.locks) return run();
  return navigator.locks.request(`pmd.queue ${owner()}`, run);
}

/**
 * Sends what waits: new tasks first, then one edit for each task. An entry that is refused waits
 * for the person, and holds up no other.
 */
export async function flush() {
  await loadQueue();
  if (!waiting().length) return;
  await alone(async () => {
    await loadQueue();
    try {
      for (const entry of waiting().filter((each) => each.created)) await attempt(entry, create);
      for (const entry of waiting().filter((each) => !each.created)) await attempt(entry, change);
    } catch (error) {
      if (error instanceof Unreachable) lost();
      else if (error.status === 401) onSignedOut();
      else if (!isBusy(error)) throw error;
      else setTimeout(flush, 3000);
    }
  });
}

/** The entries that can be sent. */
export const waiting = () => store.queue.filter((entry) => !entry.refused);

/** The entries that the server refused. */
export const needsYou = () => store.queue.filter((entry) => entry.refused);

const isBusy = (error) => error.status === 503 || error.status === 507 || error.status === 429;

async function attempt(entry, send) {
  try {
    const version = await send(entry);
    await sent(entry, version);
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401 || isBusy(error)) throw error;
    const { status, code, document } = error;
    await refuse(entry, {
      status, code, detail: error.message, fields: document.fields, version: document.current?.version,
    });
  }
}

/** Makes a task. A repeat finds it made already. Returns its version. */
async function create(entry) {
  const { entry: words, state, top } = entry.created;
  let task;
  try {
    task = await put(taskPath(entry.id), { entry: words, state, top }, { "If-None-Match": "*" });
  } catch (error) {
    if (error.status !== 412) throw error;
    task = error.document.current;
  }
  return change({ ...entry, base: task.version });
}

/** Sends the final state of a task as one edit. Returns its version. */
async function change(entry) {
  if (entry.deleted) return deleteTask(entry);
  const body = { ...entry.patch };
  if (entry.place) body.place = present(entry.place);
  let version = entry.base;
  if (Object.keys(body).length) {
    version = (await patch(taskPath(entry.id), body, { "Pmd-Base": version })).version;
  }
  for (const done of [true, false]) {
    const numbers = Object.keys(entry.ticks).filter((number) => entry.ticks[number] === done);
    const wanted = numbers.map((number) => entry.items?.[number] ?? { n: Number(number) });
    if (wanted.length) version = (await sendTick(entry.id, { wanted, version: entry.seen, done })).version;
  }
  return version;
}

const present = (place) => Object.fromEntries(Object.entries(place).filter(([, value]) => value));

/** Deletes a task that nobody has changed since. One that is gone needs nothing more. */
async function deleteTask(entry) {
  try {
    await remove(taskPath(entry.id), entry.base ? { "If-Match": `"${entry.base}"` } : {});
  } catch (error) {
    if (error.status !== 404 && error.status !== 410) throw error;
  }
  return null;
}
