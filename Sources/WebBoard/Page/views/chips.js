// The values of a task as a row of chips. Pressing one changes it in place.

import { dueWords, isLate } from "../core/dates.js";
import { brief, h, icon } from "../core/dom.js";
import { t } from "../core/words.js";
import { formFields } from "../state/store.js";
import { isToday } from "./cardfacts.js";
import { pickDate } from "./datecontrol.js";
import { avatar, colour, ticks } from "./marks.js";
import { pickValues } from "./valuepicker.js";

/** @typedef {import("../state/fields.js").Field} Field */

/** The fields with a chip, in order. */
const SHOWN = ["due", "assignees", "tags", "priority", "project"];

/** The signs before values, as users type them. */
const SIGNS = { tags: "+", assignees: "@" };

/** Returns the fields with a chip, in order. @returns {Field[]} */
export const chipFields = () => SHOWN.map((name) => formFields().find(({ field }) => field === name)).filter(Boolean);

/** True if a field has a chip. @param {Field} field */
export const hasChip = ({ field }) => SHOWN.includes(field);

/**
 * Returns the chip of a field.
 *
 * @param {Field} field
 * @param {any} value A text or a list, as in the JSON of a task.
 * @param {{words?: string, isFinished?: boolean, onpick?: (value: any) => void}} [options] The words of
 *   a date as the server has them. Without `onpick`, the value cannot be changed.
 */
export function chip(field, value, { words = "", isFinished = false, onpick } = {}) {
  const isEmpty = !value || Array.isArray(value) && !value.length;
  const spoken = isEmpty ? t("noValue") : words || spokenWords(field, value);
  const content = [symbol(field, value), isEmpty ? h("span", { text: field.label }) : shownValue(field, value, words, isFinished)].flat();
  const properties = { class: isEmpty ? "chip empty" : "chip", id: `chip-${field.field}`, data: { field: field.field } };
  if (!onpick) return isEmpty ? null : h("span", { ...properties, title: field.label }, content);
  return h("button", {
    ...properties, type: "button", "aria-haspopup": "dialog", "aria-label": `${field.label}: ${spoken}`, title: field.label,
    onclick: (event) => pick(field, event.currentTarget, value, onpick),
  }, content);
}

/** Opens the picker of a field at an element. */
export function pick(field, at, value, onpick) {
  const { label, kind } = field;
  if (kind === "date") return pickDate(at, { label, value: value || null, canBeEmpty: !field.required, onpick });
  const isMany = kind === "list";
  pickValues(at, {
    label, isMany, field: field.field, sign: SIGNS[field.field], choices: kind === "choice" ? field.choices : undefined,
    chosen: [value ?? []].flat().filter(Boolean), symbol: (each) => valueSymbol(field, each),
    onpick: (values) => onpick(isMany ? values : values[0] ?? null),
  });
}

/** The icons of fields, before their values. */
const ICONS = { due: "calendar", assignees: "person", tags: "tag", project: "project" };

function symbol(field, value) {
  if (field.field === "priority") return ticks(value);
  const isShown = field.field === "assignees" && value?.length;
  return isShown || !ICONS[field.field] ? null : icon(ICONS[field.field]);
}

function valueSymbol({ field }, value) {
  if (field === "priority") return ticks(value);
  return field === "assignees" ? avatar(value) : null;
}

function shownValue(field, value, words, isFinished) {
  switch (field.field) {
    case "due": return dueValue(value, words, isFinished);
    case "assignees": return value.map((name) => h("span", { class: "chip-person" }, avatar(name), h("bdi", { text: brief(name) })));
    case "tags": return value.map((name) => h("bdi", { class: "chip-tag mark", data: { colour: String(colour(name)) }, text: `+${brief(name)}` }));
    default: return h("bdi", { text: brief(spokenWords(field, value)) });
  }
}

function dueValue(value, words, isFinished) {
  const late = !isFinished && isLate(value);
  const text = words || (late ? "! " : "") + dueWords(value);
  const name = late ? "overdue" : !isFinished && isToday(value) ? "today" : "";
  return h("bdi", { class: `mark ${name}`.trim(), text });
}

/** Returns a value as words. */
function spokenWords(field, value) {
  if (field.kind === "date") return dueWords(value);
  if (Array.isArray(value)) return value.map((each) => (SIGNS[field.field] ?? "") + each).join(", ");
  return field.choices?.find((each) => each.value === value)?.label ?? value;
}
