// The facts on a card: which of a task's marks it shows, in which order, and how many.

import { dayText, readDate, today } from "../core/dates.js";

/** The numbers of tags and people on a card. */
const TAGS = 4;
const PEOPLE = 3;

/** The order of the marks on a card, by tone and kind; the others come before the tags. */
const ORDER = ["due", "priority", "problem", "conflict", "warning", "waiting", "checklist", "children", "reminds", "repeats", "field", "tag"];

/**
 * Returns the facts of a card: those on its line, in order, and the people at its end.
 *
 * @param {import("../state/store.js").Card} card
 * @param {boolean} isFinished
 */
export function factsOn(card, isFinished) {
  const marks = card.marks ?? [];
  const tags = marks.filter(({ tone }) => tone === "tag");
  const people = marks.filter(({ tone }) => tone === "person");
  const shown = marks.filter((mark) => mark.tone !== "person" && !tags.slice(TAGS).includes(mark))
    .map((mark) => (mark.kind === "due" && !isFinished && isToday(card.due) ? { ...mark, isToday: true } : mark));
  return {
    shown: sorted(shown), moreTags: tags.slice(TAGS), people: people.slice(0, PEOPLE), morePeople: people.slice(PEOPLE),
  };
}

/** Returns marks in the order of a card. Marks of the same kind keep their order. */
export function sorted(marks) {
  return marks.map((mark, index) => ({ mark, index })).sort((a, b) => rank(a.mark) - rank(b.mark) || a.index - b.index).map(({ mark }) => mark);
}

function rank({ kind, tone }) {
  const named = Math.max(ORDER.indexOf(kind), ORDER.indexOf(tone));
  return named < 0 ? ORDER.indexOf("field") : named;
}

/** True if a date is today in the reader's time zone. */
export function isToday(due) {
  const read = readDate(due);
  return Boolean(read) && dayText(read.date) === today();
}

export const restWords = (marks) => marks.map(({ text }) => text).join(", ");
