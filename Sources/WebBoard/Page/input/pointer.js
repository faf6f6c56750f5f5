// Clicks on cards.

import { go, taskAddress } from "../core/router.js";
import { dispatch, store } from "../state/store.js";
import { openMenu } from "../views/menu.js";

const board = document.querySelector("#board");

export function setUpPointer() {
  board.addEventListener("click", (event) => {
    const item = event.target.closest(".card");
    if (!item || event.defaultPrevented) return;
    const id = item.dataset.task;
    if (event.target.closest(".card-menu")) return openMenu(targetsOf(id), event.target.closest(".card-menu"));
    if (event.target.closest("button")) return;
    dispatch({ type: "setCurrent", id });
    const goesOn = store.selection.size > 0 && event.pointerType === "touch";
    event.preventDefault();
    if (goesOn || event.ctrlKey || event.metaKey || event.shiftKey) return dispatch({ type: "toggleSelected", id });
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

const targetsOf = (id) => (store.selection.has(id) ? [...store.selection] : [id]);
