// Moving cards by keyboard: Space picks them up, the arrow keys move them, Space puts them down.

import { announce, fail } from "../core/toasts.js";
import { count, t } from "../core/words.js";
import { neighbours } from "../state/model.js";
import { columns, columnsWithout, dispatch, labelOf, readOnly, store } from "../state/store.js";
import { move } from "../commands/changes.js";
import { register } from "../commands/registry.js";
import { cardElement, draw, focusCard } from "../views/board.js";

/** Picks cards up. */
function pickUp(ids) {
  const reason = readOnly();
  if (reason) return fail(reason);
  const shown = columns();
  const column = shown.find((each) => each.tasks.some((card) => card.id === ids[0]));
  if (!column) return;
  const rest = others(column, ids);
  const first = column.tasks.findIndex((card) => card.id === ids[0]);
  const index = column.tasks.slice(0, first).filter((card) => !ids.includes(card.id)).length;
  place(ids, column.state, Math.min(index, rest.length));
  announce(count("pickedUpOne", "pickedUpMany", ids.length, { title: title(ids[0]), count: ids.length }));
}

const title = (id) => columns().flatMap((column) => column.tasks).find((card) => card.id === id)?.title ?? id;

const others = (column, ids) => column.tasks.filter((card) => !ids.includes(card.id));

function place(ids, state, index) {
  const all = columnsWithout(ids);
  const column = all.find((each) => each.state === state) ?? all[0];
  const isOrdered = column.finished || store.board.sorted;
  const at = isOrdered ? 0 : Math.max(0, Math.min(index, column.tasks.length));
  const beside = isOrdered ? {} : neighbours(column.tasks, at);
  const effect = { kind: "move", ids, state: column.state, ...beside };
  dispatch({ type: "setCarry", carry: { ids, state: column.state, index: at, effect } });
  draw();
  focusCard(ids[0]);
}

/** Moves the carried cards. Returns false if the key is not used here. */
export function carryKey(key) {
  const { state, index } = store.carry;
  const states = columns().map((column) => column.state);
  const at = states.indexOf(state);
  const steps = { Up: -1, k: -1, Down: 1, j: 1, PageUp: -5, PageDown: 5, Home: -1e6, g: -1e6, "<": -1e6, End: 1e6, G: 1e6, ">": 1e6 };
  if (key in steps) step(state, index + steps[key]);
  else if (key === "Left" || key === "h") step(states[at - 1], index);
  else if (key === "Right" || key === "l") step(states[at + 1], index);
  else if (/^[1-9]$/.test(key)) toState(store.board.settings.states[Number(key) - 1]);
  else if (key === "Space" || key === "Enter") putDown();
  else if (key === "Escape") cancelCarry();
  else return false;
  return true;
}

function step(state, index) {
  if (state === undefined) return;
  place(store.carry.ids, state, index);
  const column = columns().find((each) => each.state === store.carry.state);
  announce(t("placeOf", { state: labelOf(column.state), place: store.carry.index + 1, total: column.tasks.length }));
}

function toState(state) {
  if (state === undefined) return;
  place(store.carry.ids, state, 1e6);
  putDown();
}

/** Drops the carried cards. */
export function putDown() {
  const { ids, effect } = store.carry;
  dispatch({ type: "setCarry", carry: null });
  const { kind: _, ids: __, ...target } = effect;
  move(ids, target);
  draw();
  focusCard(ids[0]);
}

/** Cancels the move. */
export function cancelCarry() {
  const [id] = store.carry.ids;
  dispatch({ type: "setCarry", carry: null });
  draw();
  if (cardElement(id)) focusCard(id);
  announce(t("cancelled"));
}

/** Moves cards by one position or one column at once, without picking them up. */
export function nudge(ids, direction) {
  const shown = columns();
  const at = shown.findIndex((each) => each.tasks.some((card) => card.id === ids[0]));
  const column = shown[at];
  if (!column) return;
  const sideways = { Left: -1, Right: 1 }[direction];
  const target = sideways ? shown[at + sideways] : column;
  if (!target) return;
  const first = column.tasks.findIndex((card) => card.id === ids[0]);
  const rest = others(target, ids);
  const index = Math.max(0, Math.min(rest.length, first + ({ Up: -1, Down: 1 }[direction] ?? 0)));
  const isOrdered = target.finished || store.board.sorted;
  if (isOrdered && !sideways) return;
  move(ids, { state: target.state, ...(isOrdered ? {} : neighbours(rest, index)) });
  draw();
  focusCard(ids[0]);
}

register({ "pick-up": pickUp });
