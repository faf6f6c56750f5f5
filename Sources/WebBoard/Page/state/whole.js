// All tasks of the board, stored for the time without the server.

import { getIfChanged, parameters } from "../core/api.js";
import { find, findAll, keep } from "../core/database.js";
import { here } from "../core/place.js";
import { wholeColumns } from "./filter.js";
import { owner } from "./queue.js";
import { dispatch, store } from "./store.js";

/** The number of tasks that are stored. */
const MOST = 2_000;
/** The time between two requests for all tasks. What the board shows is stored with it. */
const REST = 60_000;

let tag = "";
let taken = { owner: "", at: -REST };

/** Stores the board, and all its tasks if they may have changed. */
export async function keepWhole() {
  if (store.at || store.isOffline || !store.session || !store.board) return;
  const own = owner();
  localStorage.setItem(here("pmd.owner"), own);
  const old = await find("boards", own);
  const tasks = await newestTasks(own, old?.tasks ? tag : "");
  const { columns, ...board } = store.board;
  const shown = columns.map((column) => ({ ...column, tasks: [] }));
  const isWhole = !store.query && !store.view && !store.all;
  const all = wholeColumns(store.board, tasks ?? old?.tasks ?? [], isWhole).flatMap((column) => column.tasks);
  await keep("boards", { owner: own, board: { ...board, columns: shown }, tasks: all, session: store.session });
}

/** Returns all tasks; null if they have been loaded recently, or have not changed. */
async function newestTasks(own, known) {
  if (taken.owner === own && performance.now() - taken.at < REST && known) return null;
  const answer = await getIfChanged(`/api/tasks${parameters({ q: "is:any", limit: String(MOST), body: "true" })}`, known);
  taken = { owner: own, at: performance.now() };
  tag = answer.tag;
  return answer.value?.tasks ?? null;
}

/** Uses all stored tasks until the board is loaded again. */
export async function useWhole() {
  try {
    const kept = await find("boards", owner());
    if (!store.board || store.whole || store.board.isKept) return;
    const isWhole = !store.query && !store.view && !store.all;
    const all = await withBodies(kept?.tasks ?? []);
    if (store.isOffline && !store.whole) dispatch({ type: "takeWhole", whole: wholeColumns(store.board, all, isWhole) });
  } catch {
    // Without a database, the board stays as it was loaded.
  }
}

/** Shows the stored board. Returns false if there is none. */
export async function showKept() {
  try {
    const kept = await find("boards", owner());
    if (!kept) return false;
    dispatch({ type: "showKept", session: kept.session, board: { ...kept.board, isKept: true } });
    const all = await withBodies(kept.tasks ?? []);
    dispatch({ type: "takeWhole", whole: wholeColumns(kept.board, all, false) });
    return true;
  } catch {
    return false;
  }
}

/** Returns tasks with the bodies that were stored with their pages. */
async function withBodies(tasks) {
  const pages = new Map((await findAll("tasks", owner())).map((task) => [task.id, task]));
  return tasks.map((task) => {
    const page = pages.get(task.id);
    return task.body === undefined && page?.version === task.version ? { ...task, body: page.body } : task;
  });
}
