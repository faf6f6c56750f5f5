// Cards that make room for another card slide instead of jumping.

import { isCalm } from "../core/dom.js";

const MILLISECONDS = 120;

/**
 * Changes the positions of cards, and animates those that moved.
 *
 * @param {Element[]} lists The lists whose cards may move.
 * @param {() => void} change
 */
export function slide(lists, change) {
  if (isCalm()) return change();
  const items = [...new Set(lists)].flatMap((list) => [...list.children]).filter(isSeen);
  const before = items.map((item) => item.getBoundingClientRect().top);
  change();
  items.forEach((item, index) => {
    const distance = before[index] - item.getBoundingClientRect().top;
    if (!distance || item.classList.contains("gap")) return;
    item.animate(
      [{ transform: `translateY(${distance}px)` }, { transform: "none" }],
      { duration: MILLISECONDS, easing: "ease-out" },
    );
  });
}

function isSeen(item) {
  const box = item.getBoundingClientRect();
  return box.bottom > -200 && box.top < innerHeight + 200;
}
