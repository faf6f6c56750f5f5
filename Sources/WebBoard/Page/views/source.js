// The text of a file that cannot be read as a task, with the error at its line, until it can.

import { Problem, get, put, taskPath } from "../core/api.js";
import { fill, h, setText } from "../core/dom.js";
import { t } from "../core/words.js";
import { dropDraft, findDraft, keepDraft } from "../state/drafts.js";
import { readOnly } from "../state/store.js";
import { perform } from "../commands/changes.js";

/**
 * @typedef {Object} Source
 * @property {string} id
 * @property {string} title
 * @property {string} version The version that the text was made from.
 * @property {string} base Its text.
 * @property {boolean} hasReturns True if its lines end with a carriage return, too.
 * @property {{message: string, line: number, column: number}|null} problem
 * @property {HTMLElement} element
 */

/** The file that was opened last. @type {Source|null} */
let opened = null;

/** A malformed file has no values. */
export const isMalformed = (task) => Boolean(task.marks?.some((mark) => mark.kind === "malformed"));

/** Returns the text of a malformed task's file, with a button that saves it. */
export function sourceBlock(task) {
  const isSame = opened?.id === task.id && (opened.version === task.version || isTyped());
  if (!isSame) open(task);
  return opened.element;
}

function open({ id, title, version, problems }) {
  const element = h("form", { class: "source", novalidate: true, "aria-label": t("sourceOf", { title }) });
  opened = { id, title, version, base: "", hasReturns: false, problem: problems?.[0] ?? null, element };
  fill(element, h("p", { class: "note", text: t("loading") }));
  load(opened);
}

async function load(own) {
  try {
    const { text, version, problems } = await get(taskPath(own.id, "/file"));
    if (opened !== own) return;
    Object.assign(own, { version, base: text.replaceAll("\r\n", "\n"), hasReturns: text.includes("\r\n"), problem: problems[0] ?? own.problem });
    const draft = findDraft(own.id);
    const typed = draft?.texts?.source;
    if (typed !== undefined && draft.version === version) draw(own, typed, t("draftFound"));
    else draw(own, own.base);
  } catch (error) {
    const words = error instanceof Problem ? error.message : t("needsServer");
    if (opened === own) fill(own.element, place(own), h("p", { class: "problem", text: words }));
  }
}

const field = (own = opened) => own?.element.querySelector("textarea");
const isTyped = () => Boolean(field() && field().value !== opened.base);

/** Returns the error with its place in the file. */
const place = ({ problem }) => problem && h("p", { class: "problem", text: words(problem) });
const words = ({ message, line, column }) => `${line}:${column} ${message}`;

function draw(own, text, note = "") {
  const numbers = h("div", { class: "source-numbers", "aria-hidden": "true" });
  const area = h("textarea", {
    id: "source-text", class: "field", value: text, wrap: "off", spellcheck: "false", autocapitalize: "none", autocorrect: "off",
    "aria-describedby": "source-problem", "aria-label": t("sourceOf", { title: own.title }), readonly: Boolean(readOnly()),
  });
  const discard = () => {
    dropDraft(own.id);
    open({ ...own, problems: [own.problem] });
    document.querySelector("#panel .source")?.replaceWith(opened.element);
  };
  fill(
    own.element, h("p", { text: t("sourceHow") }),
    note && h("p", { class: "note", role: "status" }, `${note} `, h("button", { type: "button", class: "quiet", text: t("discard"), onclick: discard })),
    h("div", { class: "source-text" }, numbers, area),
    h("p", { class: "problem", id: "source-problem", role: "alert" }),
    !readOnly() && h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", text: t("save"), title: `${t("save")} (Ctrl-Enter)` })),
  );
  area.addEventListener("scroll", () => (numbers.scrollTop = area.scrollTop));
  area.addEventListener("input", () => {
    number(own);
    keep(own);
  });
  own.element.onsubmit = (event) => {
    event.preventDefault();
    save(own);
  };
  own.element.onkeydown = (event) => {
    if (event.isComposing || !(event.ctrlKey || event.metaKey) || !["Enter", "s", "S"].includes(event.key)) return;
    event.preventDefault();
    save(own);
  };
  number(own);
  // The element is shown after this, and has no height before.
  setTimeout(() => select(own));
}

/** Numbers the lines, and marks the one with the error. */
function number(own) {
  const numbers = own.element.querySelector(".source-numbers");
  const area = field(own);
  const count = area.value.split("\n").length;
  const wrong = own.problem?.line;
  fill(numbers, ...Array.from({ length: count }, (_, index) => h("div", { class: index + 1 === wrong ? "wrong" : "", text: `${index + 1 === wrong ? "! " : ""}${index + 1}` })));
  numbers.scrollTop = area.scrollTop;
  area.rows = Math.min(Math.max(count + 1, 6), 24);
  if (own.problem) area.setAttribute("aria-invalid", "true");
  else area.removeAttribute("aria-invalid");
  setText(own.element.querySelector("#source-problem"), own.problem ? words(own.problem) : "");
}

/** Moves the caret to the error, and scrolls its line into view. */
function select(own) {
  const area = field(own);
  if (!area || !own.problem) return;
  const { line, column } = own.problem;
  const before = area.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  area.setSelectionRange(start + column - 1, start + column - 1);
  const height = area.scrollHeight / area.value.split("\n").length;
  area.scrollTop = Math.max(0, (line - 4) * height);
}

function keep(own) {
  const text = field(own).value;
  if (text === own.base) return dropDraft(own.id);
  try {
    keepDraft({ id: own.id, title: own.title, version: own.version, base: { source: own.base }, texts: { source: text }, clashes: {}, at: "" });
  } catch {
    // A full storage cannot store a draft. The text stays in the field.
  }
}

async function save(own) {
  const text = field(own).value;
  const sent = own.hasReturns ? text.replaceAll("\n", "\r\n") : text;
  try {
    await perform({
      ids: [own.id], effects: [], later: null,
      send: () => put(taskPath(own.id, "/file"), { text: sent }, { "If-Match": `"${own.version}"` }),
    }, { isQuiet: true });
    dropDraft(own.id);
    if (opened === own) opened = null;
  } catch (error) {
    const problem = error instanceof Problem ? error.document : {};
    own.problem = { message: error.message || t("needsServer"), line: problem.line ?? 1, column: problem.column ?? 1 };
    number(own);
    select(own);
    field(own).focus();
  }
}
