// One mark of a task: a date, a priority, a tag, a person, or the value of another field.

import { fullDate, shortDate } from "../core/dates.js";
import { brief, h, icon, plain, svg } from "../core/dom.js";
import { fieldName, formFields } from "../state/store.js";

/** The number of colours for tags; `card.css` has them as `--tag0` and so on. */
const COLOURS = 5;

/** The marks that are a symbol. Their words are for screen readers, and a tooltip. */
const SYMBOLS = { reminds: "bell", repeats: "repeat" };

/** Returns the element of a mark. */
export function markChip(mark, card) {
  // Only the page's own words are used as classes, since a tag may have the same name.
  const { kind, tone, value = null } = mark;
  const chip = h("span", { class: mark.overdue ? "mark overdue" : "mark", data: { kind, ...(tone && { tone }), ...(value && { value }) } });
  if (tone === "person") return personChip(chip, mark);
  if (kind === "priority") return priorityChip(chip, mark);
  if (tone === "tag") chip.dataset.colour = String(colour(value ?? mark.text));
  if (kind === "conflicts") chip.append("⚑ ");
  if (kind === "checklist") chip.append(progress(mark), " ");
  if (mark.field === "project") chip.append("▸ ");
  chip.append(SYMBOLS[kind] ? icon(SYMBOLS[kind]) : h("bdi", { text: kind === "field" ? ownText(mark) : brief(mark.text) }));
  chip.classList.toggle("misfit", Boolean(mark.misfit));
  chip.classList.toggle("today", Boolean(mark.isToday));
  if (kind === "children") nameChip(chip, `${fieldName("children")}: ${mark.done}/${mark.total}`);
  else if (kind === "field" || mark.field === "project") chip.title = `${fieldName(mark.field)}: ${brief(value)}`;
  if (kind === "due" && card.due) chip.title = fullDate(card.due);
  if (mark.spoken) nameChip(chip, mark.spoken);
  return chip;
}

/**
 * Returns the text of a declared field's value. A number says nothing without its name, and a date
 * of a file is not how people write one.
 */
function ownText({ field, text, misfit }) {
  const { type, label } = formFields().find((each) => each.field === field) ?? {};
  const words = type === "date" && !misfit ? shortDate(text) : brief(text);
  return `${misfit ? "! " : ""}${type === "number" || type === "date" ? `${label} ` : ""}${words}`;
}

/** Gives a symbol a name, for screen readers and as a tooltip. */
function nameChip(chip, words) {
  const name = plain(words);
  chip.title = name;
  chip.role = "img";
  chip.ariaLabel = name;
}

/** Returns one to three ticks; the word is for screen readers, and a tooltip. */
function priorityChip(chip, mark) {
  const name = `${fieldName("priority")}: ${mark.text}`;
  chip.title = name;
  chip.append(ticks(mark.value), h("span", { class: "visually-hidden", text: name }));
  return chip;
}

/** Returns the ticks of a priority: three for `high`, none without one. */
export function ticks(priority) {
  const count = { high: 3, medium: 2, low: 1 }[priority] ?? 0;
  const bars = [0, 1, 2].map((index) => svg("rect", {
    x: 1 + index * 5, y: 9 - index * 4, width: 3, height: 5 + index * 4, rx: 1, class: index < count ? "tick" : "tick off",
  }));
  return svg("svg", { viewBox: "0 0 15 15", class: "ticks", "aria-hidden": "true" }, ...bars);
}

/**
 * Returns initials in the person's colour, with the full name for screen readers and as a tooltip.
 */
function personChip(chip, mark) {
  const name = mark.text.replace(/^@/, "");
  chip.title = brief(mark.text);
  chip.append(avatar(name), h("span", { class: "visually-hidden", text: mark.text }));
  return chip;
}

/** Returns the initials of a person. The name must be next to it, or its label. */
export function avatar(name) {
  const element = h("span", { class: "avatar", "aria-hidden": "true", text: initials(name) });
  element.style.setProperty("--hue", String(hue(name)));
  return element;
}

/** Returns the number of a tag's colour, always the same for the same name. */
export const colour = (name) => hash(name) % COLOURS;

/** Returns a hue angle, always the same for the same name. */
export const hue = (name) => (hash(name) * 137) % 360;

/** Returns a number for a name (FNV-1a), in any case of its letters. */
function hash(name) {
  const sum = [...name.toLowerCase()].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 0x01000193), 0x811c9dc5);
  return (sum ^ (sum >>> 15)) >>> 0;
}

/** Returns at most two initials, from the first two words or one. */
export function initials(name) {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? "")].slice(0, 2);
  return letters.join("").toLocaleUpperCase();
}

function progress(mark) {
  const bar = h("span", { class: "progress", "aria-hidden": "true" });
  const done = h("span", { class: "progress-done" });
  done.style.width = `${mark.total ? Math.round((100 * mark.done) / mark.total) : 0}%`;
  bar.append(done);
  return bar;
}
