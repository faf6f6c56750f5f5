// Attaches files to tasks. Pictures are reduced first, unless the user wants the original.

import { Problem, Unreachable } from "../core/api.js";
import { isReducible, reduced } from "../core/pictures.js";
import { fail, toast } from "../core/toasts.js";
import { t } from "../core/words.js";
import { dropFile, enqueueFile, sendFile, waitingFiles } from "../state/files.js";
import { flush } from "../state/offline.js";
import { card, changed, columns, readOnly, store } from "../state/store.js";
import { addTask, newCode, perform } from "./changes.js";

/** The maximum number of files at once. */
const MOST = 50;

/** True if pictures are sent as they are; null until there was one that is reduced otherwise. */
let isOriginal = null;

/** Chooses whether pictures are sent as they are. */
export const sendOriginals = (choice) => (isOriginal = choice);
export const sendsOriginals = () => isOriginal;

/**
 * Attaches files to a task, one after another.
 *
 * @param {string} id
 * @param {Iterable<File>} files
 */
export async function attach(id, files) {
  const ready = await prepared([...files]);
  for (const file of ready) await attachOne(id, file);
}

/**
 * Adds a task with files, named by the first one.
 *
 * @param {Iterable<File>} files
 * @param {string|null} state The column; null for the first one.
 */
export async function addWithFiles(files, state) {
  const ready = await prepared([...files]);
  if (!ready.length) return;
  const open = columns().filter(({ finished }) => !finished).map((column) => column.state);
  const id = newCode();
  try {
    await addTask(id, titleOf(ready[0]), open.includes(state) ? state : open[0] ?? store.board.settings.states[0]);
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
    return fail(error.message || t("needsServer"));
  }
  for (const file of ready) await attachOne(id, file);
}

/** Returns the words of a file's name. Signs would be read as fields. */
function titleOf({ name }) {
  const words = name.replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim().slice(0, 200);
  return words || t("picture");
}

/** Returns the files that can be sent, pictures reduced. Shows the reason for each other one. */
async function prepared(files) {
  const reason = readOnly();
  if (reason || files.length > MOST) {
    fail(reason ?? t("tooManyFiles", { limit: MOST }));
    return [];
  }
  const ready = [];
  for (const file of files) {
    const each = await prepare(file);
    if (each) ready.push(each);
  }
  return ready;
}

async function prepare(file) {
  let ready = file;
  if (isReducible(file)) {
    isOriginal ??= false;
    changed();
  }
  try {
    if (isReducible(file) && !isOriginal) ready = await reduced(file);
  } catch {
    fail(t("pictureUnreadable", { name: file.name }));
    return null;
  }
  const limit = store.board?.settings.attachmentLimit ?? Infinity;
  if (ready.size > limit) fail(t("fileTooLarge", { name: file.name, limit: Math.floor(limit / 1e6) }));
  else if (!ready.size) fail(t("fileEmpty", { name: file.name }));
  else return ready;
  return null;
}

function attachOne(id, file) {
  const name = file.name || "file";
  const title = card(id)?.title ?? id;
  const attaching = perform({
    ids: [id], effects: [], words: t("attached", { name, title }),
    send: async () => {
      // A file that waits already is sent first.
      if (waitingFiles().length) await flush();
      return sendFile(id, file, name);
    },
    later: null,
    keep: async () => {
      const queued = await enqueueFile(id, title, file, name);
      return () => dropFile(queued);
    },
  });
  return attaching.then((answer) => {
    if (answer?.report && !answer.report.commit) toast(t("attachedAlready", { name }));
  }).catch((error) => {
    if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
  });
}
