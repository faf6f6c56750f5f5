// Loads the board, and loads it again when it changed.

import { Problem, Unreachable, get, getIfChanged, parameters, taskPath } from "../core/api.js";
import { find, findAll, keep, keepAll } from "../core/database.js";
import { nextMidnight } from "../core/dates.js";
import { fail } from "../core/toasts.js";
import { lost } from "./offline.js";
import { owner } from "./queue.js";
import { dispatch, store } from "./store.js";

/** How many tasks are kept with their bodies for when the server is away. */
const KEPT_TASKS = 300;

let tag = "";
let tagPath = "";
let isLoading = false;
let isAskedAgain = false;
let timer = 0;
/** Counts the changes that were carried out: a board that was loaded meanwhile is older. */
let settled = 0;
let onSignedOut = () => {};

export function setSignedOut(callback) {
  onSignedOut = callback;
}

/** Notes that a change was carried out, which a board that is being loaded may not have yet. */
export function settle() {
  settled += 1;
}

function path() {
  const { query: q, view, all, limit, at } = store;
  return `/api/board${parameters({ q, view, all: all && "true", limit: String(limit), at })}`;
}

/** Loads the board soon. Several calls in a row load it once. */
export function reloadSoon(milliseconds = 15) {
  clearTimeout(timer);
  timer = setTimeout(reload, milliseconds);
}

/** Loads the board, unless the server says that it is as it was. */
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

/** Shows nothing that is loaded before something else is done. */
export const waitFor = (promise) => (ready = promise);

async function load() {
  const [asked, before] = [path(), settled];
  try {
    const answer = await getIfChanged(asked, asked === tagPath ? tag : "").finally(() => ready);
    if (asked !== path() || settled !== before) {
      isAskedAgain = true;
    } else if (answer.value) {
      [tag, tagPath] = [answer.tag, asked];
      takeBoard(answer.value);
    }
  } catch (error) {
    if (error instanceof Unreachable) lost();
    else if (error instanceof Problem && error.status === 401) onSignedOut();
    else if (error instanceof Problem) fail(error.message);
    else throw error;
  }
}

/** Forgets the tag of the board, so that it is loaded whole. */
export function forgetTag() {
  tag = "";
}

function takeBoard(board) {
  dispatch({ type: "takeBoard", board });
  keepSoon();
  waitForTime();
}

/** Loads the next cards of a column. */
export async function loadMore(column) {
  const cursor = store.board.columns.find((each) => each.state === column.state)?.next;
  if (!cursor) return;
  const { query: q, view, all } = store;
  const query = parameters({ after: cursor, limit: "100", q, view, all: all && "true" });
  const more = await get(`/api/board/${encodeURIComponent(column.state)}${query}`);
  const own = store.board.columns.find((each) => each.state === column.state);
  if (own?.next === cursor) dispatch({ type: "takeCards", column: column.state, tasks: more.tasks, next: more.next });
}

// MARK: What time alone changes

let clock = 0;

/** Marks tasks at the instant at which they become overdue, and loads new words at midnight. */
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

// MARK: What is kept for when the server is away

let keeping = 0;

function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keepBoard, 800);
}

async function keepBoard() {
  if (store.query || store.view || store.all || store.at || store.isOffline || !store.session) return;
  try {
    localStorage.setItem("pmd.owner", owner());
    await keep("boards", { owner: owner(), board: store.board, session: store.session });
    await keepBodies();
  } catch {
    // Without a database the board is shown as long as the page is open.
  }
}

/** True while the bodies of tasks are loaded. */
let isKeeping = false;

/** Loads the tasks whose bodies are not kept yet, a few at a time. */
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

/** Returns a task as it was kept; undefined if it was not. */
export async function keptTask(id) {
  try {
    return await find("tasks", [owner(), id]);
  } catch {
    return undefined;
  }
}

/** Shows the board that was kept. Returns false if there is none. */
export async function showKept() {
  try {
    const kept = await find("boards", localStorage.getItem("pmd.owner") ?? "");
    if (!kept) return false;
    dispatch({ type: "showKept", session: kept.session, board: kept.board });
    waitForTime();
    return true;
  } catch {
    return false;
  }
}
