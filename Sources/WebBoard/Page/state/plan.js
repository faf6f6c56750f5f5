// Evaluates plans: queries as data, which the server makes (`QueryPlan`). Pure functions.

/**
 * The tasks and the clock that a plan is evaluated with.
 *
 * @typedef {Object} Ground
 * @property {number} now In seconds since 1970.
 * @property {(seconds: number) => number} offset The seconds that clocks are ahead of UTC.
 * @property {number} today The local day, in days since 1970.
 * @property {Map<string, any>} tasks By ID.
 * @property {Map<string, string>} parents The parent of each task that has one.
 * @property {Set<string>} withChildren The tasks that have children.
 * @property {Set<string>} open Those with an unfinished child.
 * @property {Set<string>} blockers The tasks that block unfinished ones.
 * @property {string[]} finished The states of finished tasks.
 */

/** The offset of the browser's time zone. */
const ownOffset = (seconds) => -new Date(seconds * 1000).getTimezoneOffset() * 60;

/**
 * @param {any[]} tasks All tasks of the board, in its order.
 * @param {string[]} finished
 * @param {number} [now] In seconds.
 * @param {(seconds: number) => number} [offset]
 * @returns {Ground}
 */
export function ground(tasks, finished, now, offset) {
  const byID = new Map(tasks.map((task) => [task.id, task]));
  const parents = family(tasks, byID);
  const withChildren = new Set(parents.values());
  const open = new Set(tasks.filter((task) => !finished.includes(task.state)).map((task) => parents.get(task.id)));
  const blockers = new Set(tasks.filter((task) => !finished.includes(task.state)).flatMap((task) => list(task.blockedBy)));
  return { ...clock(now, offset), blockers, tasks: byID, parents, withChildren, open, finished };
}

/** Returns the part of a ground that depends on the time. */
export function clock(now = Math.floor(Date.now() / 1000), offset = ownOffset) {
  return { now, offset, today: Math.floor((now + offset(now)) / DAY) };
}

/** Returns the parents of tasks. Those on a cycle, and those that are not on the board, count as none. */
function family(tasks, byID) {
  const parents = new Map();
  for (const task of tasks) {
    const parent = task.parent && fold(task.parent);
    if (parent && byID.has(parent)) parents.set(task.id, parent);
  }
  const [cyclic, seen] = [[], new Set()];
  for (const start of parents.keys()) {
    const path = [];
    let id = start;
    for (; parents.has(id) && !seen.has(id); id = parents.get(id)) {
      seen.add(id);
      path.push(id);
    }
    if (path.includes(id)) cyclic.push(...path.slice(path.indexOf(id)));
  }
  for (const id of cyclic) parents.delete(id);
  return parents;
}

/** Returns the tasks that a plan finds, in its order. Waiting tasks only if it names them, or `all`. */
export function found(plan, tasks, ground, all = false) {
  const hides = (task) => !all && !plan.waiting && FLAGS.waiting(task, ground);
  return sorted(plan.sort, tasks.filter((task) => !hides(task) && matches(plan.find, task, ground)), ground);
}

/** True if a task meets the condition of a node. */
export function matches(node, task, ground) {
  if (node.all) return node.all.every((each) => matches(each, task, ground));
  if (node.any) return node.any.some((each) => matches(each, task, ground));
  if (node.not) return !matches(node.not, task, ground);
  if ("text" in node) return node.in.some((place) => occurs(node.text, place, task));
  if ("value" in node) return hasValue(node, task, ground);
  if (node.present) return isPresent(node.present, task);
  if (node.number) return numbers(node.number, node.unit, task).some((number) => isWithin(number, billionths(node.from), billionths(node.to), node.strict));
  if (node.date) return isDated(node, task, ground);
  if (node.flag) return FLAGS[node.flag]?.(task, ground) ?? false;
  return false;
}

const list = (value) => (value == null ? [] : Array.isArray(value) ? value : [value]);

export const FLAGS = {
  done: (task, { finished }) => finished.includes(task.state),
  overdue: (task, ground) => !FLAGS.done(task, ground) && isPast(readDate(task.due), ground),
  blocking: (task, ground) => !FLAGS.done(task, ground) && ground.blockers.has(task.id),
  waiting: (task, ground) => !FLAGS.done(task, ground) && (readDate(task.wait)?.day ?? -Infinity) > ground.today,
  blocked: (task, ground) => !FLAGS.done(task, ground) && list(task.blockedBy).some((id) => {
    const other = ground.tasks.get(id);
    return other && !FLAGS.done(other, ground);
  }),
  ready: (task, ground) => !FLAGS.done(task, ground) && !FLAGS.waiting(task, ground) && !FLAGS.blocked(task, ground) && !ground.open.has(task.id),
  malformed: (task) => list(task.marks).some(({ kind }) => kind === "malformed"),
  parent: (task, { withChildren }) => withChildren.has(task.id),
  child: (task, { parents }) => parents.has(task.id),
};

// MARK: Values

/** The fields whose text is one value, even with commas. */
const WHOLE = ["id", "state", "path", "title", "priority", "tags", "assignees", "blockedBy", "parent", "project"];
/** The fields of pmd: of another key, a task has `extra`. */
const OWN = [...WHOLE, "due", "wait", "rank", "created", "remind", "repeat", "checklist", "conflicts", "body"];

const texts = (field, task) => list(OWN.includes(field) ? task[field] : task.extra?.[field]).filter((text) => typeof text === "string");

function hasValue({ value, field, is }, task, ground) {
  const wanted = fold(value);
  if (is === "below") return isBelow(task.id, wanted, ground);
  const own = texts(field, task).map(fold);
  if (is === "begins") return own.some((text) => text.startsWith(wanted));
  if (is === "within") return own.some((text) => text === wanted || text.startsWith(`${wanted}.`));
  return own.some((text) => text === wanted || !WHOLE.includes(field) && text.split(",").some((part) => part.trim() === wanted));
}

function isBelow(id, root, { parents }) {
  for (let next = parents.get(id); next; next = parents.get(next)) {
    if (next === root) return true;
  }
  return false;
}

function isPresent(field, task) {
  if (field === "body") return /[^ \t-\r]/.test(task.body ?? "");
  if (field === "checklist") return task.checklist?.total > 0;
  if (OWN.includes(field)) return list(task[field]).length > 0;
  const value = task.extra?.[field];
  return Array.isArray(value) ? value.length > 0 : value != null && value !== "";
}

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,9}))?$/;

/** Returns a decimal number in billionths, of which a floating-point number would lose digits. */
function billionths(text) {
  const [, sign, whole, fraction = ""] = DECIMAL.exec(text ?? "") ?? [];
  return whole === undefined ? null : BigInt(`${sign}${whole}${fraction.padEnd(9, "0")}`);
}

/** Returns the numbers of a field; minutes as the server has read them. */
function numbers(field, unit, task) {
  const all = unit === "minutes" ? list(task.fields?.[field]).map(String) : texts(field, task);
  return all.map(billionths).filter((number) => number !== null);
}

const isWithin = (value, from, to, strict) =>
  (from === null || value > from || !strict && value === from) && (to === null || value < to || !strict && value === to);

// MARK: Text

const ASCII = /^[\x00-\x7f]*$/;

/** Returns a text for comparisons without regard to case and normal form, as the server folds it. */
export function fold(text) {
  if (ASCII.test(text)) return text.toLowerCase();
  return [...text.normalize("NFD")].map(foldOne).join("").normalize("NFC");
}

/** Unlike this, case conversion makes one letter of the Turkish `ı` and `i`. */
const foldOne = (letter) => (letter === "ı" ? letter : [...letter.toLowerCase().toUpperCase()].map((each) => each.toLowerCase()).join(""));

function occurs(text, place, task) {
  const [wanted, own] = [fold(text), fold(task[place] ?? "")];
  return own.includes(wanted) || place === "title" && occursByInitials(wanted, own);
}

/** The initial consonants of Hangul syllables as keyboards type them, in the order of the syllables. */
const INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/** True if a text occurs in which a consonant by itself stands for each syllable that begins with it. */
function occursByInitials(wanted, text) {
  if (!/[ㄱ-ㅎ]/.test(wanted)) return false;
  const [part, whole] = [[...wanted], [...text]];
  const isMatch = (start) => part.every((letter, index) => whole[start + index] === letter || initial(whole[start + index]) === letter);
  return whole.some((_, start) => start + part.length <= whole.length && isMatch(start));
}

function initial(letter) {
  const index = (letter?.codePointAt(0) ?? 0) - 0xac00;
  return index >= 0 && index < 11_172 ? INITIALS[Math.floor(index / 588)] : null;
}

// MARK: Dates

const DAY = 86_400;
const FORM = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d?)(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?)?( *(?:[Zz]|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/;

/**
 * Reads a date as in a file.
 *
 * @returns {{day: number, second: number|null, offset: number|null}|null}
 */
export function readDate(text) {
  const parts = FORM.exec(text ?? "");
  if (!parts) return null;
  const day = dayNumber(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  if (day === null) return null;
  if (parts[4] === undefined) return { day, second: null, offset: null };
  const [hour, minute, second] = [Number(parts[4]), Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  const offset = parts[7] === undefined ? null : zoneOffset(parts[7].trim());
  const time = hour * 3600 + minute * 60 + Math.min(second, 59);
  if (minute > 59 || second > 60 || time > DAY || parts[5] === undefined && (hour > 23 || offset === null)) return null;
  if (Number.isNaN(offset)) return null;
  return time === DAY ? { day: day + 1, second: 0, offset } : { day, second: time, offset };
}

function zoneOffset(text) {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [null, "+", "0"];
  if (Number(hours) > 23 || Number(minutes) > 59) return NaN;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/** Returns the seconds since 1970 of a date; of a day, those at which it begins. */
export function seconds({ day, second, offset }, ground) {
  return offset === null ? localSeconds(day, second ?? 0, ground) : day * DAY + (second ?? 0) - offset;
}

/** Returns the moment at which clocks show a time: the first one of two, or the end of a gap. */
function localSeconds(day, second, { offset }) {
  const local = day * DAY + second;
  const [before, after] = [offset(local - DAY), offset(local + DAY)];
  const [first, last] = [local - Math.max(before, after), local - Math.min(before, after)];
  if (first + offset(first) === local) return first;
  if (last + offset(last) === local) return last;
  let [unchanged, changed] = [first, last];
  while (changed - unchanged > 1) {
    const middle = unchanged + Math.floor((changed - unchanged) / 2);
    if (offset(middle) === offset(first)) unchanged = middle;
    else changed = middle;
  }
  return changed;
}

export const dayIn = (date, ground) => {
  if (date.offset === null) return date.day;
  const then = seconds(date, ground);
  return Math.floor((then + ground.offset(then)) / DAY);
};

export const isPast = (date, ground) => Boolean(date) && (date.second === null ? date.day < ground.today : seconds(date, ground) <= ground.now);

const dateOf = (field, task) => readDate(texts(field, task)[0]);

function isDated({ date: field, coming, ...range }, task, ground) {
  const own = dateOf(field, task);
  return Boolean(own) && isInRange(own, isOver(range.to, coming, ground) ? coming : range, ground);
}

/** True if a range has passed, and the coming one begins within a week. */
function isOver(to, coming, ground) {
  const [end, start] = coming ? [resolved(to, ground), resolved(coming.from, ground)] : [];
  const hasPassed = end && (end.second === null ? end.day < ground.today : seconds(end, ground) < localSeconds(ground.today, 0, ground));
  return Boolean(hasPassed && start) && dayIn(start, ground) - ground.today < 7;
}

function isInRange(own, { from, to, strict }, ground) {
  const value = (bound) => (bound.second === null ? dayIn(own, ground) : seconds(own, ground));
  const limit = (bound) => (bound.second === null ? bound.day : seconds(bound, ground));
  const [first, last] = [from && resolved(from, ground), to && resolved(to, ground)];
  if (from && !first || to && !last) return false;
  return (!first || isWithin(value(first), limit(first), null, strict)) && (!last || isWithin(value(last), null, limit(last), strict));
}

/** Returns a date of a plan, as it is read now; null if the calendar has no such day. */
function resolved(date, ground) {
  const { full, minutes, day, minute = null } = date ?? {};
  if (!date) return null;
  if (full) return readDate(full);
  if (minutes !== undefined) {
    const then = ground.now + minutes * 60;
    const local = then + ground.offset(then);
    return { day: Math.floor(local / DAY), second: Math.floor((((local % DAY) + DAY) % DAY) / 60) * 60, offset: null };
  }
  const found = resolvedDay(day, ground.today);
  return found === null ? null : { day: found, second: minute === null ? null : minute * 60, offset: null };
}

export function resolvedDay(day, today) {
  if (day.on) return readDate(day.on)?.day ?? null;
  if (day.start) return clamped(startOf(day.start, day.count, today) + day.plus);
  if (day.months !== undefined) return addMonths(today, day.months);
  if (day.weekend) return weekday(today) === 7 ? today : startOf("week", 0, today) + 5;
  const start = day.since ? resolvedDay(day.since, today) : today;
  if (start === null) return null;
  if (day.weekday) {
    if (day.since) return start + ((day.weekday - weekday(start) + 7) % 7);
    return day.side === "after" ? today + ((day.weekday - weekday(today) + 6) % 7) + 1 : today - ((weekday(today) - day.weekday + 6) % 7) - 1;
  }
  const step = day.side === "before" ? -1 : 1;
  for (let years = 0; years <= 8; years += 1) {
    const found = dayNumber(civil(start).year + step * years, day.month, day.day);
    if (found !== null && (step > 0 ? found >= start : found <= start)) return found;
  }
  return null;
}

function startOf(unit, count, today) {
  const { month, day } = civil(today);
  if (unit === "day") return today + count;
  if (unit === "week") return today + 7 * count + 1 - weekday(today);
  const first = today + 1 - day;
  return addMonths(first, unit === "month" ? count : 12 * count + 1 - month);
}

// MARK: Days, counted from 1970

function dayNumber(year, month, day) {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = year >= 1 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay ? date.getTime() / (DAY * 1000) : null;
}

function civil(number) {
  const date = new Date(number * DAY * 1000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Returns a day as in a file. */
export const dayText = (number) => new Date(number * DAY * 1000).toISOString().slice(0, 10);

const [FIRST, LAST] = [dayNumber(1, 1, 1), dayNumber(9999, 12, 31)];
const clamped = (number) => Math.min(Math.max(number, FIRST), LAST);
const weekday = (number) => ((((number + 3) % 7) + 7) % 7) + 1;

/** Returns the same day of another month, or its last day. */
function addMonths(number, months) {
  const { year, month, day } = civil(number);
  const sum = year * 12 + month - 1 + months;
  if (sum < 12 || sum >= 120_000) return months < 0 ? FIRST : LAST;
  for (let last = day; ; last -= 1) {
    const found = dayNumber(Math.floor(sum / 12), (sum % 12) + 1, last);
    if (found !== null) return found;
  }
}

// MARK: Order

/** Returns tasks by the keys of a plan; ties keep their order. */
export function sorted(order, tasks, ground) {
  if (!order.length) return tasks;
  const rows = tasks.map((task) => ({ task, values: order.map((key) => sortValue(key, task, ground)) }));
  return rows.sort((a, b) => compareRows(a.values, b.values, order)).map(({ task }) => task);
}

function compareRows(left, right, order) {
  for (const [index, { descending }] of order.entries()) {
    const [a, b] = [left[index], right[index]];
    // A task without a value comes last in either direction.
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    const sign = a === null ? 0 : compareValues(a, b);
    if (sign) return descending ? -sign : sign;
  }
  return 0;
}

export const PRIORITIES = ["high", "medium", "low"];

function sortValue({ field, kind, choices, terms }, task, ground) {
  if (kind === "urgency") return -Math.round(urgency(terms, task, ground) * 1_000_000);
  if (kind === "number" || kind === "minutes") return numbers(field, kind, task)[0] ?? null;
  const [text] = texts(field, task);
  if (text === undefined) return null;
  if (choices.length) return placeOf(fold(text), choices.map(fold));
  if (kind === "priority") return placeOf(text, PRIORITIES);
  if (kind === "date") {
    const date = readDate(text);
    return date && seconds(field === "due" && date.second === null ? { ...date, second: DAY - 1 } : date, ground);
  }
  return kind === "natural" ? fold(text).match(/[0-9]+|[^0-9]+/g) ?? [] : field === "path" ? text : fold(text);
}

/** Returns the sum of the terms that apply to a task. */
const urgency = (terms, task, ground) =>
  terms.reduce((sum, { find, weight, factor }) => (matches(find, task, ground) ? sum + weight * FACTORS[factor](task, ground) : sum), 0);

const FACTORS = {
  one: () => 1,
  // A fifth from two weeks before the due date on, and all of it from a week after it.
  due: (task, ground) => ((clampedTo(-14, daysAgo(task.due, ground), 7) + 14) * 0.8) / 21 + 0.2,
  age: (task, ground) => clampedTo(0, daysAgo(task.created, ground), 365) / 365,
};

const clampedTo = (least, number, most) => Math.min(Math.max(number, least), most);
const daysAgo = (text, ground) => ground.today - dayIn(readDate(text), ground);

const placeOf = (value, all) => (all.includes(value) ? all.indexOf(value) : null);

function compareValues(a, b) {
  if (typeof a === "number") return a - b;
  if (typeof a === "bigint") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string") return compareText(a, b);
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const sign = compareParts(a[index], b[index]);
    if (sign) return sign;
  }
  return a.length - b.length;
}

/** Compares numbers by their size; they come before other text. */
function compareParts(a, b) {
  const [isNumber, isOther] = [/^[0-9]/.test(a), /^[0-9]/.test(b)];
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  if (!isNumber) return compareText(a, b);
  const [left, right] = [a.replace(/^0+/, ""), b.replace(/^0+/, "")];
  return left.length - right.length || compareText(left, right);
}

/** Compares texts by their bytes in UTF-8. */
function compareText(a, b) {
  const [left, right] = [[...a], [...b]];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const sign = left[index].codePointAt(0) - right[index].codePointAt(0);
    if (sign) return sign;
  }
  return left.length - right.length;
}

// MARK: Words

const SIGN = /[+@!]|(?:tag|assignee|project|view|is):/.source;
const TOKEN = new RegExp(`-?(?:${SIGN})?(?:"[^"\\\\]*"|[^\\s"]+)(?=\\s|$)`, "g");
const WORD = new RegExp(`^(${SIGN})?(?:"([^"\\\\]+)"|([^\\s"]+))$`);
const OPERATORS = ["or", "OR", "and", "AND", "not", "NOT"];
const ALL = { all: [] };

/**
 * Reads the part of the query language that needs no server: words, phrases, `+tag`, `@person`,
 * `tag:`, `assignee:`, `!priority`, `project:`, `is:` and `view:`, and `-` before each.
 *
 * @param {string} text
 * @param {{me?: string, views?: Object<string, any>}} known The person that `@me` stands for, and
 *   the plans of views.
 * @returns {any} The plan; null if the text needs the server.
 */
export function readWords(text, { me, views = {} } = {}) {
  const tokens = text.match(TOKEN) ?? [];
  if (text.replaceAll(TOKEN, "").trim()) return null;
  const terms = tokens.map((token) => readTerm(token, me, views));
  if (terms.includes(null)) return null;
  return {
    find: { all: terms.map(({ find }) => find) }, sort: terms.flatMap(({ sort = [] }) => sort),
    finished: terms.some(({ finished }) => finished), waiting: terms.some(({ waiting }) => waiting),
  };
}

function readTerm(token, me, views) {
  if (!token.startsWith("-")) return readPositive(token, me, views);
  const term = readPositive(token.slice(1), me, views);
  return term && { ...term, find: { not: term.find }, sort: [] };
}

function readPositive(word, me, views) {
  const [, sign, phrase, plain] = WORD.exec(word) ?? [];
  if (phrase === undefined && plain === undefined) return null;
  if (sign) return readSigned(sign, phrase ?? plain, phrase !== undefined, me, views);
  if (phrase !== undefined) return { find: textNode(phrase) };
  if (OPERATORS.includes(word) || !/^[^\s()<>=!:|&\\+@-][^\s()<>=!:|&\\]*$/.test(word)) return null;
  return anyOf(word.split(","), (each) => (/^[+@]./.test(each) ? null : textNode(each)));
}

const textNode = (text) => ({ text, in: ["title", "body"] });

/** Returns the node for some values. */
function anyOf(values, node) {
  const nodes = values.filter(Boolean).map(node);
  return nodes.length && !nodes.includes(null) ? { find: { any: nodes } } : null;
}

function readSigned(sign, value, isPhrase, me, views) {
  // Another sign in a value, or an operator, is left to the server.
  if (!isPhrase && /[()<>=!:|&\\]/.test(value)) return null;
  const all = isPhrase ? [value] : value.split(",");
  const equals = (field) => (each) => (/^[+@]/.test(each) ? null : { value: each, field, is: "equals" });
  switch (sign) {
    case "+": return anyOf(all, equals("tags"));
    case "tag:": return value === "none" ? null : anyOf(all, equals("tags"));
    case "@": return anyOf(all, (name) => (name !== "me" ? equals("assignees")(name) : me ? equals("assignees")(me) : null));
    case "assignee:": return all.some((name) => ["none", "me"].includes(name)) ? null : anyOf(all, equals("assignees"));
    case "!": return PRIORITIES.includes(fold(value)) ? { find: { value: fold(value), field: "priority", is: "equals" } } : null;
    case "project:": return value === "none" ? null : anyOf(all, (each) => ({ value: each, field: "project", is: "within" }));
    case "view:": return views[value] ? { ...views[value] } : null;
    default: return readFlag(value);
  }
}

function readFlag(name) {
  if (name === "any") return { find: ALL, finished: true, waiting: true };
  if (name === "conflicted") return { find: { present: "conflicts" } };
  if (!Object.hasOwn(FLAGS, name)) return null;
  return { find: { flag: name }, finished: name === "done", waiting: name === "waiting" };
}
