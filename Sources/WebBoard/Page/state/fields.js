// The text of each field as a form has it, and how changes from outside flow into it. Pure.

/** The fields of a form, in its order. */
export const FIELDS = ["title", "due", "wait", "repeat", "remind", "priority", "tags", "assignees", "blockedBy", "body"];

/** The fields that hold several values, separated by commas. */
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

/** Returns the value that a text stands for. */
export function value(key, text) {
  if (LISTS.includes(key)) return text.split(",").map((each) => each.trim()).filter(Boolean);
  if (key === "body") return text;
  return text.trim() || (key === "title" ? "" : null);
}

/**
 * A form: the version that it began with, its texts, and what others changed since.
 *
 * @typedef {Object} Form
 * @property {string} version
 * @property {Texts} base
 * @property {Texts} texts
 * @property {Object<string, {theirs: string, by: string}>} clashes Both sides changed the field.
 * @property {Object<string, {old: string, new: string, by: string}>} outside Others changed it.
 * @property {Object<string, {begun: string, theirs: string}>} late What the field takes when it loses the focus.
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

/** The fields whose text was changed. */
export const changedFields = (form) => FIELDS.filter((key) => form.texts[key] !== form.base[key]);

/**
 * Returns what is kept of a form that is left: its texts, and the fields that both sides changed,
 * so that the choice is still to be made when it is opened again.
 *
 * @param {Form} form
 */
export function draftOf(form) {
  const { version, base, texts, clashes, late } = structuredClone(form);
  const left = { version, base, texts, clashes, late };
  for (const key of Object.keys(late)) takeLate(left, key);
  return { version, base, texts, clashes };
}

/** Returns the values that a form changes. */
export function changes(form) {
  return Object.fromEntries(changedFields(form).map((key) => [key, value(key, form.texts[key])]));
}

/**
 * Takes a newer version of the task under a form. Fields that were not touched take its values,
 * but for the one that has the focus; fields that both sides changed become clashes.
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

/** Takes what others wrote into the field that loses the focus. */
export function takeLate(form, key) {
  const late = form.late[key];
  if (!late) return;
  delete form.late[key];
  if (form.texts[key] === late.begun) form.texts[key] = late.theirs;
  else if (form.texts[key] !== late.theirs) form.clashes[key] = { theirs: late.theirs, by: "" };
}

/**
 * Settles a clash.
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
