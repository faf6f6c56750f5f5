// Swipes. To the left, a card reveals Finish and Delete, however far it is swiped: only a tap on
// one of them carries it out. To the right, on a narrow screen, the previous column is shown.
// Where the board pans sideways, a finger pans it from a card, too.

import { h, isNarrow, isTouch } from "../core/dom.js";
import { title } from "../core/words.js";
import { readOnly } from "../state/store.js";
import { obstacle } from "../commands/actions.js";
import { turnColumn } from "../views/header.js";
import { giveUpPress, isDragging } from "./drag.js";
import { deleteHere, finishHere } from "./swiped.js";

const board = document.querySelector("#board");
/** The distance a finger must move before its direction is clear. */
const SLOP = 10;
/** The width of a revealed button. */
const WIDTH = 88;
/** How much of a further movement a card follows. */
const PULL = 0.2;
/** The maximum duration of a tap, from the press to its click. */
const TAP = 700;

/** @type {{item: HTMLElement, pointer: number, x: number, y: number, start: number, isSwipe: boolean, dx: number, width: number}|null} */
let swipe = null;
/** The card whose buttons are revealed. */
let open = null;
/** The time until which a click belongs to the tap that has hidden the buttons. */
let tapEnds = 0;

export function setUpSwipes() {
  board.addEventListener("pointerdown", down);
  addEventListener("pointermove", moved);
  addEventListener("pointerup", (event) => event.pointerId === swipe?.pointer && up());
  addEventListener("pointercancel", (event) => event.pointerId === swipe?.pointer && back());
  board.addEventListener("click", closeFrom, true);
  new ResizeObserver(notePanning).observe(board);
  new MutationObserver(notePanning).observe(board, { childList: true });
}

/** Notes whether the board is wider than the window, for the style of cards. */
function notePanning() {
  board.classList.toggle("pans", !isNarrow() && board.scrollWidth > board.clientWidth);
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
  if (!item || event.target.closest(".swipe-actions") || board.classList.contains("pans")) return;
  const width = widthOf(item);
  const start = item === open ? -width : 0;
  swipe = { item, pointer: event.pointerId, x: event.clientX, y: event.clientY, start, isSwipe: false, dx: start, width };
}

const canFinish = (item) => !obstacle("finish", [item.dataset.task]);
const widthOf = (item) => (readOnly() ? 0 : canFinish(item) ? 2 * WIDTH : WIDTH);

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
  const wanted = Math.min(isNarrow() ? 80 : 0, swipe.start + dx);
  const further = Math.min(0, wanted + swipe.width);
  swipe.dx = Math.max(wanted, -swipe.width) + (swipe.width ? further * PULL : 0);
  face(swipe.item).style.transform = `translateX(${swipe.dx}px)`;
}

function begin() {
  giveUpPress();
  swipe.isSwipe = true;
  swipe.item.classList.add("swiping");
  if (swipe.width && !swipe.item.querySelector(".swipe-actions")) swipe.item.prepend(makeButtons(swipe.item));
}

function makeButtons(item) {
  const id = item.dataset.task;
  const button = (name, act) => h("button", {
    type: "button", class: `swipe-${name}`, text: title(name),
    onclick: () => {
      close(true);
      act(id);
    },
  });
  return h("div", { class: canFinish(item) ? "swipe-actions" : "swipe-actions single" }, canFinish(item) && button("finish", finishHere), button("delete", deleteHere));
}

function up() {
  const { item, dx, isSwipe, width } = swipe;
  if (!isSwipe) {
    swipe = null;
  } else if (dx > 40) {
    back();
    turnColumn(-1);
  } else if (width && -dx > WIDTH / 2) {
    reveal(item, width);
  } else {
    back();
  }
}

const face = (item) => item.querySelector(".card-face");

function reveal(item, width) {
  swipe = null;
  open = item;
  item.classList.remove("swiping");
  face(item).style.transform = `translateX(${-width}px)`;
}

/** Moves a swiped card back. */
function back() {
  const item = swipe?.item;
  swipe = null;
  if (item) settle(item);
}

function settle(item) {
  if (open === item) open = null;
  item.classList.remove("swiping");
  face(item).style.transform = "";
  setTimeout(() => !face(item).style.transform && clear(item), 200);
}

function clear(item) {
  item.classList.remove("swiping");
  face(item).style.transform = "";
  item.querySelector(".swipe-actions")?.remove();
}

/** Hides the revealed buttons. */
export function close(isAtOnce = false) {
  if (!open) return;
  const item = open;
  open = null;
  if (isAtOnce) clear(item);
  else settle(item);
}

/** A tap next to the buttons only hides them. */
function closeFrom(event) {
  if (event.target.closest(".swipe-actions")) return;
  // Enter in a form clicks its button, which is not a tap.
  if (!event.detail) return close();
  if (!open && performance.now() > tapEnds) return;
  event.preventDefault();
  event.stopPropagation();
  tapEnds = 0;
  close();
}
