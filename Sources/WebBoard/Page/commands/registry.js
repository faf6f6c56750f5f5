// The effects of the board's actions. Modules register the actions they carry out. This module
// does not import anything, so every module may import it.

/** @typedef {(ids: string[]) => any} Effect Carries out an action on tasks. */

/** @type {Map<string, Effect>} */
const effects = new Map();

/** Registers actions by name. @param {Object<string, Effect>} actions */
export function register(actions) {
  for (const [name, effect] of Object.entries(actions)) effects.set(name, effect);
}

/**
 * Registers actions of a script that is loaded when the first of them is used, and then registers
 * them itself.
 *
 * @param {string[]} names
 * @param {() => Promise<any>} load
 */
export function registerLater(names, load) {
  for (const name of names) {
    effects.set(name, async (ids) => {
      if (await load()) effects.get(name)(ids);
    });
  }
}

/** Returns the effect of an action; undefined if this page does not have it. */
export const effect = (name) => effects.get(name);
