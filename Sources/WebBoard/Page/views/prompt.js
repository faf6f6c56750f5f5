// A one-line prompt for changes in words, a note, a snooze, or a day in the past.

import { Problem, get, parameters, post, taskPath } from "../core/api.js";
import { h } from "../core/dom.js";
import { toast } from "../core/toasts.js";
import { count, t, title as titleOf } from "../core/words.js";
import { card, dispatch, store } from "../state/store.js";
import { addTask, newCode, perform } from "../commands/changes.js";
import { showPast } from "../commands/past.js";
import { register } from "../commands/registry.js";
import { openDialog } from "./dialog.js";
import { look } from "./reminders.js";
import { suggest } from "./suggest.js";

const PAUSE = 150;

/** @type {Object<string, {title: (ids: string[]) => string, completes?: boolean, button?: () => string, preview?: (text: string) => Promise<any>, submit: (text: string, ids: string[]) => Promise<any>}>} */
const PURPOSES = {
  change: {
    completes: true,
    title: (ids) => count("changePrompt", "changeManyPrompt", ids.length, { count: ids.length }),
    preview: (text) => get(`/api/entry${parameters({ text, for: "change" })}`),
    submit: (text, ids) => perform(
      { ids, effects: [], send: () => post("/api/change", { tasks: ids, words: text }), later: null },
      { isQuiet: true },
    ),
  },
  annotate: {
    title: () => t("notePrompt"),
    submit: (text, [id]) => perform(
      { ids: [id], effects: [], send: () => post(taskPath(id, "/notes"), { text }), later: null },
      { isQuiet: true },
    ),
  },
  past: { title: () => t("pastPrompt"), submit: showPast },
  snooze: {
    title: () => t("snoozePrompt"),
    submit: async (text, ids) => {
      toast((await post("/api/snooze", { tasks: ids, until: text.trim() })).sentence);
      look();
    },
  },
};

/**
 * Asks for a line of text.
 *
 * @param {"change"|"annotate"|"past"|"snooze"} name
 * @param {string[]} ids
 * @param {string} [text] The initial text.
 */
const openPrompt = (name, ids, text = "") => openFor(PURPOSES[name], ids, text);

/**
 * Asks for a new task.
 *
 * @param {string} title
 * @param {string} words The words that every task of this kind has, such as its due date.
 */
export function askForTask(title, words) {
  const { states, finished } = store.board.settings;
  const state = states.find((each) => !finished.includes(each)) ?? states[0];
  // A date of the user's own comes first.
  const whole = (text) => (/(^|\s)due[:=]/.test(text) ? text : `${text} ${words}`);
  openFor({
    title: () => title,
    button: () => titleOf("add"),
    completes: true,
    preview: (text) => get(`/api/entry${parameters({ text: whole(text), state })}`),
    submit: (text) => addTask(newCode(), whole(text), state),
  }, [], "");
}

function openFor(purpose, ids, text) {
  const { content, close } = openDialog(purpose.title(ids), { class: "prompt" });
  const input = h("input", { type: "text", class: "field", value: text, "aria-label": purpose.title(ids), autocomplete: "off", enterkeyhint: "done" });
  const note = h("p", { class: "preview", role: "status" });
  const form = h(
    "form", { class: "prompt-form" },
    ids.length === 1 && h("p", { class: "note", text: card(ids[0])?.title }), input, note,
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", text: purpose.button?.() ?? t("done") })),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!input.value.trim()) return close();
    try {
      await purpose.submit(input.value, ids);
      dispatch({ type: "clearSelection" });
      close();
    } catch (error) {
      show(note, { problem: error instanceof Problem ? error.message : t("needsServer") });
    }
  });
  if (purpose.preview) previewWhileTyping(input, note, purpose.preview);
  content.append(form);
  if (purpose.completes) suggest(input, "entry");
  input.focus();
  input.setSelectionRange(text.length, text.length);
}

function show(note, { line, problem }) {
  note.textContent = problem ?? line ?? "";
  note.classList.toggle("problem", Boolean(problem));
}

/** Shows the interpretation of the words while the user is typing. */
export function previewWhileTyping(input, note, load) {
  let timer = 0;
  const ask = async () => {
    const text = input.value;
    // A key whose value has not been typed yet is not an error.
    if (!text.trim() || /(^|\s)[\w-]+:$/.test(text)) return show(note, {});
    if (store.isOffline) return show(note, { line: t("keptAsText") });
    try {
      const answer = await load(text);
      if (text === input.value) show(note, answer);
    } catch {
      show(note, {});
    }
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  if (input.value) ask();
}

const remindersOf = (ids) => (ids.length === 1 && card(ids[0])?.remind?.join?.(",")) || "";

register({
  change: (ids) => openPrompt("change", ids),
  remind: (ids) => openPrompt("change", ids, `remind=${remindersOf(ids)}`),
  snooze: (ids) => openPrompt("snooze", ids),
  annotate: (ids) => openPrompt("annotate", ids),
  past: () => openPrompt("past", []),
});
