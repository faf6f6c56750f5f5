// Draws the columns. Elements are reused by task, and moved only when out of order, so that the
// focus, the scroll position and a drag survive each change.

import { fill, h, icon, iconButton, setText } from "../core/dom.js";
import { count, t, title } from "../core/words.js";
import { loadMore } from "../state/load.js";
import { columns, dispatch, labelOf, readOnly, store } from "../state/store.js";
import { run } from "../commands/actions.js";
import { effect, register } from "../commands/registry.js";
import { makeCard, showCard } from "./card.js";
import { firstSteps } from "./firststeps.js";
import { withTraces } from "./traces.js";

const board = document.querySelector("#board");
/** The elements of the columns, by state. */
const sections = new Map();
/** The number of drags that prevent redrawing. */
let holds = 0;
let isHeldBack = false;
let onAdd = () => {};

export function setAdd(callback) {
  onAdd = callback;
}

/** Prevents redrawing until `release`. */
export function hold() {
  holds += 1;
}

export function release() {
  holds -= 1;
  if (!holds && isHeldBack) draw();
}

/** Returns the element of a card. */
export const cardElement = (id) => board.querySelector(`[data-task="${CSS.escape(id)}"]`);

/** Returns the element at which a field of a task is chosen: its chip on an open page, or its card. */
export const placeOf = (id, field) =>
  document.querySelector(`#panel #chip-${CSS.escape(field)}`) ?? cardElement(id)?.querySelector(".card-title") ?? null;

/** Returns the element of a column. */
export const columnElement = (state) => sections.get(state);

/** Draws the current board. */
export function draw() {
  isHeldBack = holds > 0;
  if (!store.board) return;
  if (isHeldBack) return extend();
  const focus = focusedPart();
  const shown = columns();
  const states = shown.map((column) => column.state);
  for (const [state, section] of sections) {
    if (states.includes(state)) continue;
    section.remove();
    sections.delete(state);
  }
  order(board, shown.map((column) => section(column)));
  for (const column of shown) drawColumn(sections.get(column.state), column);
  board.classList.toggle("read-only", Boolean(readOnly()));
  board.removeAttribute("aria-busy");
  restoreFocus(focus);
}

/** Adds the cards that are loaded during a drag at the ends of their columns. No other card moves. */
function extend() {
  const known = new Set([...board.querySelectorAll("[data-task]")].map((item) => item.dataset.task));
  for (const column of columns()) {
    const element = sections.get(column.state);
    const last = column.tasks.findLastIndex(({ id }) => known.has(id));
    const more = column.tasks.slice(last + 1).map((card) => {
      const item = makeCard(card.id);
      showCard(item, card, { finished: column.finished, isStop: false });
      return item;
    });
    element?.querySelector(".cards").append(...more);
    const button = more.length ? element?.querySelector(".more") : null;
    if (column.next && button) button.disabled = false;
    else button?.remove();
  }
}

function section(column) {
  let element = sections.get(column.state);
  if (!element) {
    element = makeColumn(column.state);
    sections.set(column.state, element);
  }
  return element;
}

function makeColumn(state) {
  const id = `column-${sections.size}-${Math.random().toString(36).slice(2, 7)}`;
  return h(
    "section", { class: "column", data: { state }, "aria-labelledby": id },
    h(
      "header", { class: "column-head" },
      h("h2", { id }, h("span", { class: "state" }), " ", h("span", { class: "count" })),
      iconButton("add", "", () => onAdd(state), { class: "column-add" }),
    ),
    h("ul", { class: "cards", role: "list", onscroll: (event) => loadNear(event.currentTarget) }),
    h("div", { class: "column-end" }),
  );
}

function drawColumn(section, column) {
  const list = section.querySelector(".cards");
  section.classList.toggle("over", Boolean(column.overLimit));
  section.classList.toggle("finished", Boolean(column.finished));
  const name = labelOf(column.state);
  setText(section.querySelector(".state"), name);
  drawCount(section.querySelector(".count"), column);
  const label = `${name}, ${count("taskCountOne", "taskCount", column.count)}`;
  if (list.getAttribute("aria-label") !== label) list.setAttribute("aria-label", label);
  const add = section.querySelector(".column-add");
  add.hidden = Boolean(readOnly() || column.finished);
  add.title = t("addTo", { state: name });
  add.setAttribute("aria-label", add.title);
  drawCards(list, column);
  drawEnd(section.querySelector(".column-end"), column);
}

/** True if a query hides some cards of a column. */
export const isSearch = (column) => typeof column.matching === "number";

/** Draws `3`, `2/2` with a limit, `! 3/2` over it, `2 of 41` in a search. */
function drawCount(element, column) {
  const limit = column.limit === null || column.limit === undefined ? "" : `/${column.limit}`;
  const all = `${column.count}${limit}`;
  setText(element, `${column.overLimit ? "! " : ""}${isSearch(column) ? t("matchCount", { count: column.matching, all }) : all}`);
  element.title = column.overLimit ? t("overLimit", { limit: column.limit }) : "";
}

function drawCards(list, column) {
  const seen = seenCards(list);
  const known = new Map([...list.children].map((item) => [item.dataset.task, item]));
  const stop = column.tasks.find((card) => card.id === store.current) ?? column.tasks[0];
  const items = withTraces(column, column.tasks.map((card) => {
    const item = known.get(card.id) ?? cardElement(card.id) ?? makeCard(card.id);
    known.delete(card.id);
    showCard(item, card, { finished: column.finished, isStop: card === stop });
    return item;
  }));
  const kept = new Set(items);
  for (const item of known.values()) if (!kept.has(item) && item.parentElement === list) item.remove();
  const moved = order(list, items);
  const anchor = seen.find(({ item }) => item.parentElement === list && !moved.has(item));
  if (anchor && anchor.top !== anchor.item.offsetTop) list.scrollTop += anchor.item.offsetTop - anchor.top;
}

/** True if the browser keeps the scroll position stable when cards above it change. */
const keepsPlace = CSS.supports("overflow-anchor", "auto");

/** Returns the visible cards in a scrolled column, for browsers without scroll anchoring. */
function seenCards(list) {
  if (keepsPlace || !list.scrollTop || document.documentElement.classList.contains("unanchored")) return [];
  return [...list.children]
    .map((item) => ({ item, top: item.offsetTop }))
    .filter(({ item, top }) => top + item.offsetHeight > list.scrollTop && top < list.scrollTop + list.clientHeight);
}

/**
 * Sorts elements with as few moves as possible: the longest run already in order stays. Returns
 * the others.
 */
function order(parent, elements) {
  const present = new Map([...parent.children].map((element, index) => [element, index]));
  const staying = longestRun(elements.map((element) => present.get(element) ?? -1));
  const moved = new Set();
  let next = null;
  for (let index = elements.length - 1; index >= 0; index -= 1) {
    const element = elements[index];
    const isInPlace = staying.has(index) && element.parentElement === parent;
    if (!isInPlace) {
      parent.insertBefore(element, next);
      moved.add(element);
    }
    next = element;
  }
  return moved;
}

/** Returns the indices of the longest increasing run of numbers, ignoring negative ones. */
export function longestRun(numbers) {
  const [ends, before] = [[], []];
  numbers.forEach((number, index) => {
    if (number < 0) return;
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] < number) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  });
  const run = new Set();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]) run.add(index);
  return run;
}

// MARK: Below the cards

function drawEnd(end, column) {
  const isEmpty = !column.tasks.length && isEmptyBoard();
  const key = JSON.stringify([column.tasks.length, column.count, column.next, column.hidden, column.waiting, isEmpty, isFruitless(), store.query, store.view, readOnly()]);
  if (end.key === key) return;
  end.key = key;
  if (column.next) fill(end, moreButton(column));
  else if (!column.tasks.length) fill(end, emptyState(column));
  else if (column.hidden > 0) fill(end, allButton(column));
  else fill(end);
}

function moreButton(column) {
  const button = h("button", { type: "button", class: "more", text: t("loadMore") });
  button.addEventListener("click", () => load(button, column));
  button.column = column;
  requestAnimationFrame(() => button.isConnected && loadNear(button.closest(".column").querySelector(".cards")));
  return button;
}

/** The distance from the end of a column at which the next cards are loaded, in pixels. */
const AHEAD = 600;

/** Loads the next cards before the end of a column is reached. */
function loadNear(list) {
  const button = list.closest(".column").querySelector(".more");
  if (!button?.column || list.scrollHeight - list.scrollTop - list.clientHeight > AHEAD) return;
  load(button, button.column);
}

async function load(button, column) {
  if (button.disabled) return;
  button.disabled = true;
  try {
    await loadMore(column);
  } catch {
    button.disabled = false;
  }
}

function allButton(column) {
  return h("button", { type: "button", class: "more", text: hiddenWords(column), title: title("show-all"), onclick: () => run("show-all") });
}

/** Returns the number of hidden cards in words: waiting tasks and older ones. */
function hiddenWords(column) {
  const waits = isSearch(column) ? 0 : Math.min(column.waiting, column.hidden);
  const others = column.hidden - waits;
  return [waits > 0 && t("waitingCount", { count: waits }), others > 0 && t("andMore", { count: others })].filter(Boolean).join(" · ");
}

const isEmptyBoard = () => columns().every((each) => each.count === 0);

/** True if the words of a search match no task of a view. */
const isFruitless = () => Boolean(store.view && store.query) && columns().every((each) => !each.tasks.length);

const noMatch = () => h(
  "div", { class: "empty" }, h("p", { text: t("noMatchHere") }),
  h("button", { type: "button", class: "search-all", text: t("searchAll"), onclick: () => effect("search-all")() }),
);

function emptyState(column) {
  const isEmpty = isEmptyBoard();
  if (isSearch(column)) return isFruitless() ? noMatch() : h("p", { class: "empty", text: t("noMatchHere") });
  const isLater = isEmpty && column.state !== columns()[0].state;
  if (readOnly() || column.finished || isLater) return h("p", { class: "empty", text: t("emptyColumn") });
  const add = h("button", { type: "button", onclick: () => onAdd(column.state) }, icon("add"), title("add"));
  return h("div", { class: "empty" }, isEmpty ? firstSteps(add) : [h("p", { text: t("emptyColumn") }), add]);
}

// MARK: Focus

/** Returns the focused card and the focused part of it, which moving its element would lose. */
function focusedPart() {
  const active = document.activeElement;
  const item = active?.closest?.(".card");
  return item && board.contains(item) ? { id: item.dataset.task, isMenu: active.matches(".card-menu") } : null;
}

function restoreFocus(focus) {
  if (!focus || document.activeElement?.closest?.(".card")?.dataset.task === focus.id) return;
  if (document.activeElement && document.activeElement !== document.body) return;
  const item = cardElement(focus.id);
  if (item) item.querySelector(focus.isMenu ? ".card-menu" : ".card-title").focus({ preventScroll: true });
  else focusCurrent();
}

/** Focuses a card, which becomes the current one. */
export function focusCard(id, { scroll = true } = {}) {
  dispatch({ type: "setCurrent", id });
  draw();
  const item = cardElement(id);
  item?.querySelector(".card-title").focus({ preventScroll: true });
  if (scroll) item?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Focuses the current card, or the first one. */
export function focusCurrent() {
  const all = columns().flatMap((column) => column.tasks);
  const found = all.find((card) => card.id === store.current) ?? all[0];
  if (found) focusCard(found.id);
}

board.addEventListener("focusin", (event) => {
  const id = event.target.closest(".card")?.dataset.task;
  if (id && id !== store.current) dispatch({ type: "setCurrent", id });
});

/** Toggles the selection of the current card, and moves to the next one. */
function toggleSelection() {
  const id = store.current;
  dispatch({ type: "toggleSelected", id });
  const next = cardElement(id)?.nextElementSibling?.dataset.task;
  if (next) focusCard(next);
}

register({ select: toggleSelection });
