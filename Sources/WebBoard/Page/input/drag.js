// Dragging cards: with the mouse at once, with a finger after holding it still.
//
// The dragged card leaves a gap, which moves to the insertion point. The board is not redrawn
// during a drag.

import { h, isCalm, isNarrow, isTouch } from "../core/dom.js";
import { announce, fail } from "../core/toasts.js";
import { t } from "../core/words.js";
import { neighbours } from "../state/model.js";
import { card, changed, columns, dispatch, readOnly, selected, store } from "../state/store.js";
import { move, moveToEnd, moveToState } from "../commands/changes.js";
import { cardElement, draw, hold, release } from "../views/board.js";
import { openMenu } from "../views/menu.js";
import { firstIndex, inFlow, slide } from "../views/slide.js";
import { EdgeScroll } from "./edges.js";

const board = document.querySelector("#board");
/** The distance the mouse must move before a press becomes a drag. */
const THRESHOLD = 5;
/** The distance a finger may move while holding, and after the card is lifted. */
const TREMBLE = 10;
/** The time a finger must hold a card to lift it. */
const HOLD = 400;
/** The distance between two cards. */
const MARGIN = 8;

/** @type {{id: string, pointer: number, isTouch: boolean, x: number, y: number, item: HTMLElement, timer: number}|null} */
let press = null;
/** @type {any} */
let drag = null;

export function setUpDragging() {
  board.addEventListener("pointerdown", down);
  addEventListener("pointermove", moved);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", (event) => event.pointerId === (drag ?? press)?.pointer && cancel());
  addEventListener("blur", cancel);
  addEventListener("keydown", (event) => event.key === "Escape" && drag && stop(event), true);
  // The finger moves a lifted card instead of the page.
  board.addEventListener("touchmove", (event) => drag && event.cancelable && event.preventDefault(), { passive: false });
  board.addEventListener("dragstart", (event) => event.preventDefault());
  board.addEventListener("touchend", (event) => wasDragged && event.cancelable && event.preventDefault(), { passive: false });
  addEventListener("pointerdown", () => (wasDragged = false), true);
  addEventListener("click", (event) => wasDragged && stopClick(event), true);
}

/** True while a card is dragged. */
export const isDragging = () => Boolean(drag);

/** Forgets a press that has become a swipe. */
export function giveUpPress() {
  clearTimeout(press?.timer);
  press = null;
}

function down(event) {
  if (drag || press) {
    // A second finger cancels.
    if (isTouch(event)) cancel();
    return;
  }
  const item = event.target.closest(".card");
  if (!item || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("button, input")) return;
  const { pointerId: pointer, clientX: x, clientY: y } = event;
  press = { id: item.dataset.task, pointer, isTouch: isTouch(event), x, y, item, timer: 0 };
  if (press.isTouch) press.timer = setTimeout(lift, HOLD);
}

function moved(event) {
  if (drag && event.pointerId === drag.pointer) return dragTo(event);
  if (!press || event.pointerId !== press.pointer) return;
  const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
  if (press.isTouch) {
    if (distance > TREMBLE) giveUpPress();
  } else if (distance > THRESHOLD) {
    lift();
    if (drag) dragTo(event);
  }
}

/** Lifts the card, which then moves with the pointer. */
function lift() {
  const { id, pointer, isTouch: isHeld, x, y, item } = press;
  giveUpPress();
  if (!item.isConnected) return;
  hold();
  const box = item.getBoundingClientRect();
  const ids = store.selection.has(id) ? selected() : [id];
  const gap = h("li", { class: "gap", "aria-hidden": "true" });
  gap.style.height = `${box.height}px`;
  item.before(gap);
  for (const each of ids) cardElement(each)?.classList.add("lifted");
  const ghost = makeGhost(item, box, ids.length);
  drag = { id, ids, title: card(id)?.title, pointer, isHeld, x, y, item, gap, ghost, middle: box.top + box.height / 2, hasMoved: false, isReadOnly: Boolean(readOnly()), start: place(gap) };
  drag.scroll = new EdgeScroll(board, () => settleGap());
  document.documentElement.classList.add("dragging", "unanchored");
  if (isHeld && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(12);
  try {
    board.setPointerCapture(pointer);
  } catch {
    // The pointer has been released; its event follows.
  }
}

function makeGhost(item, box, number) {
  const ghost = item.cloneNode(true);
  ghost.removeAttribute("data-task");
  ghost.className = "card ghost";
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  ghost.style.width = `${box.width}px`;
  ghost.style.left = `${box.left}px`;
  ghost.style.top = `${box.top}px`;
  if (number > 1) ghost.append(h("span", { class: "ghost-count", text: String(number) }));
  document.body.append(ghost);
  return ghost;
}

function dragTo(event) {
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.hasMoved) {
    if (drag.isHeld && Math.hypot(dx, dy) <= TREMBLE) return;
    drag.hasMoved = true;
  }
  drag.at = { x: event.clientX, y: event.clientY };
  drag.ghost.style.transform = `translate(${dx}px, ${dy}px) scale(1.02)`;
  if (drag.isReadOnly) return;
  drag.scroll.point(event.clientX, event.clientY, isNarrow());
  settleGap();
}

/** Moves the gap to the insertion point. */
function settleGap() {
  if (!drag?.at) return;
  noteTab(tabAt(drag.at));
  const section = columnAt(drag.at);
  for (const each of board.querySelectorAll(".column.target")) if (each !== section) each.classList.remove("target");
  drag.isOutside = !section;
  if (!section) return;
  section.classList.add("target");
  const list = section.querySelector(".cards");
  const isOrdered = section.classList.contains("finished") || store.board.sorted;
  const next = isOrdered ? orderedPlace(list) : cardBelow(list, drag.at.y);
  if (drag.gap.parentElement === list && nextCard(drag.gap) === next) return;
  slide([drag.gap.parentElement, list], () => list.insertBefore(drag.gap, next));
}

/** Returns the tab below the pointer, on a narrow screen. */
function tabAt({ x, y }) {
  return document.elementFromPoint(x, y)?.closest?.(".segment") ?? null;
}

/** Highlights the tab whose column takes the card. The gap is hidden meanwhile, and the ghost is faint. */
function noteTab(tab) {
  drag.state = tab?.dataset.segment ?? null;
  for (const each of [drag.gap, drag.ghost]) each.classList.toggle("away", Boolean(tab));
  for (const each of document.querySelectorAll(".segment.target")) if (each !== tab) each.classList.remove("target");
  tab?.classList.add("target");
}

/** A sorted column accepts the card anywhere: the gap stays where it was, or is at the top. */
function orderedPlace(list) {
  return drag.start.list === list ? drag.start.next : list.firstElementChild;
}

/** Returns the column below the pointer, including the free space below its cards. */
function columnAt({ x, y }) {
  const element = document.elementFromPoint(x, y);
  if (element !== board) return element?.closest?.(".column") ?? null;
  const isBelow = ({ left, right, bottom }) => x >= left && x < right && y >= bottom;
  return [...board.querySelectorAll(":scope > .column")].find((each) => isBelow(each.getBoundingClientRect())) ?? null;
}

/**
 * Returns the card below the gap; null for the end of the column. The gap is at the position
 * nearest to the middle of the ghost, so that a card that returns lands where it was.
 */
function cardBelow(list, y) {
  const middle = y - drag.y + drag.middle;
  const start = list.getBoundingClientRect().top - list.scrollTop + drag.gap.offsetHeight / 2;
  const space = drag.gap.offsetHeight + MARGIN;
  const items = inFlow(list);
  const gapAt = items.indexOf(drag.gap);
  if (gapAt >= 0) items.splice(gapAt, 1);
  // Positions below the gap count as if the gap were not there.
  const shift = (index) => (gapAt >= 0 && index >= gapAt ? space : 0);
  const top = (index) => start + (index < items.length ? items[index].offsetTop - shift(index) : end());
  const end = () => {
    const last = items.length - 1;
    return last < 0 ? MARGIN : items[last].offsetTop - shift(last) + items[last].offsetHeight + MARGIN;
  };
  // A column may have thousands of cards, and each question for a position takes a while.
  const below = firstIndex(items.length, (index) => top(index) >= middle);
  const isAbove = below > 0 && middle - top(below - 1) <= top(below) - middle;
  return items[isAbove ? below - 1 : below] ?? null;
}

function nextCard(gap) {
  let next = gap.nextElementSibling;
  while (next?.classList.contains("lifted")) next = next.nextElementSibling;
  return next;
}

function place(gap) {
  return { list: gap.parentElement, next: nextCard(gap) };
}

function up(event) {
  if (press?.pointer === event.pointerId) giveUpPress();
  if (!drag || event.pointerId !== drag.pointer) return;
  // The last move event may lag behind the release position.
  if (drag.hasMoved) dragTo(event);
  const { ids, title, gap, hasMoved, isOutside, isReadOnly } = drag;
  const tab = hasMoved && !isReadOnly ? drag.state : null;
  const state = gap.closest(".column")?.dataset.state;
  const target = hasMoved && !isOutside && !isReadOnly && state ? { state, ...landing(gap, ids) } : null;
  const at = { x: event.clientX, y: event.clientY };
  expectClick();
  finish(target);
  const left = ids.filter((id) => card(id));
  if ((target || tab) && !left.length) fail(t("deletedMeanwhile", { title }));
  else if (tab) dropOnTab(left, tab);
  else if (target) drop(left, target);
  else if (!hasMoved) openMenu(ids, at);
}

/** Returns the gap's visible neighbours. */
function landing(gap, ids) {
  const section = gap.closest(".column");
  if (section.classList.contains("finished") || store.board.sorted) return {};
  const seen = [...gap.parentElement.children].filter((item) => item === gap || (item.dataset.task && !ids.includes(item.dataset.task)));
  const index = seen.indexOf(gap);
  const cards = seen.filter((item) => item !== gap && item.dataset.task).map((item) => ({ id: item.dataset.task }));
  return neighbours(cards, index);
}

/** Moves cards to the end of a tab's column. */
function dropOnTab(ids, state) {
  const { tasks } = columns().find((column) => column.state === state);
  if (ids.every((id) => tasks.some((each) => each.id === id))) return moveToEnd(ids, "bottom");
  moveToState(ids, state);
}

function drop(ids, target) {
  dispatch({ type: "setCurrent", id: ids[0] });
  move(ids, target);
  draw();
}

/** Ends a drag: the ghost settles into the gap, and the board is redrawn. */
function finish(target) {
  const { ghost, gap, ids, scroll, item } = drag;
  scroll.stop();
  const box = (target ? gap : item.classList.contains("lifted") ? gap : item).getBoundingClientRect();
  for (const id of ids) cardElement(id)?.classList.remove("lifted");
  gap.remove();
  for (const each of document.querySelectorAll(".column.target, .segment.target")) each.classList.remove("target");
  document.documentElement.classList.remove("dragging");
  // Restored columns must not scroll to anchor their content.
  setTimeout(() => drag || document.documentElement.classList.remove("unanchored"), 100);
  drag = null;
  settleGhost(ghost, target ? box : null);
  release();
  changed();
}

function settleGhost(ghost, box) {
  if (isCalm() || !box?.height) return ghost.remove();
  const left = box.left - parseFloat(ghost.style.left);
  const top = box.top - parseFloat(ghost.style.top);
  const animation = ghost.animate({ transform: `translate(${left}px, ${top}px)`, boxShadow: "none" }, { duration: 120, easing: "ease-out" });
  animation.onfinish = () => ghost.remove();
  setTimeout(() => ghost.remove(), 300);
}

/** Cancels a drag without a change. */
export function cancel() {
  giveUpPress();
  if (!drag) return;
  expectClick();
  finish(null);
  announce(t("cancelled"));
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
  cancel();
}

// MARK: The click after a drag

/**
 * True after a drag until the next press, since browsers send a click when the button is released.
 */
let wasDragged = false;

function expectClick() {
  wasDragged = true;
  setTimeout(() => (wasDragged = false), 400);
}

function stopClick(event) {
  wasDragged = false;
  event.preventDefault();
  event.stopPropagation();
}
