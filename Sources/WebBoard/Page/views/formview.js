// The layout of a form: title, chips and body first, the other fields below "More". Each field shows
// changes by others.

import { fullDate } from "../core/dates.js";
import { brief, fill, h, icon, iconButton, setText } from "../core/dom.js";
import { continueLists } from "../core/lists.js";
import { t } from "../core/words.js";
import { bodyLength, changedFields, isDeclared, settle, text, value } from "../state/fields.js";
import { columns, store } from "../state/store.js";
import { chip, chipFields, hasChip, pick } from "./chips.js";

/**
 * The control of a field.
 *
 * @typedef {{input: HTMLInputElement, show: (text: string) => void, focus: () => void,
 *   setInvalid: (isInvalid: boolean) => void}} Control
 */

/** True if the fields below "More" are shown, also in the next form. */
let isMoreOpen = false;

/**
 * Creates the element of a form.
 *
 * @returns {{element: HTMLFormElement, controls: Object<string, Control>}}
 */
export function drawForm(session, handlers) {
  const controls = {};
  const row = (field) => fieldRow(field, session, handlers, controls);
  const own = (name) => session.fields.filter(({ key }) => key === name).map(row);
  const rest = session.fields.filter((field) => !hasChip(field) && !["title", "body"].includes(field.key));
  const element = h(
    "form", { class: "task-form", novalidate: true, autocomplete: "off" },
    h("header", { class: "panel-head" },
      iconButton("back", t("close"), handlers.leave, { class: "panel-close" }),
      h("div", { class: "panel-buttons" }, h("button", { type: "submit", class: "primary save", text: t("save"), title: `${t("save")} (Ctrl-Enter)` }))),
    h("p", { class: "form-problem", role: "alert", hidden: true }),
    own("title"),
    h("div", { class: "chips form-chips", role: "group", "aria-label": t("fields") },
      chipFields().filter(({ key }) => key in session.form.texts).map((field) => chipRow(field, session, handlers, controls))),
    own("body"), rest.length > 0 && more(rest.map(row)),
  );
  listen(element, handlers);
  return { element, controls };
}

function listen(form, handlers) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    handlers.save();
  });
  form.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) || event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey)) handlers.save();
    else if (event.key === "Escape") handlers.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // The focused element stays above the on-screen keyboard.
  form.addEventListener("focusin", (event) => setTimeout(() => event.target.scrollIntoView?.({ block: "nearest" }), 250));
}

function more(rows) {
  const element = h("details", { class: "part form-more", open: isMoreOpen }, h("summary", {}, icon("forward"), t("more")), h("div", { class: "form-fields" }, rows));
  element.addEventListener("toggle", () => (isMoreOpen = element.open));
  return element;
}

/** Shows a field, also one below "More". */
export function reveal(element) {
  const closed = element.closest("details:not([open])");
  if (closed) closed.open = true;
}

// MARK: Controls

/** Returns a field that is a chip, as on the page of a task. Its text is in a hidden input. */
function chipRow(field, session, handlers, controls) {
  const { key } = field;
  const input = h("input", { type: "hidden", name: key, id: `field-${key}`, value: session.form.texts[key] });
  const box = h("span", { class: "form-chip" });
  controls[key] = { input, ...chosenControl(field, input, box, handlers) };
  controls[key].show(input.value);
  return h("div", { class: "form-chip-row", data: { field: key } }, input, box, note(key));
}

/** Returns how a field is shown whose value is chosen at a button. */
function chosenControl(field, input, box, handlers) {
  const set = (chosen) => {
    show(text(chosen));
    box.querySelector("button").focus();
    handlers.input(field.key, input.value);
    handlers.blur(field.key);
  };
  const show = (words) => {
    input.value = words;
    const button = hasChip(field) ? chip(field, value(field, words), { onpick: set }) : dateButton(field, words, set);
    button.setAttribute("aria-describedby", `field-${field.key}-note`);
    box.replaceChildren(button);
  };
  const button = () => box.querySelector("button");
  return { show, focus: () => button().focus(), setInvalid: (isInvalid) => button().classList.toggle("invalid", isInvalid) };
}

/** Returns the button of a date that has no chip. */
function dateButton(field, words, set) {
  const shown = words ? fullDate(words) : t("noValue");
  return h("button", {
    type: "button", class: "field date-button", id: `chip-${field.key}`, "aria-haspopup": "dialog", "aria-label": `${field.label}: ${shown}`,
    onclick: (event) => pick(field, event.currentTarget, words, set),
  }, icon("calendar"), h("span", { text: shown }));
}

function fieldRow(field, session, handlers, controls) {
  const { key, kind, label } = field;
  const id = `field-${key}`;
  if (kind === "date") return dateRow(field, session, handlers, controls);
  const input = control(field, { id, name: key, class: "field", dir: "auto", "aria-describedby": `${id}-note` }, session.form.texts[key]);
  input.addEventListener("input", () => {
    input.removeAttribute("aria-invalid");
    handlers.input(key, input.value);
  });
  input.addEventListener("blur", () => handlers.blur(key));
  controls[key] = {
    input, focus: () => input.focus(), setInvalid: (isInvalid) => (isInvalid ? input.setAttribute("aria-invalid", "true") : input.removeAttribute("aria-invalid")),
    show: (words) => words !== input.value && (input.value = words),
  };
  return h("div", { class: "form-row", data: { field: key } }, h("label", { for: id, text: label }), input, OFFERS[field.field] && offering(input, field, session.id), note(key));
}

function dateRow(field, session, handlers, controls) {
  const { key, label } = field;
  const input = h("input", { type: "hidden", name: key, id: `field-${key}`, value: session.form.texts[key] });
  const box = h("span", {});
  controls[key] = { input, ...chosenControl(field, input, box, handlers) };
  controls[key].show(input.value);
  return h("div", { class: "form-row", data: { field: key } }, h("span", { class: "row-label", "aria-hidden": "true", text: label }), input, box, note(key));
}

const note = (key) => h("p", { class: "field-note", id: `field-${key}-note`, "aria-live": "polite" });

/** Returns the control of a field. Only prose begins with a capital. */
function control(field, common, value) {
  const isWords = isDeclared(field) && field.kind === "text" && field.type !== "text";
  return (isWords ? wordsControl : CONTROLS[field.kind])(field, common, value);
}

/** The controls by kind of field. */
const CONTROLS = {
  text: (field, common, value) => field.key === "title" ? titleControl(common, value)
    : h("input", { ...common, value, type: "text", required: field.required, autocapitalize: "sentences" }),
  rule: wordsControl,
  list: wordsControl,
  choice: choiceControl,
  body: (field, common, value) => continueLists(h("textarea", { ...common, value, rows: "8", placeholder: field.label })),
};

/** Returns a field for one line of text that wraps. Enter saves the form, as in other fields. */
function titleControl(common, value) {
  const area = h("textarea", { ...common, value, rows: "1", required: true, autocapitalize: "sentences", enterkeyhint: "done" });
  const fit = () => {
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  };
  area.addEventListener("input", () => {
    if (area.value.includes("\n")) area.value = area.value.replaceAll("\n", " ");
    fit();
  }, { capture: true });
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    area.form.requestSubmit();
  });
  requestAnimationFrame(fit);
  return area;
}

/** Returns a text field for words that the server reads. */
/** Examples for fields whose words have a form of their own. */
const HINTS = { repeat: "repeatHint", remind: "remindHint" };

function wordsControl(field, common, value) {
  const placeholder = HINTS[field.field] && t(HINTS[field.field]);
  return h("input", { ...common, value, placeholder, type: "text", required: field.required, autocapitalize: "none", autocorrect: "off" });
}

/** The values to choose from while typing, by field. */
const OFFERS = {
  repeat: () => t("repeatExamples").split(", ").map((value) => ({ value })),
  parent: tasks,
  "blocked-by": tasks,
};

/** Returns the open tasks on the board besides one, by their codes. */
function tasks(own) {
  const open = columns().filter(({ finished }) => !finished).flatMap((column) => column.tasks);
  return open.filter(({ id }) => id !== own).map(({ id, title }) => ({ value: id, label: brief(title) }));
}

/** Returns the list that offers values below a field; in a list, for the value that is being typed. */
function offering(input, field, own) {
  const list = h("datalist", { id: `${input.id}-offers` });
  const offer = () => {
    const before = field.kind === "list" ? /^(.*,)?/.exec(input.value)[0] : "";
    fill(list, ...OFFERS[field.field](own).map(({ value, label = null }) => h("option", { value: (before && `${before} `) + value, label })));
  };
  input.setAttribute("list", list.id);
  input.addEventListener("focus", offer);
  input.addEventListener("input", offer);
  return list;
}

function choiceControl(field, common, value) {
  const known = field.required ? field.choices : [{ value: "", label: "—" }, ...field.choices];
  const all = known.some((each) => each.value === value) ? known : [...known, { value, label: value }];
  const select = h("select", common, all.map((each) => h("option", { value: each.value, text: each.label })));
  select.value = value;
  return select;
}

// MARK: Notes

/** Shows changes by others below each field, and counts the body. */
export function showNotes(session, handlers) {
  const { element, form } = session;
  for (const field of session.fields) showNote(session, field, handlers);
  const save = element.querySelector(".save");
  save.disabled = session.isSaving;
  setText(save, session.isSaving ? t("saving") : t("save"));
  element.classList.toggle("changed", changedFields(form).length > 0);
}

function showNote({ element, form, task, faults }, field, handlers) {
  const { key, kind } = field;
  const row = element.querySelector(`[data-field="${CSS.escape(key)}"]`);
  const note = row.querySelector(".field-note");
  const clash = form.clashes[key];
  row.classList.toggle("clash", Boolean(clash));
  const misfit = form.texts[key] === form.base[key] ? misfitOf(task, field) : "";
  const fault = faults[key];
  const words = clash ? "" : fault ?? outsideWords(form, field) ?? (kind === "body" ? lengthWords(form.texts[key]) : misfit);
  const state = JSON.stringify([words, clash, clash && form.base[key]]);
  if (note.state === state) return;
  note.state = state;
  if (clash || fault || form.outside[key]) reveal(note);
  note.classList.toggle("outside", !clash && !fault && Boolean(form.outside[key]));
  if (clash) note.replaceChildren(clashBlock(form, field, handlers));
  else setText(note, words);
  if (!clash) note.classList.toggle("problem", Boolean(fault) || (kind === "body" ? isTooLong(form.texts[key]) : words !== "" && words === misfit));
}

/** Returns why the value in the file does not fit its field; empty if it does. */
const misfitOf = ({ misfits = {} }, field) => (isDeclared(field) && Object.hasOwn(misfits, field.field) ? `! ${misfits[field.field]}` : "");

function outsideWords(form, field) {
  const change = form.outside[field.key];
  if (!change) return null;
  const words = `${short(shown(field, change.old))} → ${short(shown(field, change.new))}`;
  return change.by ? `${words}, ${change.by}` : words;
}

/** Returns the text of a field as people read it: a date in their own form, a choice by its label. */
function shown({ kind, choices }, text) {
  if (kind === "date") return fullDate(text);
  return kind === "choice" ? choices.find(({ value }) => value === text)?.label ?? text : text;
}

function short(text) {
  const line = text.split("\n").find((each) => each.trim()) ?? "—";
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

/** Returns both sides of a field, and the choice. */
function clashBlock(form, field, handlers) {
  const { key } = field;
  const { by } = form.clashes[key];
  const theirs = form.base[key];
  const choose = (choice) => () => {
    settle(form, field, choice);
    handlers.settled();
    handlers.focus(key);
  };
  return h(
    "div", { class: "clash-block" },
    h("p", { class: "clash-theirs" }, h("strong", { text: `${by || t("theirs")}: ` }), h("span", { class: "pre", text: shown(field, theirs) || "—" })),
    h("div", { class: "buttons" },
      h("button", { type: "button", text: t("takeMine"), onclick: choose("mine") }),
      h("button", { type: "button", text: by ? t("takeTheirsOf", { who: by }) : t("takeTheirs"), onclick: choose("theirs") }),
      field.both && h("button", { type: "button", text: t("takeBoth"), onclick: choose("both") })),
  );
}

const limit = () => store.board?.settings.bodyLimit ?? null;
const isTooLong = (text) => limit() !== null && length(text) > limit();

/** The last text that was counted: each key in any field asks again. */
let counted = { text: "", length: 0 };

function length(text) {
  if (counted.text !== text) counted = { text, length: bodyLength(text) };
  return counted.length;
}

function lengthWords(text) {
  return limit() === null ? "" : t("bodyCount", { count: length(text), limit: limit() });
}

