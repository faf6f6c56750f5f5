// The layout of a form: its fields, with their interpretation and changes by others.

import { get, parameters } from "../core/api.js";
import { dayOf } from "../core/dates.js";
import { h, iconButton, setText } from "../core/dom.js";
import { fieldName, t } from "../core/words.js";
import { changedFields, FIELDS, holdsBoth, settle } from "../state/fields.js";
import { store } from "../state/store.js";

const PAUSE = 200;
const DATES = ["due", "wait"];

/** Creates the element of a form. */
export function drawForm(session, handlers) {
  const form = h(
    "form", { class: "task-form", novalidate: true, autocomplete: "off" },
    h("header", { class: "panel-head" },
      iconButton("back", t("close"), handlers.leave, { class: "panel-close" }),
      h("div", { class: "panel-buttons" }, h("button", { type: "submit", class: "primary save", text: t("save"), title: `${t("save")} (Ctrl-Enter)` }))),
    h("p", { class: "form-problem", role: "alert", hidden: true }),
    ...FIELDS.map((key) => field(key, session, handlers)),
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

function field(key, session, handlers) {
  const id = `field-${key}`;
  const input = control(key, id, session.form.texts[key]);
  input.addEventListener("input", () => {
    input.removeAttribute("aria-invalid");
    handlers.input(key, input.value);
  });
  input.addEventListener("blur", () => handlers.blur(key));
  const row = h("div", { class: "form-row", data: { field: key } }, h("label", { for: id, text: fieldName(key) }));
  if (DATES.includes(key)) row.append(withDate(key, input, handlers));
  else row.append(input);
  row.append(h("p", { class: "field-note", id: `${id}-note`, "aria-live": "polite" }));
  return row;
}

function control(key, id, value) {
  const common = { id, name: key, class: "field", "aria-describedby": `${id}-note`, value };
  if (key === "body") return h("textarea", { ...common, rows: "10" });
  if (key !== "priority") return h("input", { ...common, type: "text", required: key === "title", autocapitalize: key === "title" ? "sentences" : "none", autocorrect: key === "title" ? null : "off" });
  const options = ["", "high", "medium", "low"].map((each) => h("option", { value: each, text: each ? t(`priority${each[0].toUpperCase()}${each.slice(1)}`) : "—" }));
  if (value && !["high", "medium", "low"].includes(value)) options.push(h("option", { value, text: value }));
  const select = h("select", { id, name: key, class: "field", "aria-describedby": `${id}-note` }, options);
  select.value = value;
  return select;
}

/** Returns a text field with the system's date control next to it. */
function withDate(key, input, handlers) {
  const picker = h("input", { type: "date", class: "field date-picker", "aria-label": t("pickDate", { field: fieldName(key) }), value: dayOf(input.value), tabindex: "0" });
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
  for (const key of FIELDS) showNote(session, key, handlers);
  const save = element.querySelector(".save");
  save.disabled = session.isSaving;
  setText(save, session.isSaving ? t("saving") : t("save"));
  element.classList.toggle("changed", changedFields(form).length > 0);
}

function showNote({ element, form }, key, handlers) {
  const row = element.querySelector(`[data-field="${key}"]`);
  const note = row.querySelector(".field-note");
  const clash = form.clashes[key];
  row.classList.toggle("clash", Boolean(clash));
  const words = clash ? "" : outsideWords(form, key) ?? (key === "body" ? lengthWords(form) : "");
  const state = JSON.stringify([words, clash]);
  if (note.state === state) return;
  note.state = state;
  note.classList.toggle("outside", !clash && Boolean(form.outside[key]));
  if (clash) note.replaceChildren(clashBlock(form, key, clash, handlers));
  else setText(note, words);
  if (key === "body" && !clash) note.classList.toggle("problem", isTooLong(form));
}

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
function clashBlock(form, key, { theirs, by }, handlers) {
  const choose = (choice) => () => {
    settle(form, key, choice);
    const input = document.querySelector(`#field-${key}`);
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
      holdsBoth(key) && h("button", { type: "button", text: t("takeBoth"), onclick: choose("both") })),
  );
}

const limit = () => store.board?.settings.bodyLimit ?? null;
const length = (form) => [...form.texts.body].length;
const isTooLong = (form) => limit() !== null && length(form) > limit();

function lengthWords(form) {
  return limit() === null ? "" : t("bodyCount", { count: length(form), limit: limit() });
}

