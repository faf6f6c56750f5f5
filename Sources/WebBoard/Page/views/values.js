// The values of fields on the board, which pickers suggest: the most frequent first.

import { get, parameters } from "../core/api.js";
import { columns, store } from "../state/store.js";

/** The words before the values of fields that the server completes. */
const BEFORE = { tags: "+", assignees: "@", project: "project:" };

/**
 * Returns the values of a field on the loaded cards, and later those of the whole board.
 *
 * @param {string} field
 * @param {string} [sign] The sign that stands before a value.
 * @param {(values: string[]) => void} onmore
 */
export function suggestions(field, sign = "", onmore) {
  const counts = new Map();
  for (const card of columns().flatMap((column) => column.tasks)) {
    for (const value of [card[field]].flat()) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const here = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([value]) => value);
  if (BEFORE[field] && !store.isOffline) askFor(field, sign, here, onmore);
  return here;
}

async function askFor(field, sign, here, onmore) {
  const before = BEFORE[field];
  const { words } = await get(`/api/completions${parameters({ text: before, for: "entry" })}`).catch(() => ({ words: [] }));
  const found = words.filter((word) => word.startsWith(before)).map((word) => word.slice(before.length)).filter(Boolean);
  onmore([...new Set([...here, ...found])]);
}
