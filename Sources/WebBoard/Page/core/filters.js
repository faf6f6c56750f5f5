// The filters in the page's address: `/?f=%2Bhouse&f=%40ann`. Each is a word of the query language.

import { at } from "./place.js";

/** The maximum number of filters, and their maximum length: an address may come from anywhere. */
const [MOST, LONGEST] = [20, 200];

/** Returns the filters of the address. */
export function filtersInAddress() {
  const all = new URLSearchParams(location.search).getAll("f");
  return [...new Set(all)].filter((word) => word && word.length <= LONGEST).slice(0, MOST);
}

/** Returns the address of the board with filters. */
export function filterAddress(filters) {
  return at(filters.length ? `/?${new URLSearchParams(filters.map((word) => ["f", word]))}` : "/");
}

/** Returns the query for filters and typed words, which must all match. */
export function combined(filters, text) {
  if (!filters.length) return text;
  const isChoice = /(^|\s)or(\s|$)/i.test(text);
  return [...filters, isChoice ? `(${text})` : text].join(" ").trim();
}

const SIGNS = { tag: "+", assignee: "@" };

/**
 * Returns the filter for a value on a card.
 *
 * @param {string} kind The kind of the mark.
 * @param {string} value
 */
export function filterFor(kind, value) {
  const isPlain = /^[\p{L}][\p{L}\p{M}\p{N}_.-]*$/u.test(value);
  const word = isPlain ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
  return isPlain && SIGNS[kind] ? SIGNS[kind] + value : `${kind}:${word}`;
}
