// The unsaved text of closed forms, stored for each task.

import { owner } from "./queue.js";

const prefix = (own = owner()) => `pmd.draft ${own} `;

/** @typedef {{id: string, title: string, version: string, base: Object<string, string>, texts: Object<string, string>, clashes: Object<string, {by: string}>, at: string}} Draft */

/** @param {Draft} draft */
export function keepDraft(draft) {
  localStorage.setItem(prefix() + draft.id, JSON.stringify({ ...draft, at: new Date().toISOString() }));
}

export const dropDraft = (id) => localStorage.removeItem(prefix() + id);

/** @returns {Draft|null} */
export function findDraft(id) {
  return read(prefix() + id);
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Returns the drafts of this board, newest first. */
export function drafts() {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix())).map(read).filter(Boolean)
    .sort((a, b) => b.at.localeCompare(a.at));
}

/** Removes all drafts of a board. */
export function forgetDrafts(own = owner()) {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix(own))) localStorage.removeItem(key);
}
