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
  const items = [...new Set(lists)].flatMap(seen);
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

/** Returns the cards of a list that are on the screen, or near it. */
function seen(list) {
  const items = inFlow(list);
  const top = (index) => items[index].getBoundingClientRect().top;
  const first = firstIndex(items.length, (index) => items[index].getBoundingClientRect().bottom > -200);
  return items.slice(first, firstIndex(items.length, (index) => top(index) >= innerHeight + 200));
}

/** Returns the items of a list from the top, without the ones that are lifted out of it. */
export const inFlow = (list) => [...list.children].filter((item) => !item.classList.contains("lifted"));

/** Returns the first of so many indices for which a condition holds, if it holds for all behind it. */
export function firstIndex(count, holds) {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
