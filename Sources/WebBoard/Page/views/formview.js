// The layout of a form: its fields, with their interpretation and changes by others.

import { get, parameters } from "../core/api.js";
import { dayOf } from "../core/dates.js";
import { h, iconButton, setText } from "../core/dom.js";
import { t } from "../core/words.js";
import { bodyLength, changedFields, isDeclared, settle } from "../state/fields.js";
import { store } from "../state/store.js";

const PAUSE = 200;

/** Creates the element of a form. */
export function drawForm(session, handlers) {
  const form = h(
    "form", { class: "task-form", novalidate: true, autocomplete: "off" },
    h("header", { class: "panel-head" },
      iconButton("back", t("close"), handlers.leave, { class: "panel-close" }),
      h("div", { class: "panel-buttons" }, h("button", { type: "submit", class: "primary save", text: t("save"), title: `${t("save")} (Ctrl-Enter)` }))),
    h("p", { class: "form-problem", role: "alert", hidden: true }),
    ...session.fields.map((field) => fieldRow(field, session, handlers)),
  );
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
  return form;
}

function fieldRow(field, session, handlers) {
  const { key, kind, label } = field;
  const id = `field-${key}`;
  const input = control(field, { id, name: key, class: "field", "aria-describedby": `${id}-note` }, session.form.texts[key]);
  input.addEventListener("input", () => {
    input.removeAttribute("aria-invalid");
    handlers.input(key, input.value);
  });
  input.addEventListener("blur", () => handlers.blur(key));
  return h(
    "div", { class: "form-row", data: { field: key } }, h("label", { for: id, text: label }),
    kind === "date" ? withDate(field, input, handlers) : input,
    h("p", { class: "field-note", id: `${id}-note`, "aria-live": "polite" }));
}

/** Returns the control of a field. Only prose begins with a capital. */
function control(field, common, value) {
  const isWords = isDeclared(field) && field.kind === "text" && field.type !== "text";
  return (isWords ? wordsControl : CONTROLS[field.kind])(field, common, value);
}

/** The controls by kind of field. */
const CONTROLS = {
  text: (field, common, value) => h("input", { ...common, value, type: "text", required: field.required, autocapitalize: "sentences" }),
  rule: wordsControl,
  date: wordsControl,
  list: wordsControl,
  choice: choiceControl,
  body: (field, common, value) => h("textarea", { ...common, value, rows: "10" }),
};

/** Returns a text field for words that the server reads. */
function wordsControl(field, common, value) {
  return h("input", { ...common, value, type: "text", required: field.required, autocapitalize: "none", autocorrect: "off" });
}

function choiceControl(field, common, value) {
  const known = field.required ? field.choices : [{ value: "", label: "—" }, ...field.choices];
  const all = known.some((each) => each.value === value) ? known : [...known, { value, label: value }];
  const select = h("select", common, all.map((each) => h("option", { value: each.value, text: each.label })));
  select.value = value;
  return select;
}

/** Returns a text field with the system's date control next to it. */
function withDate({ key, label }, input, handlers) {
  const picker = h("input", { type: "date", class: "field date-picker", "aria-label": t("pickDate", { field: label }), value: dayOf(input.value), tabindex: "0" });
  picker.addEventListener("input", () => {
    const time = /^\d{4}-\d\d-\d\d([ T].*)$/.exec(input.value)?.[1] ?? "";
    input.value = picker.value ? picker.value + time : "";
    input.dispatchEvent(new Event("input"));
    handlers.blur(key);
  });
  const preview = h("p", { class: "preview", role: "status" });
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => previewDate(input, picker, preview), PAUSE);
  });
  return h("div", { class: "date-field" }, input, picker, preview);
}

/** Shows the day that the words mean. */
async function previewDate(input, picker, preview) {
  const text = input.value.trim();
  preview.classList.remove("problem");
  input.setCustomValidity("");
  if (!text) {
    picker.value = "";
    return setText(preview, "");
  }
  if (dayOf(text)) picker.value = dayOf(text);
  if (store.isOffline) {
    if (!dayOf(text)) showDateProblem(input, preview, t("dateOffline"));
    else setText(preview, "");
    return;
  }
  const answer = await get(`/api/dates${parameters({ text })}`).catch(() => ({}));
  if (text !== input.value.trim()) return;
  if (answer.problem) return showDateProblem(input, preview, answer.problem);
  setText(preview, answer.words ?? "");
  picker.value = dayOf(answer.value);
}

function showDateProblem(input, preview, words) {
  preview.classList.add("problem");
  setText(preview, words);
  input.setCustomValidity(words);
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

function showNote({ element, form, task }, field, handlers) {
  const { key, kind } = field;
  const row = element.querySelector(`[data-field="${CSS.escape(key)}"]`);
  const note = row.querySelector(".field-note");
  const clash = form.clashes[key];
  row.classList.toggle("clash", Boolean(clash));
  const misfit = form.texts[key] === form.base[key] ? misfitOf(task, field) : "";
  const words = clash ? "" : outsideWords(form, key) ?? (kind === "body" ? lengthWords(form.texts[key]) : misfit);
  const state = JSON.stringify([words, clash, clash && form.base[key]]);
  if (note.state === state) return;
  note.state = state;
  note.classList.toggle("outside", !clash && Boolean(form.outside[key]));
  if (clash) note.replaceChildren(clashBlock(form, field, handlers));
  else setText(note, words);
  if (!clash) note.classList.toggle("problem", kind === "body" ? isTooLong(form.texts[key]) : words !== "" && words === misfit);
}

/** Returns why the value in the file does not fit its field; empty if it does. */
const misfitOf = ({ misfits = {} }, field) => (isDeclared(field) && Object.hasOwn(misfits, field.field) ? `! ${misfits[field.field]}` : "");

function outsideWords(form, key) {
  const change = form.outside[key];
  if (!change) return null;
  const words = `${short(change.old)} → ${short(change.new)}`;
  return change.by ? `${words}, ${change.by}` : words;
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
    const input = document.getElementById(`field-${key}`);
    input.value = form.texts[key];
    input.focus();
    handlers.settled();
  };
  return h(
    "div", { class: "clash-block" },
    h("p", { class: "clash-theirs" }, h("strong", { text: `${by || t("theirs")}: ` }), h("span", { class: "pre", text: theirs || "—" })),
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

