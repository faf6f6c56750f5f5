// Loads the board, and reloads it when it has changed.

import { Problem, Unreachable, get, getIfChanged, parameters, taskPath } from "../core/api.js";
import { find, findAll, keepAll } from "../core/database.js";
import { nextMidnight } from "../core/dates.js";
import { FIRST_CARDS, boardPath, takeFirstBoard } from "../core/first.js";
import { fail } from "../core/toasts.js";
import { lost } from "./offline.js";
import { owner } from "./queue.js";
import { dispatch, store } from "./store.js";
import { keepWhole, showKept as showWhole } from "./whole.js";

/** The number of tasks stored with their bodies for offline use. */
const KEPT_TASKS = 300;

let tag = "";
let tagPath = "";
let isLoading = false;
let isAskedAgain = false;
let timer = 0;
/** Counts the completed changes: a board requested before the latest one is outdated. */
let settled = 0;
let onSignedOut = () => {};
/** True until the first board has been loaded with only the cards of one screen. */
let isFirst = true;
/** True while the other cards of the first board are missing. */
let isPartial = false;

export function setSignedOut(callback) {
  onSignedOut = callback;
}

/** Records that a change was completed, which a board being loaded may not include yet. */
export function settle() {
  settled += 1;
}

function path() {
  const { query: q, view, all, at } = store;
  const limit = String(isFirst ? FIRST_CARDS : store.limit);
  return boardPath({ q, view, all: all && "true", limit, at });
}

/** Loads the board soon. Several calls in a row load it once. */
export function reloadSoon(milliseconds = 15) {
  clearTimeout(timer);
  timer = setTimeout(reload, milliseconds);
}

/** Loads the board, unless the server reports that it has not changed. */
export async function reload() {
  clearTimeout(timer);
  if (isLoading) {
    isAskedAgain = true;
    return;
  }
  isLoading = true;
  do {
    isAskedAgain = false;
    await load();
  } while (isAskedAgain);
  isLoading = false;
}

let ready = Promise.resolve();

/** Delays showing loaded data until a promise is fulfilled. */
export const waitFor = (promise) => (ready = promise);

async function load() {
  const [asked, before, isEarly] = [path(), settled, !store.session];
  try {
    const answer = await ask(asked).finally(() => ready);
    if (asked !== path() || settled !== before) {
      isAskedAgain = true;
    } else if (answer.value) {
      [tag, tagPath] = [answer.tag, asked];
      takeBoard(answer.value);
    } else if (store.whole && !store.isOffline) {
      // The board is as it was before the server became unavailable.
      dispatch({ type: "takeWhole", whole: null });
    }
  } catch (error) {
    // The session, which was requested at the same time, fails as well.
    if (isEarly && (error instanceof Unreachable || error.status === 401)) return;
    if (error instanceof Unreachable) lost();
    else if (error instanceof Problem && error.status === 401) onSignedOut();
    else if (error instanceof Problem) fail(error.message);
    else throw error;
  }
}

/** Requests the board, unless that was the first request. */
async function ask(path) {
  return (await takeFirstBoard(path)) ?? getIfChanged(path, path === tagPath ? tag : "");
}

/** Forgets the tag of the board, so that it is loaded completely. */
export function forgetTag() {
  tag = "";
}

function takeBoard(board) {
  isPartial = isFirst && board.columns.some((column) => column.next);
  isFirst = false;
  dispatch({ type: "takeBoard", board });
  // The first cards are painted before the others are loaded.
  if (isPartial) reloadSoon(50);
  else keepSoon();
  waitForTime();
}

/** Loads the next cards of a column. */
export async function loadMore(column) {
  const cursor = store.board.columns.find((each) => each.state === column.state)?.next;
  if (!cursor || isPartial) return;
  const { query: q, view, all } = store;
  const query = parameters({ after: cursor, limit: "100", q, view, all: all && "true" });
  const more = await get(`/api/board/${encodeURIComponent(column.state)}${query}`);
  const own = store.board.columns.find((each) => each.state === column.state);
  if (own?.next === cursor) dispatch({ type: "takeCards", column: column.state, tasks: more.tasks, next: more.next });
}

// MARK: Changes by time alone

let clock = 0;

/** Marks tasks when they become overdue, and reloads date words at midnight. */
function waitForTime() {
  clearTimeout(clock);
  const now = Date.now();
  const instants = store.board.columns
    .flatMap((column) => column.tasks.map((card) => Date.parse(card.overdueAt ?? "")))
    .filter((instant) => instant > now);
  const next = Math.min(nextMidnight(), ...instants);
  clock = setTimeout(passTime, Math.min(next - now + 20, 2_000_000_000));
}

function passTime() {
  dispatch({ type: "passTime", now: Date.now() });
  waitForTime();
  forgetTag();
  if (!store.isOffline) reloadSoon();
}

// MARK: Data for offline use

let keeping = 0;

function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keepBoard, 800);
}

async function keepBoard() {
  if (store.at || store.isOffline || !store.session) return;
  try {
    await keepWhole();
    await keepBodies();
  } catch {
    // Without a database, the board is shown as long as the page is open.
  }
}

/** True while the bodies of tasks are being loaded. */
let isKeeping = false;

/** Loads the tasks whose bodies are not stored yet, a few at a time. */
async function keepBodies() {
  if (isKeeping) return;
  isKeeping = true;
  try {
    const known = new Map((await findAll("tasks", owner())).map((task) => [task.id, task.version]));
    const shown = store.board.columns.flatMap((column) => column.tasks).slice(0, KEPT_TASKS);
    const missing = shown.filter((card) => known.get(card.id) !== card.version);
    while (missing.length && !store.isOffline && store.session && !document.hidden) {
      await keepTasks(await Promise.all(missing.splice(0, 4).map(({ id }) => get(taskPath(id)))));
    }
  } finally {
    isKeeping = false;
  }
}

export const keepTasks = (tasks) => keepAll("tasks", tasks.map((task) => ({ ...task, owner: owner() })));

/** Returns a task as stored; undefined if it was not. */
export async function keptTask(id) {
  try {
    return await find("tasks", [owner(), id]);
  } catch {
    return undefined;
  }
}

/** Shows the stored board. Returns false if there is none. */
export async function showKept() {
  const isKept = await showWhole();
  if (isKept) waitForTime();
  return isKept;
}
