// The files that wait to be sent, each with its task. They are sent after the queue, in the order in
// which they were added.

import { Problem, postFile } from "../core/api.js";
import { drop, findAll, keep, update } from "../core/database.js";
import { here } from "../core/place.js";
import { randomName } from "../core/random.js";
import { t } from "../core/words.js";
import { owner } from "./queue.js";
import { dispatch, store } from "./store.js";
import { goOn } from "./turn.js";

/**
 * @typedef {Object} WaitingFile
 * @property {string} owner The board and the user.
 * @property {string} id
 * @property {string} task
 * @property {string} title The title of the task.
 * @property {string} name
 * @property {Blob} file
 * @property {number} order The time at which it was added.
 * @property {string|null} refused The reason for which the server refuses it.
 * @property {boolean} [isGone] True if it is refused because its task was deleted.
 */

const channel = "BroadcastChannel" in window ? new BroadcastChannel(here("pmd.files")) : null;
channel?.addEventListener("message", () => loadFiles());

/** Reloads the list after a change by this window or another one. */
export async function loadFiles() {
  try {
    const files = (await findAll("files", owner())).sort((a, b) => a.order - b.order);
    if (!files.length && !store.files.length) return;
    dispatch({ type: "takeFiles", files });
  } catch {
    // A browser that does not store data sends files only while it is online.
  }
}

function told() {
  channel?.postMessage("changed");
  return loadFiles();
}

/** The files that are ready to send. */
export const waitingFiles = () => store.files.filter(({ refused }) => !refused);

/** The files refused by the server, for the user to decide on. */
export const refusedFiles = () => store.files.filter(({ refused }) => refused);

/** Makes a refused file ready to send again. */
export async function retryFile(id) {
  await update("files", [owner(), id], (now) => (now ? { ...now, refused: null } : null));
  await told();
}

/** Adds a file. Returns its ID. */
export async function enqueueFile(task, title, file, name) {
  const id = randomName();
  await keep("files", { owner: owner(), id, task, title, name, file, order: Date.now() + Math.random(), refused: null });
  await told();
  return id;
}

/** Removes a file. */
export async function dropFile(id) {
  await drop("files", [owner(), id]);
  await told();
}

/**
 * Sends the waiting files. A file that the server refuses waits for the user.
 *
 * @param {() => boolean} isOver Returns true when another window sends them.
 */
export async function sendFiles(isOver) {
  for (const { id, task, title, name, file } of waitingFiles()) {
    if (isOver()) return;
    try {
      await sendFile(task, file, name);
      await dropFile(id);
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 401 || [429, 503, 507].includes(error.status)) throw error;
      // The second code is that of a task which goes while the server handles the request.
      const isGone = ["no-such-task", "no-match"].includes(error.code);
      const refused = isGone ? t("deletedMeanwhile", { title }) : error.message;
      await update("files", [owner(), id], (now) => (now ? { ...now, refused, isGone } : null));
      await told();
    }
  }
}

/** Attaches a file, and reports the part that has been sent. Returns the server's answer. */
export async function sendFile(task, file, name) {
  const report = (part) => {
    goOn();
    dispatch({ type: "setSending", sending: { name, part } });
  };
  report(0);
  try {
    return await postFile(task, file, name, report);
  } finally {
    dispatch({ type: "setSending", sending: null });
  }
}
