// The texts of a form, and how changes from outside are merged into them. Pure functions, with the
// rules of `FormModel` in Swift: `Tests/BoardRules.json` holds the cases that both must pass.

/**
 * A field of a form, as the server describes it.
 *
 * @typedef {Object} Field
 * @property {string} key Its key in the JSON of a task; `fields.NAME` for a field of the board.
 * @property {string} field Its key in files and in the history.
 * @property {"text"|"rule"|"date"|"choice"|"list"|"body"} kind
 * @property {string} label
 * @property {string|null} type The type with which a board may declare such a field.
 * @property {boolean} required
 * @property {boolean} both True if it can hold the texts of both sides.
 * @property {Array<{value: string, label: string}>} choices
 */

/** @typedef {Object<string, string>} Texts */

/**
 * Returns the text of each field of a task.
 *
 * @param {Field[]} fields
 * @returns {Texts}
 */
export function texts(fields, task) {
  return Object.fromEntries(fields.map((field) => [field.key, text(valueIn(task, field))]));
}

/** True if the board declares the field. */
export const isDeclared = ({ key }) => key.startsWith("fields.");

/**
 * Returns the value of a field in the JSON of a task. That of a declared field is the one in its
 * file, whether it fits or not.
 *
 * @param {Field} field
 */
export function valueIn(task, { key, field, kind }) {
  if (Object.hasOwn(task, key) || !isDeclared({ key })) return task[key];
  const source = Object.hasOwn(task.extra ?? {}, field) ? task.extra[field] : null;
  if (source === "~" || source === "null") return null;
  return kind === "list" && typeof source === "string" ? elements(source) : source;
}

/**
 * Returns changes by the keys of fields as the members of a request.
 *
 * @param {Object<string, any>} changes
 */
export function members(changes) {
  const entries = Object.entries(changes);
  const own = entries.filter(([key]) => isDeclared({ key })).map(([key, value]) => [key.slice("fields.".length), value]);
  const rest = Object.fromEntries(entries.filter(([key]) => !isDeclared({ key })));
  return own.length ? { ...rest, fields: Object.fromEntries(own) } : rest;
}

/** Returns the text of one value. */
export function text(value) {
  if (Array.isArray(value)) return value.join(", ");
  return String(value ?? "").replaceAll("\r\n", "\n");
}

/**
 * Returns the value that a text is sent as.
 *
 * @param {Field} field
 */
export function value(field, text) {
  if (field.kind === "list") return elements(text);
  if (field.kind === "body") return text;
  return text.trim() || (field.required ? "" : null);
}

const elements = (text) => text.split(",").map((each) => each.trim()).filter(Boolean);

/**
 * A form: its base version, its texts, and changes by others since.
 *
 * @typedef {Object} Form
 * @property {string} version
 * @property {Texts} base
 * @property {Texts} texts
 * @property {Object<string, {by: string}>} clashes Both sides changed the field. The others' text is
 *   that of the base.
 * @property {Object<string, {old: string, new: string, by: string}>} outside Others changed it.
 * @property {Object<string, string>} late Fields that take the others' text when they lose the
 *   focus, with their text before that.
 */

/**
 * Begins a form on a version of a task.
 *
 * @param {Texts} base
 * @returns {Form}
 */
export function beginForm(version, base) {
  return { version, base, texts: { ...base }, clashes: {}, outside: {}, late: {} };
}

/** Returns the keys of the fields with changed text. */
export const changedFields = (form) => Object.keys(form.base).filter((key) => form.texts[key] !== form.base[key]);

/** Returns the changed values of a form, by the keys of their fields. */
export function changes(fields, form) {
  const changed = changedFields(form);
  return Object.fromEntries(fields.filter(({ key }) => changed.includes(key)).map((field) => [field.key, value(field, form.texts[field.key])]));
}

/** Sets the text of a field. The others' text ends a clash. */
export function setText(form, key, text) {
  form.texts[key] = text;
  if (text === form.base[key]) delete form.clashes[key];
}

/**
 * Returns the draft of a form that is closed: its texts, and the fields changed on both sides, so
 * that the user can still choose when the draft is opened again.
 *
 * @param {Form} form
 */
export function draftOf(form) {
  const { version, base, texts, clashes, late } = structuredClone(form);
  const left = { version, base, texts, clashes, late };
  for (const key of Object.keys(late)) takeLate(left, key);
  return { version, base, texts, clashes };
}

/**
 * Returns a form rebased onto a newer version of the task. A field that was not edited follows, but
 * the focused one only when it loses the focus. A field that was edited keeps its text, and becomes
 * a clash if others have changed it, too.
 *
 * @param {Form} form
 * @param {string} version
 * @param {Texts} base
 * @param {string|null} focused
 * @returns {Form}
 */
export function rebase(form, version, base, focused) {
  const next = { ...beginForm(version, base), outside: { ...form.outside } };
  for (const key of Object.keys(base)) rebaseField(form, next, key, key === focused);
  return next;
}

function rebaseField(form, next, key, isFocused) {
  const theirs = next.base[key];
  const mine = form.texts[key];
  const begun = form.late[key] ?? form.base[key];
  if (mine === theirs) return;
  next.texts[key] = mine;
  if (begun === theirs) {
    // An earlier clash stays if others have not changed the field again.
    if (form.clashes[key]) next.clashes[key] = form.clashes[key];
  } else if (mine !== begun) {
    next.clashes[key] = { by: "" };
  } else {
    next.outside[key] = { old: begun, new: theirs, by: "" };
    if (isFocused) next.late[key] = begun;
    else next.texts[key] = theirs;
  }
}

/**
 * Applies others' changes to the field that loses the focus: as its text if it was not edited,
 * otherwise as a clash.
 */
export function takeLate(form, key) {
  const begun = form.late[key];
  if (begun === undefined) return;
  delete form.late[key];
  if (form.texts[key] === begun) form.texts[key] = form.base[key];
  else if (form.texts[key] !== form.base[key]) form.clashes[key] = { by: "" };
}

/**
 * Resolves a clash.
 *
 * @param {Field} field
 * @param {"mine"|"theirs"|"both"} choice
 */
export function settle(form, field, choice) {
  const { key } = field;
  if (!form.clashes[key] || choice === "both" && !field.both) return;
  if (choice === "theirs") form.texts[key] = form.base[key];
  if (choice === "both") form.texts[key] = both(field, form.texts[key], form.base[key]);
  delete form.clashes[key];
}

/** Returns a text with those of both sides, the user's first. */
function both(field, mine, theirs) {
  if (field.kind === "body") return `${mine.replace(/\n+$/, "")}\n\n${theirs}`;
  const all = field.kind === "list" ? [mine, theirs].flatMap(elements) : [mine, theirs];
  return [...new Set(all)].filter(Boolean).join(", ");
}

// MARK: The length of a body

const NOTE = /^- (\d{4})-(\d\d)-(\d\d):/;
const segments = globalThis.Intl?.Segmenter ? new Intl.Segmenter("en") : null;

/**
 * Returns the number of characters that count against the limit of a body: without dated notes, and
 * without the line break at its end.
 */
export function bodyLength(body) {
  const text = withoutNotes(body).replace(/\r?\n?$/, "");
  if (/^[\x00-\x0C\x0E-\x7F]*$/.test(text)) return text.length;
  return segments ? [...segments.segment(text)].length : [...text].length;
}

/** Returns a body without the list items that are dated notes. Code is kept. */
function withoutNotes(body) {
  if (!/^- \d/m.test(body)) return body;
  let [isNote, fence] = [false, ""];
  return body.match(/[^\n]*\n|[^\n]+$/g).filter((line) => {
    if (isNote && /^( {2}|[ \t\r\n]*$)/.test(line)) return false;
    isNote = !fence && isDay(NOTE.exec(line));
    fence = fenceAfter(line, fence);
    return !isNote;
  }).join("");
}

/** Returns the open fence of code after a line at the margin. */
function fenceAfter(line, fence) {
  const [, mark, rest] = /^(`{3,}|~{3,})(.*)/.exec(line) ?? [];
  if (!mark) return fence;
  if (!fence) return mark[0] === "`" && rest.includes("`") ? "" : mark;
  return mark[0] === fence[0] && mark.length >= fence.length && !rest.trim() ? "" : fence;
}

/** True if the parts of a date are a day of the calendar. */
function isDay(parts) {
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number);
  const days = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

/**
 * Returns a form on the version that was saved, with the text typed since.
 *
 * @param {Form} form
 * @param {Texts} base
 * @param {Texts} sent The texts that were saved.
 */
export function takeSaved(form, version, base, sent) {
  const next = beginForm(version, base);
  for (const key of Object.keys(base)) if (form.texts[key] !== sent[key]) next.texts[key] = form.texts[key];
  return next;
}
