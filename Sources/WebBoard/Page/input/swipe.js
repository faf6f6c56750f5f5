// Swipes. To the left, a card reveals Delete, and is deleted if swiped far enough. To the right,
// on a narrow screen, the previous column is shown.

import { h, isCalm, isNarrow, isTouch } from "../core/dom.js";
import { title } from "../core/words.js";
import { readOnly } from "../state/store.js";
import { deleteTasks } from "../commands/changes.js";
import { turnColumn } from "../views/header.js";
import { giveUpPress, isDragging } from "./drag.js";

const board = document.querySelector("#board");
/** The distance a finger must move before its direction is clear. */
const SLOP = 10;
/** The width of the revealed button. */
const WIDTH = 88;
/** The fraction of the card's width beyond which releasing deletes the card. */
const FULL = 0.6;
/** The maximum duration of a tap, from the press to its click. */
const TAP = 700;

/** @type {{item: HTMLElement, pointer: number, x: number, y: number, start: number, isSwipe: boolean, dx: number}|null} */
let swipe = null;
/** The card whose button is revealed. */
let open = null;
/** The time until which a click belongs to the tap that has hidden the button. */
let tapEnds = 0;

export function setUpSwipes() {
  board.addEventListener("pointerdown", down);
  addEventListener("pointermove", moved);
  addEventListener("pointerup", (event) => event.pointerId === swipe?.pointer && up());
  addEventListener("pointercancel", (event) => event.pointerId === swipe?.pointer && back());
  board.addEventListener("click", closeFrom, true);
}

function down(event) {
  if (!isTouch(event)) return;
  if (swipe) return back();
  const item = event.target.closest(".card");
  tapEnds = 0;
  if (open && item !== open) {
    close();
    tapEnds = performance.now() + TAP;
  }
  if (!item || event.target.closest(".swipe-delete")) return;
  const start = item === open ? -WIDTH : 0;
  swipe = { item, pointer: event.pointerId, x: event.clientX, y: event.clientY, start, isSwipe: false, dx: start };
}

function moved(event) {
  if (!swipe || event.pointerId !== swipe.pointer) return;
  if (isDragging()) {
    back();
    return;
  }
  const [dx, dy] = [event.clientX - swipe.x, event.clientY - swipe.y];
  if (!swipe.isSwipe) {
    if (Math.abs(dy) > SLOP && Math.abs(dy) >= Math.abs(dx)) {
      swipe = null;
      return;
    }
    if (Math.abs(dx) <= SLOP || Math.abs(dx) <= Math.abs(dy)) return;
    begin();
  }
  const isBlocked = Boolean(readOnly());
  swipe.dx = Math.min(isNarrow() ? 80 : 0, swipe.start + dx);
  if (isBlocked) swipe.dx = Math.max(0, swipe.dx);
  face(swipe.item).style.transform = `translateX(${swipe.dx}px)`;
  swipe.item.classList.toggle("full", -swipe.dx > swipe.item.offsetWidth * FULL);
}

function begin() {
  giveUpPress();
  swipe.isSwipe = true;
  swipe.item.classList.add("swiping");
  if (!swipe.item.querySelector(".swipe-delete")) {
    const id = swipe.item.dataset.task;
    const onclick = () => {
      close(true);
      deleteTasks([id]);
    };
    swipe.item.prepend(h("button", { type: "button", class: "swipe-delete", text: title("delete"), onclick }));
  }
}

function up() {
  const { item, dx, isSwipe } = swipe;
  if (!isSwipe) {
    swipe = null;
  } else if (dx > 40) {
    back();
    turnColumn(-1);
  } else if (-dx > item.offsetWidth * FULL) {
    deleteBySwipe(item);
  } else if (-dx > WIDTH / 2) {
    reveal(item);
  } else {
    back();
  }
}

const face = (item) => item.querySelector(".card-face");

function reveal(item) {
  swipe = null;
  open = item;
  item.classList.remove("swiping");
  face(item).style.transform = `translateX(${-WIDTH}px)`;
}

function deleteBySwipe(item) {
  const id = item.dataset.task;
  swipe = null;
  open = null;
  item.classList.remove("swiping");
  face(item).style.transform = "translateX(-100%)";
  setTimeout(() => {
    clear(item);
    deleteTasks([id]);
  }, isCalm() ? 0 : 120);
}

/** Moves a swiped card back. */
function back() {
  const item = swipe?.item;
  swipe = null;
  if (item) settle(item);
}

function settle(item) {
  if (open === item) open = null;
  item.classList.remove("swiping", "full");
  face(item).style.transform = "";
  setTimeout(() => !face(item).style.transform && clear(item), 200);
}

function clear(item) {
  item.classList.remove("swiping", "full");
  face(item).style.transform = "";
  item.querySelector(".swipe-delete")?.remove();
}

/** Hides the revealed button. */
export function close(isAtOnce = false) {
  if (!open) return;
  const item = open;
  open = null;
  if (isAtOnce) clear(item);
  else settle(item);
}

/** A tap next to the button only hides it. */
function closeFrom(event) {
  if (event.target.closest(".swipe-delete")) return;
  // Enter in a form clicks its button, which is not a tap.
  if (!event.detail) return close();
  if (!open && performance.now() > tapEnds) return;
  event.preventDefault();
  event.stopPropagation();
  tapEnds = 0;
  close();
}
