// Dates in the page's language, with the form, the clock and the time zone of the reader's region.

import { firstWeekday, hasTwelveHours, language, locale } from "./preferences.js";

/**
 * Returns the reader's time zone for the server: its name, and its current UTC offset in minutes.
 */
export function zone() {
  return `${Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""};${-new Date().getTimezoneOffset()}`;
}

const formats = new Map();

function format(options) {
  const key = locale() + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale(), options));
  return formats.get(key);
}

/** The form of a time: `15:00`, or `3:00 PM`. */
const clock = () => (hasTwelveHours()
  ? { hour: "numeric", minute: "2-digit", hourCycle: "h12" } : { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Year, month, day, hour, minute and zone of a date in a file; the last three are optional. */
const fullDateForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ Tt](\d\d?)(?::(\d\d)(?::\d\d(?:\.\d+)?)?)? *(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?/i;

/**
 * Parses a date as in a file: a day, with or without a time, with or without a zone.
 *
 * @param {string|null|undefined} text
 * @returns {{date: Date, hasTime: boolean}|null}
 */
export function readDate(text) {
  const parts = fullDateForm.exec(text ?? "");
  if (!parts) return null;
  const [year, month, day, hour = 0, minute = 0] = parts.slice(1, 6).map((part) => part && Number(part));
  const zone = parts[6];
  if (zone) {
    const [, sign, hours, minutes = 0] = /([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [null, "+", 0];
    const ahead = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    return { date: new Date(Date.UTC(year, month - 1, day, hour, minute - ahead)), hasTime: true };
  }
  return { date: new Date(year, month - 1, day, hour, minute), hasTime: parts[4] !== undefined };
}

/** Returns a planned date in full: `Friday, 27 November 2026`. */
export function fullDate(text) {
  const read = readDate(text);
  if (!read) return text ?? "";
  const time = read.hasTime ? clock() : {};
  return format({ weekday: "long", year: "numeric", month: "long", day: "numeric", ...time }).format(read.date);
}

/** Returns a past time: `09:14` today, `Mon 09:14`, `21 Nov 2026`. A day is one without a time. */
export function moment(text) {
  const read = readDate(text);
  if (!read) return text;
  const { date } = read;
  if (!read.hasTime) return format({ year: "numeric", month: "short", day: "numeric" }).format(date);
  const time = clock();
  const days = dayNumber(new Date()) - dayNumber(date);
  if (days === 0) return format(time).format(date);
  if (days > 0 && days < 7) return format({ weekday: "short", ...time }).format(date);
  return format({ year: "numeric", month: "short", day: "numeric" }).format(date);
}

/** Returns a time with all known details, for a tooltip. */
export function fullMoment(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : format({ weekday: "long", year: "numeric", month: "long", day: "numeric", ...clock() }).format(date);
}

function dayNumber(date) {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** Returns a short date for a card while the server is not available to word it: `27 Nov`. */
export function shortDate(text) {
  const read = readDate(text);
  return read ? format({ day: "numeric", month: "short" }).format(read.date) : text ?? "";
}

/** Returns the day of a date in the format of a date control; empty without a date. */
export function dayOf(text) {
  return /^\d{4}-\d\d-\d\d/.exec(text ?? "")?.[0] ?? "";
}

/** Returns the next midnight in the reader's time zone, when words such as `today` change. */
export function nextMidnight() {
  const date = new Date();
  date.setHours(24, 0, 1, 0);
  return date.getTime();
}

// MARK: Days of a calendar, as `2026-12-01`

/** Returns the day of a date in the reader's time zone. @param {Date} date */
export const dayText = (date) => `${String(date.getFullYear()).padStart(4, "0")}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
const noon = (day) => {
  const [year, month, number] = day.split("-").map(Number);
  return new Date(year, month - 1, number, 12);
};

export const today = () => dayText(new Date());

/** @param {string} day */
export function addDays(day, count) {
  const date = noon(day);
  date.setDate(date.getDate() + count);
  return dayText(date);
}

/** Returns the same day of the next month, or the next week; the last day of a shorter month. */
export function turned(day, span, step) {
  if (span === "week") return addDays(day, 7 * step);
  const date = noon(day);
  const last = new Date(date.getFullYear(), date.getMonth() + step + 1, 0).getDate();
  return dayText(new Date(date.getFullYear(), date.getMonth() + step, Math.min(date.getDate(), last), 12));
}

/** Returns the days of the whole weeks that cover a month or a week. */
export function calendarDays(day, span) {
  const date = noon(day);
  const first = span === "week" ? date : new Date(date.getFullYear(), date.getMonth(), 1, 12);
  const last = span === "week" ? date : new Date(date.getFullYear(), date.getMonth() + 1, 0, 12);
  const before = (first.getDay() - firstWeekday() + 7) % 7;
  const days = [];
  for (let each = addDays(dayText(first), -before); each <= dayText(last) || days.length % 7; each = addDays(each, 1)) days.push(each);
  return days;
}

export const monthName = (day) => format({ year: "numeric", month: "long" }).format(noon(day));
export const weekdayName = (day) => format({ weekday: "short" }).format(noon(day));

/**
 * Returns the weekday that stands for a date, as on a card. In Korean it is written in full, since the
 * short ones also mean "day" and "month".
 */
export const weekdayWord = (day) => format({ weekday: language() === "ko" ? "long" : "short" }).format(noon(day));

/** The number of a day. In a week, it includes the weekday, for narrow screens. */
export const dayName = (day, span) =>
  format(span === "week" ? { weekday: "short", day: "numeric" } : { day: "numeric" }).format(noon(day));

/** Returns the time of a due date in the reader's time zone; empty for a day. */
export function timeOf(text) {
  const read = readDate(text);
  return read?.hasTime ? format(clock()).format(read.date) : "";
}

// MARK: Words

/** Returns `today`, `tomorrow` or `next week` in the reader's language. */
export const relativeWord = (number, unit) => new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(number, unit);

/** The days ahead that have the name of their weekday. */
const NAMED_DAYS = 6;

/** Returns a date as on a card: `today`, `Fri`, `27 Nov`, `27 Nov 2028`, with its time. Other texts stay. */
export function dueWords(text) {
  const read = readDate(text);
  if (!read) return text ?? "";
  const days = dayNumber(read.date) - dayNumber(new Date());
  const isThisYear = read.date.getFullYear() === new Date().getFullYear();
  const words = days === 0 || days === 1 || days === -1 ? relativeWord(days, "day")
    : days > 0 && days <= NAMED_DAYS ? weekdayWord(dayText(read.date))
    : isThisYear ? shortDate(text) : format({ day: "numeric", month: "short", year: "numeric" }).format(read.date);
  return read.hasTime ? `${words} ${timeOf(text)}` : words;
}

/** True if a date is in the past: a day from its midnight, a time from its minute. */
export function isLate(text) {
  const read = readDate(text);
  if (!read) return false;
  return read.hasTime ? read.date.getTime() <= Date.now() : dayText(read.date) < today();
}
