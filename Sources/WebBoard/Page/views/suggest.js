// Word completion while typing.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { store } from "../state/store.js";

const PAUSE = 120;

/**
 * Offers completions below a text field. Down and Up select one, Enter or Tab accepts it.
 *
 * @param {HTMLInputElement} input
 * @param {"query"|"entry"} purpose
 * @returns {{hide: () => void}}
 */
export function suggest(input, purpose) {
  const id = `suggestions-${Math.random().toString(36).slice(2, 8)}`;
  const list = h("ul", { class: "choices suggestions", role: "listbox", id, hidden: true, "aria-label": t("completions") });
  const field = { input, list, words: [], cursor: -1, timer: 0, asked: 0, purpose };
  Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": id, "aria-expanded": "false" })
    .forEach(([name, value]) => input.setAttribute(name, value));
  input.after(list);
  input.addEventListener("input", () => askSoon(field));
  input.addEventListener("keydown", (event) => press(field, event));
  input.addEventListener("blur", () => setTimeout(() => hide(field), 150));
  return { hide: () => hide(field) };
}

function askSoon(field) {
  clearTimeout(field.timer);
  if (store.isOffline || !/\S$/.test(field.input.value)) return hide(field);
  field.timer = setTimeout(() => askFor(field), PAUSE);
}

async function askFor(field) {
  const text = field.input.value;
  const asked = (field.asked += 1);
  try {
    const { words } = await get(`/api/completions?${new URLSearchParams({ text, for: field.purpose })}`);
    if (asked === field.asked && text === field.input.value && document.activeElement === field.input) show(field, words);
  } catch {
    hide(field);
  }
}

function show(field, words) {
  Object.assign(field, { words, cursor: -1 });
  field.list.hidden = !words.length;
  field.input.setAttribute("aria-expanded", String(Boolean(words.length)));
  draw(field);
}

function hide(field) {
  clearTimeout(field.timer);
  // An answer that is under way would open the list again.
  field.asked += 1;
  show(field, []);
}

function draw(field) {
  const rows = field.words.map((word, index) => h("li", {
    role: "option", id: `${field.list.id}-${index}`, text: word, "aria-selected": String(index === field.cursor),
    // The field keeps the focus, and a finger can scroll the list.
    onmousedown: (event) => event.preventDefault(),
    onclick: () => take(field, word),
  }));
  field.list.replaceChildren(...rows);
  field.input.setAttribute("aria-activedescendant", rows[field.cursor]?.id ?? "");
}

function press(field, event) {
  if (event.isComposing) return;
  const { words, cursor } = field;
  // Without a selected completion, Enter is the field's own, and the list is in the way after it.
  if (event.key === "Enter" && cursor < 0) return hide(field);
  if (field.list.hidden) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    field.cursor = (cursor + step + words.length + (cursor < 0 && step < 0 ? 1 : 0)) % words.length;
    draw(field);
  } else if (event.key === "Tab" && !event.shiftKey) take(field, words[Math.max(cursor, 0)]);
  else if (event.key === "Enter") take(field, words[cursor]);
  else if (event.key === "Escape") hide(field);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Replaces the last word with a completion. */
function take(field, word) {
  const { input } = field;
  input.value = input.value.replace(/\S*$/, "") + word + (word.endsWith(":") ? "" : " ");
  hide(field);
  input.dispatchEvent(new Event("input"));
  clearTimeout(field.timer);
}
