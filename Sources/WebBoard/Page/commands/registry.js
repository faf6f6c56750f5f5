// What each action of the board does. The modules that can carry out an action register it here: this
// one imports nothing, so everything may import it.

/** @typedef {(ids: string[]) => any} Effect Carries out an action on tasks. */

/** @type {Map<string, Effect>} */
const effects = new Map();

/** Registers actions by their names. @param {Object<string, Effect>} actions */
export function register(actions) {
  for (const [name, effect] of Object.entries(actions)) effects.set(name, effect);
}

/** Returns what an action does; undefined for one that this page does not have. */
export const effect = (name) => effects.get(name);
