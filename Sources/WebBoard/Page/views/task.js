// The page of a task: its title, its values as chips, its body with checkboxes, and its conflicts.
// The other values and the history are closed until they are wanted.

import { Problem } from "../core/api.js";
import { fullDate, moment } from "../core/dates.js";
import { brief, fill, h, icon, iconButton } from "../core/dom.js";
import { go, leave, taskAddress } from "../core/router.js";
import { announce, fail } from "../core/toasts.js";
import { t, title } from "../core/words.js";
import { isDeclared, valueIn } from "../state/fields.js";
import { onAnswer, onTasks } from "../state/live.js";
import { card, fieldName, formFields, labelOf, readOnly, snoozedUntil, store, subscribe } from "../state/store.js";
import { answeredTask, loadTask, onRefused } from "../state/tasks.js";
import { obstacle, run } from "../commands/actions.js";
import { editTask, move, moveToState, tick } from "../commands/changes.js";
import { cardElement } from "./board.js";
import { sorted } from "./cardfacts.js";
import { chip, chipFields, hasChip } from "./chips.js";
import { conflictBlock } from "./conflicts.js";
import { filesSection } from "./files.js";
import { loadHistory, historyList } from "./history.js";
import { linked, render, renderInPieces } from "./markdown.js";
import { markChip } from "./marks.js";
import { openMenu } from "./menu.js";
import { focusPanel, hidePanel, loadingWords, showPanel } from "./panel.js";
import { isMalformed, sourceBlock } from "./source.js";
import { pickValues } from "./valuepicker.js";

/** The displayed task. */
let shown = null;
let entries = [];
/** The open parts of the page, which stay open on the pages of other tasks. */
const open = { details: false, history: false };

/** Opens the page of a task. */
export async function openTask(id) {
  const isOther = shown?.id !== id;
  if (isOther) {
    entries = [];
    shown = { id, task: null };
    showPanel(card(id)?.title ?? t("task"), ...head({ id, title: card(id)?.title ?? "" }), h("p", { class: "note", text: loadingWords() }));
    focusPanel();
    markCard(id);
  }
  await load(id);
}

/** Shows which card is open, which the panel may have pushed out of view. */
function markCard(id) {
  for (const each of document.querySelectorAll(".card.open")) each.classList.remove("open");
  const item = id && cardElement(id);
  item?.classList.add("open");
  item?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

export function closeTask() {
  shown = null;
  markCard(null);
  hidePanel();
}

/** Leaves the panel to the next content. Returns the task that was shown. */
export function forgetTask() {
  const task = shown?.task ?? null;
  shown = null;
  return task;
}

onRefused((id) => shown?.id === id && leave());

async function load(id) {
  const task = await loadTask(id);
  if (task && shown?.id === id) await take(task);
}

async function take(task) {
  const isSame = JSON.stringify(task) === JSON.stringify(shown.task);
  shown.task = task;
  if (!isSame) draw();
  await loadEntries(task.id);
}

/** Loads the task after a change that has no answer. */
function loadUnanswered(id, answer) {
  if (!answer && shown?.id === id) load(id);
}

onAnswer((task) => shown?.id === task.id && task.rendered && take(answeredTask(task)));

/** Loads the history if it is open. */
async function loadEntries(id) {
  if (store.isOffline || !open.history) return;
  try {
    const loaded = await loadHistory(id);
    if (shown?.id !== id) return;
    entries = loaded.entries;
    drawHistory();
  } catch {
    // The page is complete without its history.
  }
}

// MARK: Drawing

function draw() {
  const { task } = shown;
  shown.around = around();
  shown.snoozedUntil = snoozedUntil(shown.id);
  const focus = focusedName();
  showPanel(
    task.title, ...head(task), !isMalformed(task) && chips(task), isMalformed(task) ? sourceBlock(task) : problems(task), conflictBlock(task),
    !isMalformed(task) && body(task), !isMalformed(task) && filesSection(task), details(task), historyPart(),
  );
  drawHistory();
  focusNamed(focus);
}

/** The number of changes on a task's page. */
const NEWEST = 20;

function drawHistory() {
  const section = document.querySelector("#task-history");
  const visible = entries.filter((entry) => !entry.reorder).slice(0, NEWEST);
  if (!section) return;
  fill(section, visible.length ? historyList(visible) : h("p", { class: "note", text: t(store.isOffline ? "needsServer" : "loading") }));
}

const historyPart = () => part("history", t("history"), h("div", { class: "task-history", id: "task-history" }), () => loadEntries(shown?.id));

/** Returns a part of the page that can be closed. */
function part(name, title, content, onopen = () => {}) {
  const element = h("details", { class: "part", open: open[name], data: { part: name } },
    h("summary", { id: `part-${name}` }, icon("forward"), title), content);
  element.addEventListener("toggle", () => {
    if (open[name] === element.open) return;
    open[name] = element.open;
    if (element.open) onopen();
  });
  return element;
}

/** Returns the focused part of the page, which redrawing would lose. */
function focusedName() {
  const active = document.activeElement;
  return active?.closest("#panel") ? { id: active.id, item: active.dataset.item } : null;
}

function focusNamed(name) {
  if (!name) return;
  const panel = document.querySelector("#panel");
  const found = name.item ? panel.querySelector(`[data-item="${CSS.escape(name.item)}"]`) : name.id && name.id !== "panel" ? document.getElementById(name.id) : null;
  (found ?? panel).focus({ preventScroll: true });
}

function head(task) {
  const canEdit = !isMalformed(task) && !obstacle("edit", [task.id]);
  return [h(
    "header", { class: "panel-head" },
    iconButton("back", t("close"), leave, { class: "panel-close", id: "panel-close" }),
    h("div", { class: "panel-buttons" },
      canEdit && h("button", { type: "button", class: "primary", id: "panel-edit", text: t("edit"), title: `${t("edit")} (e)`, onclick: () => go(taskAddress(task.id, "edit")) }),
      iconButton("more", t("actionsOf", { title: task.title }), (event) => openMenu([task.id], event.currentTarget), { id: "panel-menu", "aria-haspopup": "menu" })),
  ), h("h2", { class: "panel-title", dir: "auto", text: brief(task.title) })];
}

function problems(task) {
  const found = task.problems ?? [];
  if (!found.length) return null;
  return h("ul", { class: "problems" }, found.map(({ message, line, column }) => h("li", { text: `${line}:${column} ${message}` })));
}

// MARK: Chips

/** Returns the state and the most used values, each of which can be changed in place, and the marks. */
function chips(task) {
  const isFixed = Boolean(readOnly() || obstacle("edit", [task.id]));
  const isFinished = store.board?.settings.finished.includes(task.state);
  const words = marked(task, "due");
  // The conflicts are shown in full below.
  const own = new Set(["due", "priority", "malformed", "conflicts"]);
  const marks = (task.marks ?? []).filter(({ kind, field }) => !field && !own.has(kind));
  return h(
    "div", { class: "chips", role: "group", "aria-label": t("fields") }, stateChip(task, isFixed),
    chipFields().map((field) => chip(field, valueIn(task, field), {
      words: field.field === "due" ? words : "", isFinished, onpick: isFixed ? undefined : (value) => change(task, field, value),
    })),
    sorted(marks).map((mark) => markChip(mark, task)),
  );
}

function stateChip(task, isFixed) {
  const words = labelOf(task.state);
  const properties = { class: "chip state-chip", id: "chip-state", title: fieldName("state"), data: { field: "state" } };
  if (isFixed) return h("span", properties, h("bdi", { text: words }));
  return h("button", {
    ...properties, type: "button", "aria-haspopup": "dialog", "aria-label": `${fieldName("state")}: ${words}`,
    onclick: (event) => pickValues(event.currentTarget, {
      label: fieldName("state"), chosen: [task.state], isMany: false, canBeEmpty: false,
      choices: store.board.settings.states.map((state) => ({ value: state, label: labelOf(state) })),
      onpick: ([state]) => setState(task, state),
    }),
  }, h("bdi", { text: words }));
}

async function setState(task, state) {
  loadUnanswered(task.id, await (card(task.id) ? moveToState([task.id], state) : move([task.id], { state })));
}

/** Changes one value, which is shown at once; the message of the change offers to undo it. */
async function change(task, field, value) {
  shown.task = field.key in task
    ? { ...task, [field.key]: value, marks: (task.marks ?? []).filter(({ kind }) => kind !== field.field) } : task;
  draw();
  let answer = null;
  try {
    answer = await editTask(task, { [field.key]: value });
  } catch (error) {
    if (error instanceof Problem) fail(error.message);
  }
  loadUnanswered(task.id, answer);
}

// MARK: Details

/** Returns all other values. */
function details(task) {
  const declared = formFields().filter(isDeclared);
  const extra = Object.entries(task.extra ?? {}).filter(([key, value]) => listed(value) && !declared.some(({ field }) => field === key));
  const rows = [
    ["due", task.due && dueWords(task)], ["wait", task.wait && fullDate(task.wait)],
    ["parent", task.parent && links([named(task, task.parent)])],
    ...declared.filter((field) => !hasChip(field)).map((field) => [field.field, ownValue(task, field)]), ["children", children(task)],
    ["blockedBy", links(task.blockers)], ["blocks", links(task.blocks)], ["repeat", task.repeat], ["remind", task.remind?.join?.(", ")],
    ["snoozed", shown.snoozedUntil && fullDate(shown.snoozedUntil)],
    ["created", task.created && moment(task.created)], ["file", task.path && h("code", { text: task.path.split("/").at(-1) })],
    ...extra.map(([key, value]) => [key, linked(listed(value))]),
  ];
  const known = new Set([...rows.map(([key]) => key), ...chipFields().map(({ field }) => field)]);
  const onCards = (task.marks ?? []).filter(({ field }) => field && !known.has(field));
  rows.push(...onCards.map(({ field, text }) => [field, text]));
  const list = h("dl", { class: "fields" }, rows.filter(([, value]) => (Array.isArray(value) ? value.length : value)).map(([key, value]) => h(
    "div", { data: { field: key } }, h("dt", { text: fieldName(key) }), h("dd", { dir: "auto" }, value),
  )));
  return part("details", t("details"), list);
}

const listed = (value) => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));

/** Returns the value of a declared field. One that does not fit is shown as it is, with the reason. */
function ownValue(task, field) {
  const value = valueIn(task, field);
  const values = [value].flat().filter((each) => each !== null && each !== undefined && each !== "");
  const misfits = task.misfits ?? {};
  if (!values.length) return null;
  if (Object.hasOwn(misfits, field.field)) return misfit(listed(value), misfits[field.field]);
  switch (field.type) {
    case "date": return values.map((each) => h("span", { class: "value", text: fullDate(each) }));
    case "task": return links(values.map((id) => named(task, id)));
    case "text": return values.map((each) => h("span", { class: "value" }, linked(each)));
    default: return values.map((each) => h("span", { class: "value", text: each }));
  }
}

function misfit(text, reason) {
  return h("span", { class: "misfit", title: reason }, `! ${text}`, h("span", { class: "visually-hidden", text: ` (${reason})` }));
}

/** Returns a task that the parent or a declared field names. */
const named = (task, id) => task.named?.find((each) => each.id === id) ?? { id, title: card(id)?.title ?? null };

/** Returns the children of a task below their progress. */
function children(task) {
  if (!task.children?.length) return null;
  return [
    h("span", { class: "children-progress", text: task.progress ?? "" }),
    h("ul", { class: "children" }, links(task.children).map((link) => h("li", {}, link))),
  ];
}

const marked = (task, kind) => task.marks?.find((mark) => mark.kind === kind)?.text;

function dueWords(task) {
  const full = fullDate(task.due);
  const words = marked(task, "due");
  return h("span", { class: task.overdue ? "overdue" : "" }, task.overdue && words ? `${words} · ${full}` : full);
}

function links(tasks) {
  if (!tasks?.length) return null;
  return tasks.map(({ id, title: words, finished }) => h("a", { class: finished ? "task-link done" : "task-link", dir: "auto", href: taskAddress(id), text: `${words ?? id}${finished ? " ✓" : ""}` }));
}

function body(task) {
  if (task.body === null) return h("p", { class: "note", text: t("bodyNotKept") });
  const isReadOnly = Boolean(readOnly());
  const onTick = (item, done) => tickItem(task, item, done);
  const section = h("section", { class: "body", "aria-label": t("body") });
  // A page that is drawn again keeps its scroll position, and so needs its whole length.
  if (shown.isDrawn) section.append(...render(task.rendered, onTick, isReadOnly));
  else renderInPieces(section, task.rendered, onTick, isReadOnly, () => shown?.task === task);
  shown.isDrawn = true;
  return section.hasChildNodes() ? section : null;
}

async function tickItem(task, item, done) {
  announce(t(done ? "itemDone" : "itemOpen", { item }));
  loadUnanswered(task.id, await tick(task, [item], done));
}

// MARK: Changes by others

onTasks((tasks) => {
  if (!shown?.task) return;
  const change = tasks.find((task) => task.id === shown.id);
  if (!change) return tasks.some(({ id }) => relatives(shown.task).has(id)) && load(shown.id);
  if (change.version === null) {
    const words = t("deletedMeanwhile", { title: shown.task.title });
    leave();
    return fail(words, { act: () => run("undo"), label: title("undo") });
  }
  if (change.version !== shown.task.version) load(shown.id);
});

/** Returns the IDs of the tasks that the page of a task shows. */
function relatives({ children = [], named = [], blocks = [], blockers = [] }) {
  return new Set([...children, ...named, ...blocks, ...blockers].map(({ id }) => id));
}

/** Returns what the page shows of the board: the fields, the labels, and the progress of the children. */
function around() {
  const progress = card(shown.id)?.marks?.find(({ kind }) => kind === "children");
  return JSON.stringify([store.board?.form, store.board?.settings.labels, progress?.text]);
}

let wasOffline = false;
subscribe(() => {
  if (shown?.task && snoozedUntil(shown.id) !== shown.snoozedUntil) draw();
  if (shown?.task && around() !== shown.around) {
    draw();
    load(shown.id);
  }
  if (wasOffline !== store.isOffline && shown?.task) load(shown.id);
  wasOffline = store.isOffline;
});
