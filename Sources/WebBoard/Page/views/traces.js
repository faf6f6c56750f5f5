// What a swipe leaves where the card was: a line with Undo, until the user leaves the column.

import { h, isNarrow } from "../core/dom.js";
import { title } from "../core/words.js";
import { shownColumn, store, subscribe } from "../state/store.js";

const board = document.querySelector("#board");

/**
 * A line in place of a card.
 *
 * @typedef {{id: string, state: string, above: string[], item: HTMLElement}} Trace The IDs of the
 *   cards above it, the nearest first.
 */

/** @type {Trace[]} */
let traces = [];

/**
 * Leaves a line in place of a card.
 *
 * @param {string} id
 * @param {any} column The column of the card, with the card.
 * @param {string} words
 * @param {() => void} undo
 * @returns {() => void} Removes the line.
 */
export function leaveTrace(id, column, words, undo) {
  const place = column.tasks.findIndex((card) => card.id === id);
  const above = column.tasks.slice(0, place).map((card) => card.id).reverse();
  const onclick = () => {
    drop(trace);
    undo();
  };
  const item = h("li", { class: "trace" }, h("span", { text: words }), h("button", { type: "button", class: "trace-undo", text: title("undo"), onclick }));
  const trace = { id, state: column.state, above, item };
  traces.push(trace);
  return () => drop(trace);
}

function drop(trace) {
  traces = traces.filter((each) => each !== trace);
  trace.item.remove();
}

/** Returns the elements of a column's cards, with the lines between them. */
export function withTraces(column, items) {
  const all = [...items];
  for (const trace of traces.filter(({ state }) => state === column.state)) {
    if (column.tasks.some((card) => card.id === trace.id)) {
      drop(trace);
      continue;
    }
    const known = trace.above.find((id) => all.some((item) => item.dataset.task === id));
    all.splice(all.findIndex((item) => known && item.dataset.task === known) + 1, 0, trace.item);
  }
  return all;
}

/** Removes the lines of all other columns. */
function stayIn(state) {
  for (const trace of traces) if (trace.state !== state) drop(trace);
}

// On a narrow screen, a column is left when another one is shown; on a wide one, by a press elsewhere.
subscribe(() => traces.length && store.board && isNarrow() && stayIn(shownColumn()));
board.addEventListener("pointerdown", (event) => {
  const state = event.target.closest(".column")?.dataset.state;
  if (traces.length && state !== undefined && !isNarrow()) stayIn(state);
});
