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

/** Returns the body of a task with ticks, by item number. */
export function tickedBody({ body, itemLines }, ticks) {
  if (typeof body !== "string" || !itemLines) return body;
  const lines = body.split("\n");
  for (const [number, done] of Object.entries(ticks)) {
    const line = itemLines[number - 1];
    if (lines[line] !== undefined) lines[line] = marked(lines[line], done);
  }
  return lines.join("\n");
}

const BOX = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+)\[([ xX])\](?=\s)/;
const marked = (line, done) => line.replace(/\[[ xX]\]/, done ? "[x]" : "[ ]");

/**
 * Returns the nodes of a body that has not been sent yet: its plain lines, with checkboxes
 * numbered by line. Only the server parses Markdown.
 */
export function typedNodes(body) {
  const nodes = [];
  body.split("\n").forEach((line, index) => {
    const box = BOX.exec(line);
    const last = nodes.at(-1);
    if (box) {
      const text = { type: "text", text: line.slice(box[0].length).trim() };
      const item = { type: "item", n: index + 1, done: box[2] !== " ", children: [{ type: "paragraph", children: [text] }] };
      if (last?.type === "list") last.children.push(item);
      else nodes.push({ type: "list", start: null, tight: true, children: [item] });
    } else if (line.trim()) {
      if (last?.type === "source") last.text += `\n${line}`;
      else nodes.push({ type: "source", text: line });
    }
  });
  return nodes;
}

/** Returns a typed body with ticks, by the numbers of {@link typedNodes}. */
export function tickedTyped(body, ticks) {
  const lines = body.split("\n");
  for (const [number, done] of Object.entries(ticks)) lines[number - 1] = marked(lines[number - 1], done);
  return lines.join("\n");
}
