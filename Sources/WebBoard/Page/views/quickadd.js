// A new task from one line of text, with its interpretation below.

import { get, parameters, Problem } from "../core/api.js";
import { h, iconButton, isNarrow } from "../core/dom.js";
import { focusBoard } from "../core/focus.js";
import { fail } from "../core/toasts.js";
import { t, title } from "../core/words.js";
import { card, dispatch, labelOf, readOnly, shownColumn, store } from "../state/store.js";
import { addTask, newCode } from "../commands/changes.js";
import { register } from "../commands/registry.js";
import { cardElement, columnElement, focusCard, setAdd } from "./board.js";
import { previewWhileTyping } from "./prompt.js";
import { suggest } from "./suggest.js";

const DRAFT = "pmd.entry";
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
  section.querySelector(".column-head").after(form);
  section.scrollIntoView({ inline: "nearest", block: "nearest" });
  form.querySelector("input").focus();
}

setAdd(addInColumn);
register({ add: () => addInColumn() });

/** Returns the state under the cursor, or the first open one if that is finished. */
function columnOfCursor() {
  const { states, finished } = store.board.settings;
  const state = isNarrow() ? shownColumn() : card(store.current)?.state;
  return states.includes(state) && !finished.includes(state) ? state : states.find((each) => !finished.includes(each)) ?? states[0];
}

function makeForm(state) {
  const label = t("addTo", { state: labelOf(state) });
  const input = h("input", {
    type: "text", class: "field", value: localStorage.getItem(DRAFT) ?? "", placeholder: t("addHint"), "aria-label": label,
    autocomplete: "off", enterkeyhint: "done", autocapitalize: "sentences",
  });
  const note = h("p", { class: "preview", role: "status" });
  const element = h(
    "form", { class: "quick-add", data: { column: state } }, input, note,
    h("div", { class: "buttons" },
      h("button", { type: "submit", class: "primary", text: title("add") }),
      iconButton("close", t("close"), () => leave())),
  );
  previewWhileTyping(input, note, (text) => get(`/api/entry${parameters({ text, state })}`));
  suggest(input, "entry");
  input.addEventListener("input", () => keep(input.value));
  input.addEventListener("keydown", (event) => event.key === "Escape" && !event.isComposing && leave(event));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(input, note, state);
  });
  return element;
}

/** Keeps the text of an unfinished task. */
function keep(text) {
  if (text.trim()) localStorage.setItem(DRAFT, text);
  else localStorage.removeItem(DRAFT);
}

async function submit(input, note, state) {
  const text = input.value.trim();
  if (!text) return leave();
  input.value = "";
  note.textContent = "";
  try {
    const id = newCode();
    dispatch({ type: "setCurrent", id });
    const adding = addTask(id, text, state);
    showAdded(id);
    await adding;
    if (!input.value) keep("");
  } catch (error) {
    if (!input.value) input.value = text;
    keep(text);
    note.textContent = error instanceof Problem ? error.message : t("needsServer");
    note.classList.add("problem");
    if (!form?.isConnected) fail(note.textContent);
  }
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
