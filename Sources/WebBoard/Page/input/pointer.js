// Clicks on cards.

import { go, taskAddress } from "../core/router.js";
import { columns, dispatch, store } from "../state/store.js";
import { openMenu } from "../views/menu.js";

const board = document.querySelector("#board");

/** The card from which Shift extends the selection: the current one before the press moved it. */
let anchor = null;

export function setUpPointer() {
  board.addEventListener("pointerdown", (event) => {
    if (event.shiftKey) anchor ??= store.current;
    else anchor = null;
  }, true);
  board.addEventListener("click", (event) => {
    const item = event.target.closest(".card");
    if (!item || event.defaultPrevented) return;
    const id = item.dataset.task;
    if (event.target.closest(".card-menu")) return openMenu(targetsOf(id), event.target.closest(".card-menu"));
    if (event.target.closest("button")) return;
    dispatch({ type: "setCurrent", id });
    const goesOn = store.selection.size > 0 && event.pointerType === "touch";
    event.preventDefault();
    if (event.shiftKey) return dispatch({ type: "select", ids: rangeTo(id) });
    if (goesOn || event.ctrlKey || event.metaKey) return dispatch({ type: "toggleSelected", id });
    go(taskAddress(id));
  });
  board.addEventListener("contextmenu", (event) => {
    const item = event.target.closest(".card");
    if (!item) return;
    event.preventDefault();
    // A resting finger opens the menu when it is lifted.
    if (event.pointerType !== "touch") openMenu(targetsOf(item.dataset.task), { x: event.clientX, y: event.clientY });
  });
}

/** Returns the cards of a column between the anchor and a card; the card alone in another column. */
function rangeTo(id) {
  const { tasks } = columns().find((column) => column.tasks.some((card) => card.id === id));
  const [start, end] = [anchor, id].map((one) => tasks.findIndex((card) => card.id === one));
  if (start < 0) return [id];
  return tasks.slice(Math.min(start, end), Math.max(start, end) + 1).map((card) => card.id);
}

const targetsOf = (id) => (store.selection.has(id) ? [...store.selection] : [id]);
