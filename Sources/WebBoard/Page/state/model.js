// Applies effects to a board. Pure functions: a board and effects in, columns out.

/**
 * A change of the displayed board.
 *
 * @typedef {{kind: "move", ids: string[], state: string, after?: string|null, before?:
 *   string|null} | {kind: "edit", id: string, card?: Object, change?: (card: any) => any} | {kind:
 *   "add", card: any, state: string, top?: boolean} | {kind: "remove", ids: string[]}} Effect
 */

/**
 * Returns the columns of a board after effects, in order. Does not change the board.
 *
 * @param {any} board
 * @param {Effect[]} effects
 */
export function apply(board, effects) {
  const columns = board.columns.map((column) => ({ ...column, tasks: [...column.tasks] }));
  for (const effect of effects) applyOne(columns, effect);
  return columns;
}

function applyOne(columns, effect) {
  switch (effect.kind) {
    case "move": return move(columns, effect);
    case "edit": return edit(columns, effect);
    case "add": return add(columns, effect);
    case "remove": return effect.ids.forEach((id) => take(columns, id));
  }
}

/** Removes a card from its column, and returns it. */
function take(columns, id) {
  for (const column of columns) {
    const index = column.tasks.findIndex((card) => card.id === id);
    if (index < 0) continue;
    recount(column, -1);
    return column.tasks.splice(index, 1)[0];
  }
  return null;
}

function recount(column, by) {
  column.count += by;
  if (typeof column.matching === "number") column.matching += by;
  column.overLimit = column.limit !== null && column.limit !== undefined && column.count > column.limit;
}

function move(columns, effect) {
  const target = columns.find((column) => column.state === effect.state);
  if (!target) return;
  // In a finished column, which has its own order, and beside themselves, cards stay in their place.
  const isBeside = isBesideItself(target, effect);
  const ids = target.finished || isBeside ? effect.ids.filter((id) => !has(target, id)) : effect.ids;
  const cards = ids.map((id) => take(columns, id)).filter(Boolean);
  const moved = cards.map((card) => ({ ...card, state: effect.state }));
  target.tasks.splice(place(target, isBeside ? {} : effect), 0, ...moved);
  recount(target, moved.length);
}

const has = (column, id) => column.tasks.some((card) => card.id === id);

/** True if the neighbours of a position are only cards that are being moved. */
function isBesideItself(column, { ids, after, before }) {
  const beside = [after, before].filter(Boolean);
  return beside.some((id) => ids.includes(id)) && !beside.some((id) => !ids.includes(id) && has(column, id));
}

/**
 * Returns the index below `after`, or above `before`; without either, at the bottom. The newest
 * cards of a finished column are at its top.
 */
function place(column, { after, before }) {
  if (column.finished) return 0;
  const above = after ? column.tasks.findIndex((card) => card.id === after) : -1;
  if (above >= 0) return above + 1;
  const below = before ? column.tasks.findIndex((card) => card.id === before) : -1;
  return below >= 0 ? below : column.tasks.length;
}

/**
 * Returns the moves of cards to the top or the bottom of their columns, without those of finished
 * columns, which have their own order.
 *
 * @param {any[]} columns
 * @param {string[]} ids
 * @param {"top"|"bottom"} end
 * @returns {Array<{ids: string[], place: {state: string, after?: string, before?: string, end?: "top"|"bottom"}}>}
 */
export function movesToEnd(columns, ids, end) {
  return columns.filter((column) => !column.finished).flatMap((column) => {
    const own = ids.filter((id) => has(column, id));
    const rest = column.tasks.filter((each) => !own.includes(each.id));
    if (!own.length || !rest.length) return [];
    const edge = end === "bottom" && column.next ? { end } : {};
    const beside = end === "top" ? { before: rest[0].id } : { after: rest.at(-1).id };
    return [{ ids: own, place: { state: column.state, ...beside, ...edge } }];
  });
}

function edit(columns, effect) {
  for (const column of columns) {
    const index = column.tasks.findIndex((card) => card.id === effect.id);
    if (index < 0) continue;
    const card = column.tasks[index];
    column.tasks[index] = effect.change ? effect.change(card) : { ...card, ...effect.card };
  }
}

function add(columns, effect) {
  if (columns.some((column) => column.tasks.some((card) => card.id === effect.card.id))) return;
  const column = columns.find((each) => each.state === effect.state) ?? columns[0];
  if (!column) return;
  if (effect.top) column.tasks.unshift(effect.card);
  else column.tasks.push(effect.card);
  recount(column, 1);
}

/**
 * Returns the neighbours of a position, as used in a move.
 *
 * @param {Array<{id: string}>} tasks The cards of a column, without those being moved.
 * @param {number} index
 */
export function neighbours(tasks, index) {
  return { after: tasks[index - 1]?.id ?? null, before: tasks[index]?.id ?? null };
}

/** True if cards are already at the position. */
export function isThere(columns, ids, { state, after, before }) {
  const column = columns.find((each) => each.state === state);
  const first = column?.tasks.findIndex((card) => card.id === ids[0]) ?? -1;
  if (first < 0 || ids.some((id, index) => column.tasks[first + index]?.id !== id)) return false;
  if (column.finished) return true;
  const above = column.tasks[first - 1]?.id ?? null;
  const below = column.tasks[first + ids.length]?.id ?? null;
  return after ? above === after : before ? below === before : true;
}
