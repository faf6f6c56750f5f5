// The history of a task or of the board, newest first. Moves within columns are collapsed.

import { Problem, get, parameters, taskPath } from "../core/api.js";
import { fullMoment, moment } from "../core/dates.js";
import { brief, h } from "../core/dom.js";
import { taskAddress } from "../core/router.js";
import { t } from "../core/words.js";
import { onTasks } from "../state/live.js";
import { card, readOnly } from "../state/store.js";
import { undo } from "../commands/changes.js";
import { register } from "../commands/registry.js";
import { followTasks, openDialog } from "./dialog.js";

/** Loads history entries of a task, or of the board. */
export function loadHistory(id, after) {
  const path = id ? taskPath(id, "/history") : "/api/history";
  return get(`${path}${parameters({ limit: "50", after })}`);
}

/** Returns a list of entries, each with an undo button. */
export function historyList(entries, { isOfBoard = false } = {}) {
  return h("ol", { class: "history" }, entries.map((entry) => historyRow(entry, isOfBoard)));
}

function historyRow(entry, isOfBoard) {
  const sentence = brief(entry.sentence);
  const words = isOfBoard && entry.id
    ? h("a", { href: taskAddress(entry.id), dir: "auto", text: sentence })
    : h("span", { dir: "auto", text: sentence });
  return h(
    "li", { data: { commit: entry.commit } },
    h("time", { datetime: entry.at, title: fullMoment(entry.at), text: moment(entry.at) }), words,
    !readOnly() && h("button", {
      type: "button", class: "quiet", text: t("undoThis"), "aria-label": `${t("undoThis")}: ${sentence}`,
      onclick: () => undo(entry.commit),
    }),
  );
}

/** Opens the history of a task, or of the board. */
function openHistory(id) {
  const name = id ? `${t("history")} · ${brief(card(id)?.title ?? id)}` : t("boardHistory");
  let stop = () => {};
  const { content, element, close } = openDialog(name, { class: "wide", onclose: () => stop() });
  const shown = { entries: [], next: "", all: false };
  const load = async (after) => {
    try {
      const { entries, next } = await loadHistory(id, after);
      shown.entries = after ? [...shown.entries, ...entries] : entries;
      shown.next = next;
      draw(content, shown, id, load);
    } catch (error) {
      content.replaceChildren(h("p", { class: "problem", text: error instanceof Problem ? error.message : t("needsServer") }));
    }
  };
  content.append(h("p", { class: "note", text: t("loading") }));
  followTasks(element, close);
  element.addEventListener("keydown", (event) => event.key === "z" && toggle(content, shown, id, load));
  stop = onTasks(() => load(""));
  load("");
}

register({ history: ([id]) => openHistory(id), "board-history": () => openHistory(null) });

function draw(content, shown, id, load) {
  const visible = shown.entries.filter((entry) => shown.all || !entry.reorder);
  const folded = shown.entries.length - shown.entries.filter((entry) => !entry.reorder).length;
  content.replaceChildren(
    visible.length ? historyList(visible, { isOfBoard: !id }) : h("p", { class: "note", text: t("noHistory") }),
    h("div", { class: "buttons" },
      folded > 0 && h("button", { type: "button", "aria-pressed": String(shown.all), text: t("movesWithin", { count: folded }), onclick: () => toggle(content, shown, id, load) }),
      shown.next && h("button", { type: "button", text: t("loadMore"), onclick: () => load(shown.next) })),
  );
}

function toggle(content, shown, id, load) {
  shown.all = !shown.all;
  draw(content, shown, id, load);
}
