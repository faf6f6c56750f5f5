// Bodies with unsent ticks, and bodies that were typed here. Pure functions.

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
