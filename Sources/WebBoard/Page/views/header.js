// The header: the board's name, undo and redo, the state of the remote, the columns of a narrow
// screen, and urgent notices.

import { h, fill, icon, isNarrow, setText } from "../core/dom.js";
import { keyLabel } from "../core/keynames.js";
import { action, count, t, title } from "../core/words.js";
import { tryAgain, waiting } from "../state/offline.js";
import { columns, dispatch, labelOf, readOnly, shownColumn, store } from "../state/store.js";
import { waitingWords } from "../state/status.js";
import { obstacle, run } from "../commands/actions.js";
import { unsentWords } from "../commands/changes.js";
import { showNow } from "../commands/past.js";
import { columnElement, isSearch } from "./board.js";
import { openItems } from "./menulayer.js";
import { decisions, openNeedsYou } from "./needsyou.js";

const find = (selector) => document.querySelector(selector);
const [name, remote, banner, segments, board] = ["#board-name", "#remote", "#banner", "#segments", "#board"].map(find);

export function setUpHeader() {
  for (const button of document.querySelectorAll("[data-action]")) {
    const { action: named } = button.dataset;
    if (button.dataset.icon) button.prepend(icon(button.dataset.icon));
    const key = keyLabel(action(named)?.key);
    button.setAttribute("aria-label", title(named));
    button.title = key ? `${title(named)} (${key})` : title(named);
    button.addEventListener("click", () => run(named));
  }
  find("#more").prepend(icon("more"));
  find("#more").setAttribute("aria-label", t("actions"));
  find("#more").addEventListener("click", openMore);
  find("#add .label").textContent = t("add");
  find("#search").setAttribute("aria-label", t("search"));
  find("#search").placeholder = t("search");
  find("#skip").textContent = t("skipToBoard");
  board.setAttribute("aria-label", t("board"));
  find("#views").setAttribute("aria-label", t("views"));
  segments.setAttribute("aria-label", t("columns"));
  find("#toasts").setAttribute("aria-label", t("messages"));
  find(".search-box").prepend(icon("search"));
  board.addEventListener("scroll", noteColumn, { passive: true });
}

/** The actions that do not fit on a narrow screen. */
const MORE = ["redo", "calendar", "board-history", "stats", "settings", "help", "palette"];

function openMore() {
  const items = MORE.filter((name) => !obstacle(name)).map((name) => ({ key: "", words: title(name), run: () => run(name) }));
  openItems(t("actions"), items, find("#more"));
}

export function drawHeader() {
  setText(name, store.board?.name ?? store.session?.board.name ?? "");
  const waits = waiting().length;
  document.title = [store.isOffline && waits ? `(${waits})` : "", name.textContent || "pmd"].join(" ").trim();
  drawUndo("undo", "undoOf");
  drawUndo("redo", "redoOf");
  find("#add").disabled = Boolean(readOnly());
  drawRemote();
  drawBanner();
  drawSegments();
}

/** Undo and redo show the change they would undo or redo, and are enabled only if there is one. */
function drawUndo(named, words) {
  const button = find(`[data-action=${named}]`);
  const what = unsentWords(named) ?? store.board?.[named]?.title;
  const label = what ? t(words, { title: what }) : title(named);
  button.disabled = Boolean(readOnly() || !what || store.isOffline && !unsentWords(named));
  const key = keyLabel(action(named)?.key);
  button.title = `${label} (${key})`;
  button.setAttribute("aria-label", label);
}

function drawRemote() {
  const { status, isOffline } = store;
  remote.hidden = !isOffline && (!status || !status.remote);
  const state = isOffline ? "away" : status?.failure || status?.offline ? "failing" : status?.syncing ? "syncing" : status?.ahead ? "waiting" : "fine";
  remote.dataset.standing = state;
  const waits = waitingWords(status ?? {});
  // "Synced today" would contradict changes that wait.
  const about = waits.length && ["waiting", "fine"].includes(state) ? waits : [status?.sentence, ...waits];
  const words = isOffline ? t("offline") : about.filter(Boolean).join(" · ");
  setText(remote.querySelector(".label"), words);
  remote.title = isOffline ? t("tryAgain") : `${words} · ${title("sync")} (${keyLabel(action("sync")?.key)})`;
  remote.setAttribute("aria-label", `${words}. ${isOffline ? t("tryAgain") : title("sync")}`);
}

remote.addEventListener("click", () => (store.isOffline ? tryAgain() : obstacle("sync") ? null : run("sync")));

// MARK: The banner

function drawBanner() {
  const parts = bannerParts();
  const key = JSON.stringify(parts.map((part) => part.words));
  if (banner.key === key) return;
  banner.key = key;
  banner.hidden = !parts.length;
  fill(banner, ...parts.map((part) => h(
    "p", { class: part.kind }, h("span", { text: part.words }),
    part.act && h("button", { type: "button", text: part.label, onclick: part.act }),
    part.end && h("button", { type: "button", text: t("clearSelection"), onclick: part.end }),
  )));
}

function bannerParts() {
  const parts = [];
  const [waits, refused] = [waiting().length, decisions()];
  if (store.isOffline) {
    const words = store.isImpostor ? t("impostor") : waits ? count("offlineWaitsOne", "offlineWaits", waits) : t("offlineNow");
    parts.push({ kind: "offline", words: isSecureContext ? words : `${words} ${t("keepOpen")}`, label: t("tryAgain"), act: tryAgain });
  }
  if (refused) parts.push({ kind: "needs-you", words: count("needsYouOne", "needsYou", refused), label: t("look"), act: openNeedsYou });
  if (store.at) parts.push({ kind: "past", words: readOnly() ?? t("pastBoard", { day: store.at }), label: t("backToNow"), act: showNow });
  else if (readOnly()) parts.push({ kind: "read-only", words: readOnly() });
  if (store.board?.settingsError) parts.push({ kind: "problem", words: store.board.settingsError });
  if (store.selection.size) parts.push({ kind: "selection", words: t("selected", { count: store.selection.size }), label: title("menu"), act: () => run("menu"), end: () => dispatch({ type: "clearSelection" }) });
  return parts;
}

// MARK: One column at a time

function drawSegments() {
  const shown = columns();
  const own = shownColumn();
  const key = JSON.stringify(shown.map((column) => [column.state, labelOf(column.state), column.count, column.limit, column.overLimit, column.matching, own]));
  if (segments.key === key) return;
  segments.key = key;
  const had = segments.contains(document.activeElement);
  fill(segments, ...shown.map((column) => h(
    "button", {
      type: "button", class: isOver(column) ? "segment over" : "segment", data: { segment: column.state },
      "aria-pressed": String(column.state === own), onclick: () => showColumn(column.state),
    },
    h("span", { text: labelOf(column.state) }), " ", h("span", { class: "count", text: segmentCount(column) }),
  )));
  const current = segments.querySelector("[aria-pressed=true]");
  if (had) current?.focus();
  if (isNarrow() && current) segments.scrollTo({ left: current.offsetLeft - segments.clientWidth / 2 + current.offsetWidth / 2 });
}

/** The number of matches of a search is not over a limit. */
const isOver = (column) => column.overLimit && !isSearch(column);

function segmentCount(column) {
  const { count: all, limit, matching } = column;
  const shown = isSearch(column) ? matching : `${all}${typeof limit === "number" ? `/${limit}` : ""}`;
  return `${isOver(column) ? "! " : ""}${shown}`;
}

/** Shows a column on a narrow screen. */
export function showColumn(state, behavior = "smooth") {
  const section = columnElement(state);
  if (!section) return;
  board.scrollTo({ left: section.offsetLeft - board.offsetLeft, behavior });
}

/** Shows the previous or next column. */
export function turnColumn(step) {
  const states = columns().map((column) => column.state);
  const next = states[states.indexOf(shownColumn()) + step];
  if (next !== undefined) showColumn(next);
}

function noteColumn() {
  if (!isNarrow()) return;
  const index = Math.round(board.scrollLeft / Math.max(1, board.clientWidth));
  const state = columns()[index]?.state;
  if (state === undefined || state === shownColumn()) return;
  dispatch({ type: "setColumn", column: state });
  drawSegments();
}
