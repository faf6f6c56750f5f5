// The text of each field in a form, and how changes from outside are merged into it. Pure
// functions.

/** The fields of a form, in order. */
export const FIELDS = ["title", "due", "wait", "repeat", "remind", "priority", "tags", "assignees", "blockedBy", "body"];

/** The fields with several values, separated by commas. */
export const LISTS = ["remind", "tags", "assignees", "blockedBy"];

/** @typedef {Object<string, string>} Texts */

/**
 * Returns the text of each field of a task.
 *
 * @returns {Texts}
 */
export function texts(task) {
  return Object.fromEntries(FIELDS.map((key) => [key, text(task[key])]));
}

/** Returns the text of one value. */
export function text(value) {
  if (Array.isArray(value)) return value.join(", ");
  return String(value ?? "").replaceAll("\r\n", "\n");
}

/** Returns the value for a text. */
export function value(key, text) {
  if (LISTS.includes(key)) return text.split(",").map((each) => each.trim()).filter(Boolean);
  if (key === "body") return text;
  return text.trim() || (key === "title" ? "" : null);
}

/**
 * A form: its base version, its texts, and changes by others since.
 *
 * @typedef {Object} Form
 * @property {string} version
 * @property {Texts} base
 * @property {Texts} texts
 * @property {Object<string, {theirs: string, by: string}>} clashes Both sides changed the field.
 * @property {Object<string, {old: string, new: string, by: string}>} outside Others changed it.
 * @property {Object<string, {begun: string, theirs: string}>} late The changes to apply when the
 *   field loses the focus.
 */

/**
 * Begins a form.
 *
 * @returns {Form}
 */
export function beginForm(task) {
  const base = texts(task);
  return { version: task.version, base, texts: { ...base }, clashes: {}, outside: {}, late: {} };
}

/** The fields with changed text. */
export const changedFields = (form) => FIELDS.filter((key) => form.texts[key] !== form.base[key]);

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

/** Returns the changed values of a form. */
export function changes(form) {
  return Object.fromEntries(changedFields(form).map((key) => [key, value(key, form.texts[key])]));
}

/**
 * Rebases a form onto a newer version of the task. Unedited fields take its values, except for the
 * focused one; fields changed on both sides become clashes.
 *
 * @param {Form} form
 * @param {any} task
 * @param {string|null} focused
 * @returns {Form}
 */
export function rebase(form, task, focused) {
  const next = { ...beginForm(task), outside: { ...form.outside } };
  for (const key of FIELDS) rebaseField(form, next, key, focused);
  return next;
}

function rebaseField(form, next, key, focused) {
  const theirs = next.base[key];
  const begun = form.late[key]?.begun ?? form.base[key];
  const mine = form.texts[key];
  if (form.clashes[key] && mine !== theirs && begun === theirs) {
    next.texts[key] = mine;
    next.clashes[key] = form.clashes[key];
  } else if (mine === begun && begun !== theirs) {
    next.outside[key] = { old: begun, new: theirs, by: "" };
    if (key !== focused) return;
    next.late[key] = { begun, theirs };
    next.texts[key] = mine;
  } else if (mine !== theirs) {
    next.texts[key] = mine;
    if (begun !== theirs) next.clashes[key] = { theirs, by: "" };
  }
}

/** Applies others' changes to the field that loses the focus. */
export function takeLate(form, key) {
  const late = form.late[key];
  if (!late) return;
  delete form.late[key];
  if (form.texts[key] === late.begun) form.texts[key] = late.theirs;
  else if (form.texts[key] !== late.theirs) form.clashes[key] = { theirs: late.theirs, by: "" };
}

/**
 * Resolves a clash.
 *
 * @param {"mine"|"theirs"|"both"} choice
 */
export function settle(form, key, choice) {
  const { theirs } = form.clashes[key];
  const mine = form.texts[key];
  if (choice === "theirs") form.texts[key] = theirs;
  if (choice === "both") form.texts[key] = both(key, mine, theirs);
  delete form.clashes[key];
}

/** True if a field can hold both values. */
export const holdsBoth = (key) => LISTS.includes(key) || key === "body";

function both(key, mine, theirs) {
  if (key === "body") return `${theirs.replace(/\n*$/, "")}\n\n${mine}`;
  return [...new Set([...value(key, theirs), ...value(key, mine)])].join(", ");
}
