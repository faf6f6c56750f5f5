// Shows a body. Each node becomes one of the elements listed here: file contents are never parsed
// as HTML, and only the board's own pictures are loaded.

import { h, plain } from "../core/dom.js";
import { fileAddress } from "../core/transport.js";
import { taskAddress } from "../core/router.js";
import { fail } from "../core/toasts.js";
import { t } from "../core/words.js";

/**
 * @typedef {Object} Node
 * @property {string} type
 * @property {Node[]} [children]
 * @property {string} [text]
 * @property {number} [level] Of a heading.
 * @property {number|null} [start] Of a list with numbers.
 * @property {number} [n] Of an item with a box: its number in the checklist.
 * @property {boolean} [done]
 * @property {string} [address] Of a link that may be opened.
 * @property {string} [task] The ID of the task that a link names.
 * @property {string} [missing] A path that leads to nothing on this board.
 * @property {string} [file] The blob ID of one of the board's pictures or files.
 * @property {string} [name] Its name.
 */

/** @type {Object<string, string>} */
const TAGS = {
  paragraph: "p", quote: "blockquote", emphasis: "em", strong: "strong", strike: "s", rule: "hr", lineBreak: "br",
};

/** The blocks that have a direction of their own, as lists and tables do. */
const DIRECTED = ["paragraph", "quote"];

/**
 * Returns the elements of nodes.
 *
 * @param {Node[]} nodes
 * @param {(item: number, done: boolean) => void} onTick Called when a box is ticked.
 * @param {boolean} [isReadOnly]
 * @returns {(globalThis.Node)[]}
 */
export function render(nodes, onTick, isReadOnly = false) {
  return (nodes ?? []).flatMap((node) => renderOne(node, onTick, isReadOnly));
}

/** The number of blocks and items shown at once: several screens. */
const AT_ONCE = 200;
/** The time for which the others keep the browser busy at a stretch, and rest, in milliseconds. */
const STRETCH = 12;

/**
 * Shows nodes in an element: the first ones at once, and the others in pieces while the element
 * is shown. A body of a megabyte has tens of thousands of elements.
 *
 * @param {HTMLElement} parent
 * @param {Node[]} nodes
 * @param {(item: number, done: boolean) => void} onTick Called when a box is ticked.
 * @param {boolean} isReadOnly
 * @param {() => boolean} isWanted Returns false when the others are no longer needed.
 */
export function renderInPieces(parent, nodes, onTick, isReadOnly, isWanted) {
  const pieces = eachPiece(parent, nodes ?? [], onTick, isReadOnly);
  for (let count = 0; count < AT_ONCE; count += 1) if (pieces.next().done) return;
  // A body is printed as a whole.
  addEventListener("beforeprint", () => {
    while (isWanted() && !pieces.next().done);
  }, { once: true });
  const goOn = () => {
    if (!isWanted()) return;
    const end = performance.now() + STRETCH;
    while (performance.now() < end) if (pieces.next().done) return;
    setTimeout(goOn, STRETCH);
  };
  setTimeout(goOn, STRETCH);
}

/** Appends one block after another, and the items of a long list one by one. */
function* eachPiece(parent, nodes, onTick, isReadOnly) {
  for (const node of nodes) {
    if (node.type === "list" && node.children?.length > AT_ONCE) {
      const element = list(node, []);
      parent.append(element);
      yield* eachPiece(element, node.children, onTick, isReadOnly);
    } else {
      parent.append(...render([node], onTick, isReadOnly));
      yield;
    }
  }
}

function renderOne(node, onTick, isReadOnly) {
  const children = () => render(node.children, onTick, isReadOnly);
  switch (node.type) {
    case "text": return breakable(node.text ?? "");
    case "softBreak": return document.createTextNode(" ");
    case "html": return h("code", { class: "html" }, breakable(node.text ?? ""));
    case "code": return h("code", { text: node.text ?? "" });
    case "source": return h("pre", { tabindex: "0", text: node.text ?? "" });
    case "codeBlock": return h("pre", { tabindex: "0" }, h("code", { text: node.text ?? "" }));
    case "heading": return h(`h${Math.min(6, (node.level ?? 1) + 2)}`, { dir: "auto" }, children());
    case "list": return list(node, children());
    case "item": return item(node, children(), onTick, isReadOnly);
    case "link": return link(node, children());
    case "image": return node.file ? picture(node) : h("span", { class: "image" }, children());
    case "table": return table(node, onTick, isReadOnly);
    default: return TAGS[node.type] ? h(TAGS[node.type], { dir: DIRECTED.includes(node.type) ? "auto" : null }, children()) : children();
  }
}

/**
 * Returns a text that may contain very long words: browsers take seconds to wrap a word of 100 KB.
 */
function breakable(source) {
  const text = plain(source);
  if (!/\S{1000}/u.test(text)) return [document.createTextNode(text)];
  const pieces = text.match(/[^]{1,1000}/gu);
  return pieces.flatMap((piece) => [document.createTextNode(piece), document.createElement("wbr")]);
}

/** Returns a text whose web addresses are links. */
export function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/iu).flatMap((part, index) => (index % 2 ? [webLink(part, [part])] : breakable(part)));
}

const webLink = (address, children) => h("a", { href: address, target: "_blank", rel: "noopener noreferrer nofollow" }, children);

function list(node, children) {
  const start = node.start ?? null;
  const isTight = node.tight ? "tight" : "";
  const common = { class: isTight, dir: "auto" };
  return start === null ? h("ul", common, children) : h("ol", { ...common, start }, children);
}

/** Returns an item with a checkbox, labelled by its first line. */
function item(node, children, onTick, isReadOnly) {
  const { n, done } = node;
  if (!n) return h("li", {}, children);
  const [first, ...rest] = children;
  const box = h("input", {
    type: "checkbox", checked: done, disabled: isReadOnly, data: { item: n },
    onchange: (event) => onTick(n, event.target.checked),
  });
  const words = h("span", { class: "item-words" }, first?.nodeName === "P" ? [...first.childNodes] : first ?? t("untitled"));
  return h("li", { class: done ? "box done" : "box" }, h("label", {}, box, words), rest);
}

/** Only web and mail addresses can be opened. The server leaves out all others. */
function link(node, children) {
  const { address, file, missing, name, task } = node;
  if (task) return h("a", { class: "task-link", href: taskAddress(task) }, children);
  if (missing) return h("button", { type: "button", class: "no-link", title: missing, onclick: () => fail(t("noFileHere", { path: missing })) }, children);
  if (file) return h("a", { href: "#", download: name, onclick: (event) => download(event, file) }, children);
  if (!address) return h("span", { class: "no-link" }, children);
  if (/^https?:/i.test(address)) return webLink(address, children);
  if (/^mailto:/i.test(address)) return h("a", { href: address }, children);
  const isOwn = address.startsWith("/") && !address.startsWith("//") || address.startsWith("#/task/");
  return isOwn ? h("a", { href: address }, children) : h("span", { class: "no-link", title: address }, children);
}

/** Returns a picture. Its alternative text is shown while offline, and a link to a file of another type. */
function picture(node) {
  const words = (node.children ?? []).map((each) => each.text ?? "").join("");
  const image = h("img", { alt: words || node.name, loading: "lazy", onerror: () => whole.replaceWith(link(node, [image.alt])) });
  // A tap shows the whole picture.
  const whole = h("a", { class: "picture", target: "_blank", rel: "noopener", "aria-label": image.alt }, image);
  const show = async () => (whole.href = image.src = await fileAddress(node.file));
  show().catch(() => whole.replaceWith(h("span", { class: "image", text: image.alt })));
  return whole;
}

/** Sets a link's address when it is used, since the address is valid only for this session. */
async function download(event, file) {
  const link = event.currentTarget;
  if (link.dataset.ready) return delete link.dataset.ready;
  event.preventDefault();
  link.href = await fileAddress(file).catch(() => "#");
  if (link.getAttribute("href") === "#") return fail(t("needsServer"));
  link.dataset.ready = "true";
  link.click();
}

function table(node, onTick, isReadOnly) {
  const align = node.align ?? [];
  const rows = (node.children ?? []).map((row) => h("tr", {}, (row.children ?? []).map((cell, index) => {
    const side = align[index] === "centre" ? "center" : align[index];
    return h(row.header ? "th" : "td", { class: side ? `align-${side}` : null }, render(cell.children, onTick, isReadOnly));
  })));
  return h("div", { class: "table", tabindex: "0", role: "group", dir: "auto" }, h("table", {}, rows));
}
