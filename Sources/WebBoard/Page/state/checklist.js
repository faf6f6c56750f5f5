// Checklist items. A tick refers to its item by number, and by its words if the numbers have
// changed.

import { post, Problem, taskPath } from "../core/api.js";
import { t } from "../core/words.js";

/**
 * @typedef {{n: number, text: string, nth: number, was: boolean}} Item Its index among those with
 * the same words, and whether it was ticked.
 */

/** The number of attempts for a task that keeps changing. */
const TRIES = 3;

/** Returns the items of a checklist, in order. */
export function items(nodes) {
  return (nodes ?? []).flatMap((node) => [...(node.n ? [node] : []), ...items(node.children)]);
}

/** Returns the items with their words, in order. */
export function named(nodes) {
  const seen = new Map();
  return items(nodes).map((node) => {
    const text = words(node.children?.[0]);
    const nth = seen.get(text) ?? 0;
    seen.set(text, nth + 1);
    return { n: node.n, text, nth, was: Boolean(node.done) };
  });
}

const words = (node) => (node ? node.text ?? (node.children ?? []).map(words).join("") : "");

/** Returns the current numbers of items. */
function numbers(wanted, nodes) {
  const now = named(nodes);
  return wanted.map(({ text, nth }) => {
    const found = now.find((each) => each.text === text && each.nth === nth);
    if (!found) throw new Problem(409, { code: "no-such-item", detail: t("itemGone", { text }) });
    return found.n;
  });
}

/**
 * Ticks items of the displayed version; in a newer version, the items with the same words.
 *
 * @param {string} id
 * @param {{wanted: Item[], version: string|null, done: boolean}} tick
 */
export async function sendTick(id, { wanted, version, done }) {
  let [places, expected] = [wanted.map((each) => each.n), version];
  for (let tries = 1; ; tries += 1) {
    try {
      return await post(taskPath(id, "/tick"), { items: places, done }, expected ? { "If-Match": `"${expected}"` } : {});
    } catch (error) {
      const { current } = error.document ?? {};
      if (error.status !== 412 || !current || tries === TRIES) throw error;
      [places, expected] = [numbers(wanted, current.rendered), current.version];
    }
  }
}
