// The effects of the board's actions. Modules register the actions they carry out. This module
// does not import anything, so every module may import it.

/** @typedef {(ids: string[]) => any} Effect Carries out an action on tasks. */

/** @type {Map<string, Effect>} */
const effects = new Map();

/** Registers actions by name. @param {Object<string, Effect>} actions */
export function register(actions) {
  for (const [name, effect] of Object.entries(actions)) effects.set(name, effect);
}

/** Returns the effect of an action; undefined if this page does not have it. */
export const effect = (name) => effects.get(name);
