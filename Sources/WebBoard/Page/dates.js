// Dates in the reader's language and zone.

import { locale } from "./preferences.js";

const formats = new Map();

function format(options) {
  const key = locale() + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale(), options));
  return formats.get(key);
}

/**
 * Reads a date as files have it: a day, with or without a time, with or without a zone.
 *
 * @param {string|null|undefined} text
 * @returns {{date: Date, hasTime: boolean}|null}
 */
export function readDate(text) {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::\d\d)?\s*(Z|[+-]\d\d:?\d\d)?)?/.exec(text ?? "");
  if (!parts) return null;
  const [, year, month, day, hour, minute, zone] = parts;
  if (zone) {
    // Browsers agree only on the form of ECMAScript.
    const offset = zone.replace(/(\d\d):?(\d\d)$/, "$1:$2");
    return { date: new Date(`${year}-${month}-${day}T${hour}:${minute}${offset}`), hasTime: true };
  }
  const date = new Date(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0));
  return { date, hasTime: hour !== undefined };
}

/** Returns a planned date in full: `Friday, 27 November 2026`. */
export function fullDate(text) {
  const read = readDate(text);
  if (!read) return text ?? "";
  const time = read.hasTime ? { hour: "numeric", minute: "2-digit" } : {};
  return format({ weekday: "long", year: "numeric", month: "long", day: "numeric", ...time }).format(read.date);
}

/** Returns a moment in the past: `09:14` today, `Mon 09:14`, `21 Nov 2026`. */
export function moment(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  const time = { hour: "numeric", minute: "2-digit" };
  const days = dayNumber(new Date()) - dayNumber(date);
  if (days === 0) return format(time).format(date);
  if (days > 0 && days < 7) return format({ weekday: "short", ...time }).format(date);
  return format({ year: "numeric", month: "short", day: "numeric" }).format(date);
}

/** Returns a moment with everything that is known of it, for a tooltip. */
export function fullMoment(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : format({ dateStyle: "full", timeStyle: "short" }).format(date);
}

function dayNumber(date) {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** Returns a short date as a card shows it while the server cannot word it: `27 Nov`. */
export function shortDate(text) {
  const read = readDate(text);
  return read ? format({ day: "numeric", month: "short" }).format(read.date) : text ?? "";
}

/** Returns the day of a date as a date control reads it; empty without one. */
export function dayOf(text) {
  return /^\d{4}-\d\d-\d\d/.exec(text ?? "")?.[0] ?? "";
}

/** The next midnight in the reader's zone, at which words such as `today` change. */
export function nextMidnight() {
  const date = new Date();
  date.setHours(24, 0, 1, 0);
  return date.getTime();
}
