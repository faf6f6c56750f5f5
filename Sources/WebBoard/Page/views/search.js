// Search with the query language, and views as tabs.

import { Problem, patch } from "../core/api.js";
import { h, icon, isNarrow, setText as setWords } from "../core/dom.js";
import { combined, filtersInAddress } from "../core/filters.js";
import { here } from "../core/place.js";
import { fail } from "../core/toasts.js";
import { t } from "../core/words.js";
import { reload, settle } from "../state/load.js";
import { changed, columns, dispatch, labelOf, queryProblem, readOnly, shownColumn, store } from "../state/store.js";
import { takeReport } from "../commands/changes.js";
import { register } from "../commands/registry.js";
import { focusCard } from "./board.js";
import { showColumn } from "./header.js";
import { openItems } from "./menulayer.js";
import { suggest } from "./suggest.js";

const PAUSE = 140;
const input = document.querySelector("#search");
const problem = document.querySelector("#query-problem");
const tabs = document.querySelector("#views");
/** The views of a narrow screen, whose tabs would take a row. */
const viewMenu = document.querySelector("#view-menu");
let timer = 0;
/** The filters, which are part of the query but not of its text. */
let filters = filtersInAddress();
/** The text of the box, without the filters. */
let text = sessionStorage.getItem(here("pmd.query")) ?? "";

export function setUpSearch() {
  const suggestions = suggest(input, "query");
  input.value = text;
  markSearch();
  const end = document.querySelector("#search-end");
  end.append(icon("close"));
  end.title = t("close");
  end.setAttribute("aria-label", t("close"));
  end.addEventListener("click", endSearch);
  viewMenu.append(icon("down"));
  viewMenu.addEventListener("click", openViews);
  for (const kind of ["focus", "blur"]) input.addEventListener(kind, changed);
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => setText(input.value), PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      suggestions.hide();
      setText(input.value);
      focusFirst();
    } else if (event.key === "Escape") {
      endSearch();
    } else return;
    event.preventDefault();
  });
}

/** Shows the tasks that match words, and the filters. */
export function setText(words) {
  clearTimeout(timer);
  text = words.trim();
  sessionStorage.setItem(here("pmd.query"), text);
  if (input.value.trim() !== text) input.value = text;
  if (document.activeElement !== input) markSearch();
  find();
}

/** Returns the words of the search box. */
export const textOfSearch = () => text;

/** Shows the tasks that match filters, and the words of the box. */
export function setFilters(words) {
  filters = words;
  find();
}

function find() {
  const query = combined(filters, text);
  if (store.query === query) return;
  dispatch({ type: "setQuery", query });
  if (!store.isOffline) reload();
}

function focusSearch() {
  document.documentElement.classList.add("searching");
  input.focus();
  input.select();
}

/** On a narrow screen, the box is shown as long as it has words. */
function markSearch() {
  document.documentElement.classList.toggle("searching", Boolean(input.value));
}

input.addEventListener("blur", markSearch);

/** Clears and leaves the box. */
function endSearch() {
  setText("");
  if (document.activeElement.closest(".search-box")) focusFirst();
}

/** Focuses the card under the cursor, or the first match. */
function focusFirst() {
  const all = columns().flatMap((column) => column.tasks);
  const found = all.find((card) => card.id === store.current) ?? all[0];
  if (found) focusCard(found.id);
  else input.blur();
}

/** Moves to the next match of the query: down the column, then to the next column. */
function nextMatch() {
  const all = columns().flatMap((column) => column.tasks);
  const index = all.findIndex((card) => card.id === store.current);
  const next = all[(index + 1) % all.length];
  if (next) focusCard(next.id);
}

// MARK: Views

/** Shows a view; an empty name is the whole board. */
export function showView(name) {
  dispatch({ type: "setView", view: name });
  sessionStorage.setItem(here("pmd.view"), name);
  if (!store.isOffline) reload();
}

/** Shows a chosen view. The whole board has no words of the box either. */
function chooseView(name) {
  if (!name) setText("");
  showView(name);
}

/** Deletes a view, which everybody has. */
async function deleteView(name) {
  const { labels, states } = store.board.settings;
  try {
    const own = labels?.[name] && !states.includes(name) ? { [`labels.${name}`]: null } : {};
    const { report } = await patch("/api/settings", { [`views.${name}`]: null, ...own });
    if (store.view === name) showView("");
    settle();
    takeReport({ ...report, sentences: [t("viewDeleted", { name: labels?.[name] ?? name })] });
    await reload();
  } catch (error) {
    fail(error instanceof Problem ? error.message : t("needsServer"));
  }
}

/** The views of every board. */
const STANDARD = ["today", "next", "waiting"];

/** Returns the action on a view, for a menu. */
const actionsOn = (name) => (name && !STANDARD.includes(name) && !readOnly() ? [{ words: t("deleteView"), group: "grave", run: () => deleteView(name) }] : []);

/** Shows the next view. The whole board comes before the first one. */
function turnView(step) {
  const names = ["", ...store.board.settings.views.map((view) => view.name)];
  showView(names[(names.indexOf(store.view) + step + names.length) % names.length]);
}

register({
  filter: focusSearch,
  "search-all": () => showView(""),
  "next-match": nextMatch,
  "next-view": () => turnView(1),
  "previous-view": () => turnView(-1),
});

/** The last query, and the board before its matches. */
let looked = { query: "", board: null };

/** On a screen with one column, shows the first one with a match if the shown one has none. */
function lookInAllColumns() {
  if (store.query !== looked.query) looked = { query: store.query, board: store.board };
  if (!store.query || !looked.board || store.board === looked.board) return;
  looked.board = null;
  if (!isNarrow() || columns().find((column) => column.state === shownColumn())?.matching) return;
  const found = columns().find((column) => column.matching);
  if (found) requestAnimationFrame(() => showColumn(found.state, "instant"));
}

/** Draws the tabs and the query's problem; without the server, also which queries the box takes. */
export function drawSearch() {
  lookInAllColumns();
  const views = store.board?.settings.views ?? [];
  const key = JSON.stringify([views, store.view, store.board?.settings.labels]);
  if (tabs.key !== key) {
    tabs.key = key;
    const had = tabs.contains(document.activeElement);
    tabs.hidden = !views.length;
    tabs.replaceChildren(...[{ name: "" }, ...views].map(tab));
    const own = tabs.querySelector("[aria-pressed=true]");
    if (own) tabs.scrollLeft = own.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - own.offsetWidth) / 2;
    if (had) own?.focus();
    viewMenu.hidden = !views.length;
    setWords(viewMenu.querySelector(".label"), viewName(store.view));
    viewMenu.setAttribute("aria-label", `${t("views")}: ${viewName(store.view)}`);
  }
  const isWrong = Boolean(queryProblem());
  const isHint = !isWrong && store.isOffline && document.activeElement === input;
  setWords(problem, isHint ? t("queryOffline") : queryProblem());
  problem.hidden = !problem.textContent;
  problem.classList.toggle("hint", isHint);
  if (isWrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

const viewName = (name) => (name ? labelOf(name) : t("wholeBoard"));

function openViews() {
  const names = ["", ...store.board.settings.views.map((view) => view.name)];
  const items = names.map((name) => ({ words: viewName(name), checked: store.view === name, run: () => chooseView(name) }));
  openItems(t("views"), [...items, ...actionsOn(store.view)], viewMenu);
}

function tab({ name, query }) {
  return h("button", {
    type: "button", class: "tab", "aria-pressed": String(store.view === name), title: query,
    text: viewName(name), onclick: () => chooseView(name),
    oncontextmenu: (event) => {
      if (!actionsOn(name).length) return;
      event.preventDefault();
      openItems(viewName(name), actionsOn(name), { x: event.clientX, y: event.clientY });
    },
  });
}
