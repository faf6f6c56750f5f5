// Forms that were left: what was typed is kept for each task.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { moment } from "./dates.js";
import { owner } from "./queue.js";
import { go, taskAddress } from "./router.js";
import { card } from "./store.js";
import { t } from "./words.js";

const prefix = (own = owner()) => `pmd.draft ${own} `;

/** @typedef {{id: string, title: string, version: string, base: Object<string, string>, texts: Object<string, string>, clashes: Object<string, {theirs: string, by: string}>, at: string}} Draft */

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

/** Lists the drafts, among them those of tasks that were deleted. */
export function openDrafts() {
  const { content, close } = openDialog(t("drafts"));
  const open = (draft) => {
    close();
    go(taskAddress(draft.id, "edit"));
  };
  content.append(h("ul", { class: "drafts" }, drafts().map((draft) => row(draft, open))));
}

function row(draft, open) {
  const isGone = !card(draft.id);
  const item = h(
    "li", {},
    h("button", { type: "button", class: "draft", onclick: () => open(draft) }, h("span", { text: draft.texts.title || draft.title }), h("time", { datetime: draft.at, text: moment(draft.at) })),
    isGone && h("p", { class: "note", text: t("draftMaybeDeleted") }),
    h("button", { type: "button", class: "quiet", text: t("discard"), onclick: () => {
      dropDraft(draft.id);
      item.remove();
    } }),
  );
  return item;
}
