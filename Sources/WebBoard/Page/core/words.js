// The words of the page, which the server provides in each language.

import { brief } from "./dom.js";
import { at } from "./place.js";
import { language } from "./preferences.js";

/** @typedef {{name: string, title: string, key: string|null, scope: "board"|"task"|"tasks", change: boolean}} Action */

let words = {};
/** @type {Action[]} */
let actions = [];
let fields = [];

/**
 * Loads the words. Previously loaded words are stored for offline use.
 */
export async function loadWords() {
  const name = `pmd.words.${language()}`;
  document.documentElement.lang = language();
  try {
    const answer = await fetch(at("/api/words"), { headers: { "Pmd-Language": language() } });
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    take(JSON.parse(text));
    localStorage.setItem(name, text);
  } catch {
    take(JSON.parse(localStorage.getItem(name) ?? "{}"));
  }
}

function take(loaded) {
  words = loaded.words ?? {};
  actions = loaded.actions ?? [];
  fields = loaded.form ?? [];
}

/**
 * Returns words with their values filled in.
 *
 * @param {string} key
 * @param {Object<string, any>} [facts] The values of the placeholders.
 */
export function t(key, facts = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => brief(String(facts[name] ?? whole)));
}

/** Returns the singular or plural words for a number. */
export function count(one, several, number, facts = {}) {
  return t(number === 1 ? one : several, { ...facts, count: number });
}

/** @returns {Action[]} */
export function allActions() {
  return actions;
}

/** @returns {Action|undefined} */
export function action(name) {
  return actions.find((each) => each.name === name);
}

/** Returns the fields of a task's form on every board, in order, as the server describes them. */
export function commonFields() {
  return fields;
}

/** Returns the title of an action with an initial capital, for buttons and menus. */
export function title(name) {
  const words = action(name)?.title ?? name;
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);
}
