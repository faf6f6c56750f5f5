// A card: title, marks, and the first lines of the body.

import { fullDate, shortDate } from "../core/dates.js";
import { brief, fill, h, iconButton, setText } from "../core/dom.js";
import { taskAddress } from "../core/router.js";
import { t } from "../core/words.js";
import { fieldName, formFields, store } from "../state/store.js";

/** @typedef {import("../state/store.js").Card} Card */

/** Creates the list item of a task. `showCard` sets its content. */
export function makeCard(id) {
  const link = h("a", { class: "card-title", href: taskAddress(id), draggable: "false" });
  const menu = iconButton("more", "", null, { class: "card-menu", "aria-haspopup": "menu" });
  const face = h(
    "div", { class: "card-face" }, link, h("p", { class: "excerpt" }), h("div", { class: "marks" }), menu,
  );
  return h("li", { class: "card", data: { task: id } }, face);
}

/**
 * Shows a card, changing only what differs.
 *
 * @param {HTMLLIElement} item
 * @param {Card & {isWaiting?: boolean, isNew?: boolean, dueText?: string|null}} card
 * @param {{finished: boolean, isStop: boolean}} place
 */
export function showCard(item, card, { finished, isStop }) {
  const link = item.querySelector(".card-title");
  const menu = item.querySelector(".card-menu");
  setText(link, brief(card.title) || t("untitled"));
  const label = t("actionsOf", { title: card.title });
  if (menu.getAttribute("aria-label") !== label) {
    menu.setAttribute("aria-label", label);
    menu.title = t("actions");
  }
  link.tabIndex = menu.tabIndex = isStop ? 0 : -1;
  item.classList.toggle("finished", finished);
  item.classList.toggle("selected", store.selection.has(card.id));
  item.classList.toggle("waiting", Boolean(card.isWaiting));
  item.classList.toggle("glowing", store.glowing.has(card.id));
  item.classList.toggle("carried", Boolean(store.carry?.ids.includes(card.id)));
  showMarks(item, card);
  setText(item.querySelector(".excerpt"), (card.excerpt ?? []).slice(0, 3).join("\n"));
}

function showMarks(item, card) {
  const marks = shownMarks(card);
  const box = item.querySelector(".marks");
  const key = JSON.stringify([marks, marks.map(({ field }) => field && fieldName(field)), card.due, card.isWaiting]);
  if (box.key === key) return;
  box.key = key;
  const people = marks.filter((mark) => mark.tone === "person");
  fill(
    box, ...marks.filter((mark) => !people.includes(mark)).map((mark) => markChip(mark, card)),
    card.isWaiting && h("span", { class: "mark waits", text: t("waitsToBeSent") }),
    people.length > 0 && h("span", { class: "people" }, people.map((mark) => markChip(mark, card))),
  );
}

/** Returns the marks of a card, including an unsent date. */
function shownMarks(card) {
  const more = card.ticksMore ?? 0;
  const marks = (card.marks ?? []).map((mark) => {
    if (mark.kind !== "checklist" || !more) return mark;
    return { ...mark, done: mark.done + more, text: `${mark.done + more}/${mark.total}` };
  });
  if (card.dueText === undefined) return marks;
  const others = marks.filter((mark) => mark.kind !== "due");
  return card.dueText ? [{ kind: "due", text: card.dueText }, ...others] : others;
}

/** Returns the chip of a mark. */
export function markChip(mark, card) {
  // Only the page's own words are used as classes, since a tag may have the same name.
  const { kind, tone, value = null } = mark;
  const chip = h("span", { class: mark.overdue ? "mark overdue" : "mark", data: { kind, ...(tone && { tone }), ...(value && { value }) } });
  if (tone === "person") return personChip(chip, mark);
  if (mark.kind === "conflicts") chip.append("⚑ ");
  if (mark.kind === "checklist") chip.append(progress(mark), " ");
  chip.append(mark.kind === "field" ? ownText(mark) : brief(mark.text));
  chip.classList.toggle("misfit", Boolean(mark.misfit));
  if (kind === "parts") nameChip(chip, `${fieldName("children")}: ${mark.done}/${mark.total}`);
  else if (kind === "field" || mark.field === "project") chip.title = `${fieldName(mark.field)}: ${value}`;
  if (mark.kind === "due" && card.due) chip.title = fullDate(card.due);
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
function nameChip(chip, name) {
  chip.title = name;
  chip.role = "img";
  chip.ariaLabel = name;
}

/**
 * Returns initials in the person's colour, with the full name for screen readers and as a tooltip.
 */
function personChip(chip, mark) {
  const name = mark.text.replace(/^@/, "");
  chip.title = mark.text;
  chip.style.setProperty("--hue", String(hue(name)));
  chip.append(
    h("span", { "aria-hidden": "true", text: initials(name) }),
    h("span", { class: "visually-hidden", text: mark.text }),
  );
  return chip;
}

/** Returns a hue angle, always the same for the same name. */
export function hue(name) {
  const sum = [...name.toLowerCase()].reduce((sum, letter, index) => sum + letter.codePointAt(0) * (index + 1), 0);
  return (sum * 137) % 360;
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
