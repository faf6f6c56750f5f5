// Search with the query language, and views as tabs.

import { h, isNarrow, setText } from "../core/dom.js";
import { t } from "../core/words.js";
import { reload } from "../state/load.js";
import { columns, dispatch, labelOf, shownColumn, store } from "../state/store.js";
import { register } from "../commands/registry.js";
import { focusCard } from "./board.js";
import { showColumn } from "./header.js";
import { suggest } from "./suggest.js";

const PAUSE = 140;
const input = document.querySelector("#search");
const problem = document.querySelector("#query-problem");
const tabs = document.querySelector("#views");
let timer = 0;
/** The query before editing, for Esc. */
let before = "";

export function setUpSearch() {
  const suggestions = suggest(input, "query");
  input.value = store.query;
  input.addEventListener("focus", () => (before = store.query));
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => setQuery(input.value), PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      suggestions.hide();
      setQuery(input.value);
      focusFirst();
    } else if (event.key === "Escape") {
      input.value = before;
      setQuery(before);
      focusFirst();
    } else return;
    event.preventDefault();
  });
}

/** Shows the tasks of a query. */
export function setQuery(query) {
  clearTimeout(timer);
  if (store.query === query.trim()) return;
  dispatch({ type: "setQuery", query: query.trim() });
  sessionStorage.setItem("pmd.query", store.query);
  if (input.value.trim() !== store.query) input.value = store.query;
  if (!store.isOffline) reload();
}

function focusSearch() {
  document.documentElement.classList.add("searching");
  input.focus();
  input.select();
}

input.addEventListener("blur", () => document.documentElement.classList.toggle("searching", Boolean(input.value)));

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
  sessionStorage.setItem("pmd.view", name);
  if (!store.isOffline) reload();
}

/** Shows the next view. The whole board comes before the first one. */
function turnView(step) {
  const names = ["", ...store.board.settings.views.map((view) => view.name)];
  showView(names[(names.indexOf(store.view) + step + names.length) % names.length]);
}

register({
  filter: focusSearch,
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

/** Draws the tabs and the query's problem. */
export function drawSearch() {
  lookInAllColumns();
  const views = store.board?.settings.views ?? [];
  const key = JSON.stringify([views, store.view, store.board?.settings.labels]);
  if (tabs.key !== key) {
    tabs.key = key;
    const had = tabs.contains(document.activeElement);
    tabs.hidden = !views.length;
    tabs.replaceChildren(...[{ name: "" }, ...views].map(tab));
    if (had) tabs.querySelector("[aria-pressed=true]")?.focus();
  }
  setText(problem, store.board?.queryProblem ?? "");
  problem.hidden = !problem.textContent;
  if (problem.hidden) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
}

function tab({ name, query }) {
  return h("button", {
    type: "button", class: "tab", "aria-pressed": String(store.view === name), title: query,
    text: name ? labelOf(name) : t("wholeBoard"), onclick: () => showView(name),
  });
}
