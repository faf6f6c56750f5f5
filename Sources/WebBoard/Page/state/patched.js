// A task with its unsent changes: what it will be once they are sent. Pure functions.

import { tickedBody, typedNodes } from "./body.js";
import { readDate } from "./plan.js";

/**
 * The words and rules that a task is shown with.
 *
 * @typedef {Object} Look
 * @property {(date: string) => string} date Returns a date in words.
 * @property {(day: string) => string} wait Returns the words for the day until which a task waits.
 * @property {(priority: string) => string} priority Returns the name of a priority.
 * @property {string[]} finished The states of finished tasks.
 * @property {number} today The local day, in days since 1970.
 * @property {(date: any) => boolean} isPast Whether a date that was read is past.
 */

/**
 * Returns a task with the changes of an entry of the queue.
 *
 * @param {any} task A card, or a task with its body.
 * @param {import("./queue.js").Entry} entry
 * @param {Look} look
 */
export function patched(task, entry, look) {
  const { fields, extra, ...own } = split(entry.patch);
  const shown = {
    ...task, ...own, ...(entry.place ? { state: entry.place.state } : {}),
    fields: { ...task.fields, ...fields }, extra: { ...task.extra, ...extra },
    misfits: without(task.misfits, Object.keys(extra)), isWaiting: true,
  };
  const [wasDone, isDone] = [task, shown].map(({ state }) => look.finished.includes(state));
  // A task that is finished hands its rule on to the next one.
  const moved = isDone && !wasDone && task.repeat ? { repeat: null } : {};
  const changed = [...Object.keys(entry.patch), ...Object.keys(moved), ...(wasDone === isDone ? [] : ["due", "wait", "remind"])];
  return withLook({ ...shown, ...moved, ...withBody(task, entry) }, changed, look);
}

/** Returns the changes of pmd's fields, and those of declared ones by their keys. */
function split(patch) {
  const [own, fields, extra] = [{}, {}, {}];
  for (const [key, value] of Object.entries(patch)) {
    if (!key.startsWith("fields.")) {
      own[key] = value;
      continue;
    }
    const name = key.slice("fields.".length);
    // A typed number is a text here; only the server reads a duration.
    const isNumber = typeof value === "string" && /^-?\d{1,15}(\.\d{1,9})?$/.test(value);
    [fields[name], extra[name]] = [isNumber ? Number(value) : value, value];
  }
  return { ...own, fields, extra };
}

const without = (all, keys) => Object.fromEntries(Object.entries(all ?? {}).filter(([key]) => !keys.includes(key)));

// MARK: Bodies

function withBody(task, { patch, ticks, items = {} }) {
  const checklist = ticked(task.checklist, ticks, items);
  if ("body" in patch) {
    const { body } = patch;
    return { rendered: typedNodes(body), isTyped: true, ticks: {}, checklist: counted(body), excerpt: excerpt(body, task.cover) };
  }
  if (!Object.keys(ticks).length) return {};
  return { checklist, rendered: withTicks(task.rendered, ticks), body: tickedBody(task, ticks), ticks };
}

/** Returns the number of ticked items after ticks. */
function ticked(checklist, ticks, items) {
  const changes = Object.entries(ticks).filter(([n, done]) => items[n] && items[n].was !== done);
  const more = changes.reduce((sum, [, done]) => sum + (done ? 1 : -1), 0);
  return checklist && { ...checklist, done: checklist.done + more };
}

function withTicks(nodes, ticks) {
  return (nodes ?? []).map((node) => ({
    ...node, children: withTicks(node.children, ticks),
    ...(node.n in ticks ? { done: ticks[node.n] } : {}),
  }));
}

const BOX = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\]\s/;

function counted(body) {
  const boxes = body.split("\n").map((line) => BOX.exec(line)).filter(Boolean);
  return { done: boxes.filter(([, sign]) => sign !== " ").length, total: boxes.length };
}

const PICTURE = /!\[(?:\\.|[^\]\\])*\]\((?:\.{1,2}\/)*attachments\/[^()\s]+\)/;

/**
 * Returns the first lines of prose of a body, without the most frequent marks of Markdown. A cover
 * shows the first picture.
 */
function excerpt(body, cover) {
  const shown = cover ? PICTURE.exec(body)?.[0] : null;
  const lines = body.split("\n").filter((line) => /[^\s\-=*_`~|:+]/.test(line) && !line.startsWith(">") && !BOX.test(line) && line.trim() !== shown);
  return lines.slice(0, 4).map((line) => line.replace(/^\s*(?:#{1,6}|[-*+])\s+/, "").replace(/(\*\*|`)(.+?)\1/g, "$2"));
}

// MARK: Marks

/** The kinds of marks in their order; values of fields come before the checklist. */
const ORDER = ["malformed", "conflicts", "due", "reminds", "repeats", "priority", "blocked", "waiting", "problems", "tag", "assignee", "project", "field", "checklist", "children"];

const place = ({ kind }) => (ORDER.indexOf(kind) + 1 || ORDER.indexOf("field") + 1);

function withLook(task, changed, look) {
  const isDone = look.finished.includes(task.state);
  const isOverdue = !isDone && look.isPast(readDate(task.due));
  const old = task.marks ?? [];
  const kept = old.filter(({ kind, field }) => !redrawn(kind, field, changed, isDone));
  const marks = [...kept, ...newMarks(task, changed, { ...look, isDone, isOverdue }, old)];
  return {
    ...task, overdue: isOverdue, overdueAt: changed.includes("due") ? null : task.overdueAt ?? null,
    marks: sorted(marks), facts: facts(task, isDone),
  };
}

/** Returns marks in the order of their kinds. */
function sorted(marks) {
  const all = marks.map((mark, index) => ({ mark, index })).sort((a, b) => place(a.mark) - place(b.mark) || a.index - b.index);
  return all.map(({ mark }) => mark);
}

/** Returns a task with a mark, or without one of that kind. */
export function withMark(task, mark, has) {
  const marks = task.marks ?? [];
  if (marks.some(({ kind }) => kind === mark.kind) === has) return task;
  return { ...task, marks: has ? sorted([...marks, mark]) : marks.filter(({ kind }) => kind !== mark.kind) };
}

/** True if the mark has to be made again, or no longer applies. */
function redrawn(kind, field, changed, isDone) {
  if (isDone && ["reminds", "blocked", "waiting"].includes(kind)) return true;
  if (kind === "due") return changed.includes("due");
  if (kind === "checklist") return true;
  if (kind === "repeats") return changed.includes("repeat");
  if (kind === "reminds") return changed.includes("remind");
  if (kind === "waiting") return changed.includes("wait");
  if (kind === "blocked") return changed.includes("blockedBy");
  if (kind === "priority") return changed.includes("priority");
  return changed.includes(field) || changed.includes(`fields.${field}`);
}

function newMarks(task, changed, look, old) {
  const { due, wait, repeat, remind, priority, checklist } = task;
  const day = readDate(wait)?.day;
  const has = (key) => changed.includes(key);
  return [
    has("due") && due && dueMark(due, look),
    has("remind") && !look.isDone && list(remind).some((each) => each !== "none") && { kind: "reminds", text: "⏰", tone: "meta" },
    has("repeat") && repeat && { kind: "repeats", text: "↻", tone: "meta" },
    has("priority") && priority && { kind: "priority", text: look.priority(priority), value: priority, tone: "priority" },
    has("wait") && !look.isDone && day > look.today && { kind: "waiting", text: look.wait(wait), value: wait, tone: "meta" },
    ...(has("tags") ? list(task.tags).map((tag) => ({ kind: "tag", text: `+${tag}`, value: tag, field: "tags", tone: "tag" })) : []),
    ...(has("assignees") ? list(task.assignees).map((name) => ({ kind: "assignee", text: `@${name}`, value: name, field: "assignees", tone: "person" })) : []),
    has("project") && task.project && { kind: "project", text: task.project, value: task.project, field: "project", tone: "meta" },
    ...old.filter(({ kind, field }) => kind === "field" && has(`fields.${field}`)).flatMap((mark) => fieldMarks(mark, task)),
    checklist?.total > 0 && { kind: "checklist", text: `${checklist.done}/${checklist.total}`, ...checklist, tone: "meta" },
  ].filter(Boolean);
}

const list = (value) => (value == null ? [] : Array.isArray(value) ? value : [value]);

const dueMark = (due, { date, isOverdue }) => ({
  kind: "due", text: `${isOverdue ? "! " : ""}${date(due)}`, overdue: isOverdue, tone: isOverdue ? "late" : "plain",
});

/** A declared field is known to be shown on cards if it had a mark. */
const fieldMarks = (mark, task) => list(task.extra[mark.field]).slice(0, 1).map((value) => ({ ...mark, text: value, value, misfit: false }));

// MARK: Facts

/** Returns the facts that actions need; those that are not known here stay. */
function facts(task, isDone) {
  const facts = new Set(task.facts);
  const note = (name, isTrue) => (isTrue ? facts.add(name) : facts.delete(name));
  if (task.repeat !== undefined) note("rule", Boolean(task.repeat));
  if (task.checklist) {
    note("checklist", task.checklist.total > 0);
    note("open-item", task.checklist.done < task.checklist.total);
  }
  note("open", !isDone);
  note("repeats", !isDone && facts.has("rule"));
  return [...facts];
}
