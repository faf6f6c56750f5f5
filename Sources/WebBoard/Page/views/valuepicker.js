// Chooses values by typing: people, tags, a project, or one of a field's choices.

import { fill, h } from "../core/dom.js";
import { t } from "../core/words.js";
import { openPopover } from "./popover.js";
import { suggestions } from "./values.js";

/** The number of rows shown at once; typing finds the others. */
const ROWS = 50;

/**
 * @typedef {Object} Picker
 * @property {string} label
 * @property {string[]} chosen
 * @property {boolean} isMany True if there can be several values; they are taken when it is closed.
 * @property {boolean} [canBeEmpty] False if a value can only be replaced.
 * @property {{value: string, label: string}[]} [choices] The only values possible.
 * @property {string} [sign] The sign that stands before a value.
 * @property {string} [field] The key of the field, whose values on the board are suggested.
 * @property {(value: string) => Node|null} [symbol]
 * @property {(values: string[]) => void} onpick
 */

/**
 * Lets a person choose values at a button. Enter chooses the row under the cursor; Escape leaves the
 * values as they were.
 *
 * @param {Element} at
 * @param {Picker} options
 */
export async function pickValues(at, options) {
  const state = { ...options, before: [...options.chosen], chosen: [...options.chosen], known: [], rows: [], cursor: -1 };
  const id = `values-${Math.random().toString(36).slice(2, 8)}`;
  state.list = h("ul", { class: "choices", role: "listbox", id, "aria-label": options.label, "aria-multiselectable": options.isMany ? "true" : null });
  state.input = h("input", {
    type: "text", class: "field", role: "combobox", "aria-label": options.label, "aria-controls": id, "aria-expanded": "true",
    "aria-autocomplete": "list", autofocus: true, autocomplete: "off", autocapitalize: "none", autocorrect: "off", enterkeyhint: "done",
    placeholder: options.choices ? options.label : t("findOrAdd"), dir: "auto",
  });
  const box = h("div", { class: "value-picker" }, state.input, state.list, options.isMany && h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", text: t("done"), onclick: () => state.popover.close() })));
  state.popover = openPopover(options.label, at, box, { onclose: (isCancelled) => take(state, isCancelled) });
  state.input.addEventListener("input", () => {
    state.cursor = typed(state) ? 0 : -1;
    draw(state);
  });
  state.input.addEventListener("keydown", (event) => press(state, event));
  state.known = options.choices?.map(({ value }) => value) ?? suggestions(options.field, options.sign, (known) => {
    state.known = known;
    draw(state);
  });
  if (!options.isMany) state.cursor = Math.max(0, state.known.indexOf(state.chosen[0]));
  draw(state);
}

function take({ chosen, before, onpick }, isCancelled) {
  if (!isCancelled && chosen.join("\n") !== before.join("\n")) onpick(chosen);
}

/** Returns the rows for the typed text: the values found, and the text itself as a new value. */
function rowsFor(state) {
  const text = typed(state);
  const all = [...new Set([...state.before, ...state.chosen, ...state.known])];
  const found = all.filter((value) => labelOf(state, value).toLowerCase().includes(text.toLowerCase()))
    .sort((a, b) => starts(b, text) - starts(a, text));
  const isNew = text && !state.choices && !all.some((value) => value.toLowerCase() === text.toLowerCase());
  const none = !state.isMany && state.canBeEmpty !== false && !text && state.before.length ? [{ value: null, words: t("noValue") }] : [];
  return [...found.slice(0, ROWS).map((value) => ({ value, words: labelOf(state, value) })), ...(isNew ? [{ value: text, words: t("addValue", { text: (state.sign ?? "") + text }) }] : []), ...none];
}

const starts = (value, text) => Number(text !== "" && value.toLowerCase().startsWith(text.toLowerCase()));

/** The typed text without the sign, and without a comma that would separate values. */
const typed = ({ input, sign = "" }) => {
  const text = input.value.replaceAll(",", " ").trim();
  return sign && text.startsWith(sign) ? text.slice(sign.length) : text;
};

const labelOf = ({ choices, sign = "" }, value) => choices?.find((each) => each.value === value)?.label ?? sign + value;

function draw(state) {
  state.rows = rowsFor(state);
  state.cursor = Math.min(state.cursor, state.rows.length - 1);
  fill(state.list, state.rows.map((row, index) => h("li", {
    role: "option", id: `${state.list.id}-${index}`, "aria-selected": String(isChosen(state, row)), class: index === state.cursor ? "cursor" : "",
    // The text field keeps the focus, and a finger can scroll the list.
    onmousedown: (event) => event.preventDefault(),
    onclick: () => choose(state, row),
  }, h("span", { class: "value-row" }, row.value && state.symbol?.(row.value), h("bdi", { text: row.words })), h("span", { class: "value-check", "aria-hidden": "true", text: isChosen(state, row) ? "✓" : "" }))));
  state.list.hidden = !state.rows.length;
  state.input.setAttribute("aria-activedescendant", state.cursor >= 0 ? `${state.list.id}-${state.cursor}` : "");
  state.list.children[state.cursor]?.scrollIntoView({ block: "nearest" });
}

const isChosen = ({ chosen }, { value }) => value !== null && chosen.includes(value);

function choose(state, row) {
  if (!row) return state.popover.close();
  const { value } = row;
  if (!state.isMany) {
    state.chosen = value === null ? [] : [value];
    return state.popover.close();
  }
  state.chosen = state.chosen.includes(value) ? state.chosen.filter((each) => each !== value) : [...state.chosen, value];
  state.input.value = "";
  state.cursor = -1;
  draw(state);
}

function press(state, event) {
  if (event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const count = Math.max(1, state.rows.length);
  if (step) state.cursor = (state.cursor + step + count + (state.cursor < 0 && step < 0 ? 1 : 0)) % count;
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return state.popover.close();
  else if (event.key === "Enter" || event.key === "," && state.isMany && typed(state)) {
    event.preventDefault();
    return choose(state, state.rows[state.cursor]);
  } else if (event.key === "Backspace" && !state.input.value && state.isMany) state.chosen = state.chosen.slice(0, -1);
  else return;
  if (step) event.preventDefault();
  draw(state);
}
