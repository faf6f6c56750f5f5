// A new task from one line of text, with its interpretation below, and a body on request. It is where
// the new card will be: at the end of the column.

import { get, parameters, Problem } from "../core/api.js";
import { h, iconButton, isNarrow } from "../core/dom.js";
import { focusBoard } from "../core/focus.js";
import { continueLists } from "../core/lists.js";
import { here } from "../core/place.js";
import { go, taskAddress } from "../core/router.js";
import { fail } from "../core/toasts.js";
import { t } from "../core/words.js";
import { loadMore } from "../state/load.js";
import { card, columns, dispatch, labelOf, readOnly, shownColumn, store } from "../state/store.js";
import { addTask, newCode } from "../commands/changes.js";
import { register } from "../commands/registry.js";
import { cardElement, columnElement, focusCard, setAdd } from "./board.js";
import { previewWhileTyping } from "./prompt.js";
import { suggest } from "./suggest.js";

const DRAFT = here("pmd.entry");
const BODY_DRAFT = here("pmd.entry.body");
/** Prefixes the texts of tasks that are not stored yet. Those that no window is adding are drafts. */
const ADDED = here("pmd.entry.added ");
/** Those that this window is adding. */
const adding = new Set();
/** The time after which no window can be adding a text any more, in milliseconds. */
const LONGEST = 60_000;
addEventListener("pagehide", () => [...adding].filter((key) => localStorage.getItem(key)).forEach((key) => keepAdded(key, ...addedTexts(key))));
/** @type {HTMLFormElement|null} */
let form = null;

/** Opens quick add in a column, by default the one under the cursor. */
function addInColumn(state = columnOfCursor()) {
  const reason = readOnly();
  if (reason) return fail(reason);
  const section = columnElement(state);
  if (!section) return;
  close();
  form = makeForm(state);
  section.querySelector(".cards").after(form);
  section.scrollIntoView({ inline: "nearest", block: "nearest" });
  form.querySelector("input").focus();
  // The end of the column stays in view when the form becomes higher.
  new ResizeObserver(() => scrollToEnd(state)).observe(form);
  const own = form;
  const watch = new ResizeObserver(() => keepClear(own));
  for (const each of [form, section.querySelector(".cards"), document.body]) watch.observe(each);
  loadRest(state, form);
}

/** The height of a message of two lines, and its distance from the end of the page. */
const MESSAGE = 96;

/** Notes where messages do not cover a form: below it if there is room, or else above it. */
function keepClear(own) {
  const { top, bottom } = own.getBoundingClientRect();
  const { style, clientHeight } = document.documentElement;
  if (own.isConnected) style.setProperty("--quick-add", clientHeight - bottom < MESSAGE ? `${clientHeight - top}px` : "0px");
}

function scrollToEnd(state) {
  const list = columnElement(state)?.querySelector(".cards");
  if (list) list.scrollTop = list.scrollHeight;
}

/** Loads the rest of a column, since the new card will be below it. */
async function loadRest(state, own) {
  const column = () => columns().find((each) => each.state === state);
  for (let before = -1; own === form && column()?.next && column().tasks.length > before;) {
    before = column().tasks.length;
    await loadMore(column()).catch(() => {});
  }
  if (own === form) scrollToEnd(state);
}

setAdd(addInColumn);
register({ add: () => addInColumn() });

/** Returns the state under the cursor, or the first open one if that is finished. */
function columnOfCursor() {
  const { states, finished } = store.board.settings;
  const state = isNarrow() ? shownColumn() : card(store.current)?.state;
  return states.includes(state) && !finished.includes(state) ? state : states.find((each) => !finished.includes(each)) ?? states[0];
}

/** Returns the unfinished text and body; without one, what was not added after all. */
function draft() {
  const kept = () => [DRAFT, BODY_DRAFT].map((name) => localStorage.getItem(name) ?? "");
  const left = Object.keys(localStorage).find((key) => key.startsWith(ADDED) && !adding.has(key) && isLeft(key));
  if (!left || kept().some(Boolean)) return kept();
  const [text, body] = addedTexts(left);
  localStorage.removeItem(left);
  keepDraft(text, body);
  return [text, body];
}

function makeForm(state) {
  const [text, kept] = draft();
  const label = t("addTo", { state: labelOf(state) });
  const input = h("input", {
    type: "text", class: "field", value: text, placeholder: t("addHint"), "aria-label": label,
    autocomplete: "off", enterkeyhint: "done", autocapitalize: "sentences", dir: "auto",
  });
  const note = h("p", { class: "preview", role: "status" });
  const body = continueLists(h("textarea", { class: "field quick-body", rows: "3", value: kept, hidden: !kept, "aria-label": t("body"), placeholder: t("body"), dir: "auto" }));
  const own = { input, note, body, state };
  const element = h(
    "form", { class: "quick-add", data: { column: state } }, input, note, body,
    h("div", { class: "buttons" },
      h("button", { type: "submit", class: "primary", text: t("add") }),
      h("button", { type: "button", class: "quiet add-open", text: t("addAndOpen"), title: `${t("addAndOpen")} (Ctrl-Enter)`, onclick: () => submit(own, true) }),
      h("button", { type: "button", class: "quiet add-body", text: t("addBody"), title: `${t("addBody")} (Shift-Enter)`, hidden: Boolean(kept), onclick: () => showBody(own) }),
      iconButton("close", t("close"), () => leave())),
  );
  previewWhileTyping(input, note, (text) => get(`/api/entry${parameters({ text, state })}`));
  suggest(input, "entry");
  input.addEventListener("input", () => keep(DRAFT, input.value));
  body.addEventListener("input", () => keep(BODY_DRAFT, body.value));
  element.addEventListener("keydown", (event) => press(event, own));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(own, false);
  });
  return element;
}

function press(event, own) {
  if (event.isComposing) return;
  const isEnter = event.key === "Enter";
  if (event.key === "Escape") return leave(event);
  if (isEnter && (event.ctrlKey || event.metaKey)) submit(own, true);
  else if (isEnter && event.shiftKey && event.target === own.input) showBody(own);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function showBody({ body }) {
  hideBody(body, false);
  body.focus();
}

function hideBody(body, isHidden) {
  body.hidden = isHidden;
  body.form.querySelector(".add-body").hidden = !isHidden;
}

/** Keeps the text of an unfinished task. */
function keep(name, text) {
  if (text.trim()) localStorage.setItem(name, text);
  else localStorage.removeItem(name);
}

function keepDraft(text, body) {
  keep(DRAFT, text);
  keep(BODY_DRAFT, body);
}

/** Adds the task. @param {boolean} opens True to show its page. */
async function submit(own, opens) {
  const { input, note, body, state } = own;
  const text = input.value.trim();
  const more = body.value.trim() ? body.value : "";
  if (!text) return more ? input.focus() : leave();
  input.value = body.value = "";
  hideBody(body, true);
  note.textContent = "";
  input.focus();
  const id = newCode();
  const key = ADDED + id;
  const onstored = () => localStorage.removeItem(key);
  keepAdded(key, text, more, Date.now());
  adding.add(key);
  keepDraft("", "");
  try {
    dispatch({ type: "setCurrent", id });
    const answer = addTask(id, text, state, { body: more, onstored });
    showAdded(id);
    await answer;
    onstored();
    if (!opens) return;
    close();
    go(taskAddress(id));
  } catch (error) {
    keepAdded(key, text, more);
    adding.delete(key);
    showRefused(own, error instanceof Problem ? error.message : t("needsServer"));
  }
}

/** @param {number} [time] The time since when a window has been adding the texts; 0 if none is. */
const keepAdded = (key, text, body, time = 0) => localStorage.setItem(key, JSON.stringify([text, body, time]));

const addedTexts = (key) => JSON.parse(localStorage.getItem(key)).slice(0, 2);

/** True if no window is adding the texts of a key. */
const isLeft = (key) => Date.now() - JSON.parse(localStorage.getItem(key))[2] > LONGEST;

/** Shows the reason for which a task was not added. Its text is a draft again, if no other is being typed. */
function showRefused({ input, note, body }, reason) {
  if (!input.isConnected) return fail(reason);
  if (!input.value) [input.value, body.value] = draft();
  hideBody(body, !body.value);
  note.textContent = reason;
  note.classList.add("problem");
}

/** Scrolls to a new card once it has been drawn. */
function showAdded(id) {
  requestAnimationFrame(() => requestAnimationFrame(() => cardElement(id)?.scrollIntoView({ block: "nearest" })));
}

function leave(event) {
  event?.preventDefault();
  event?.stopPropagation();
  const last = store.current;
  close();
  if (last && card(last)) focusCard(last);
  else focusBoard();
}

function close() {
  form?.remove();
  form = null;
}
