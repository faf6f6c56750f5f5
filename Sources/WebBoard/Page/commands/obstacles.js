// The conditions of actions. Pure functions, with the rules of `BoardAction.obstacle` in Swift:
// `Tests/BoardRules.json` holds the cases that both must pass.

/**
 * The facts of a moment, for some tasks.
 *
 * @typedef {Object} Facts
 * @property {number} tasks The number of tasks under the cursor or selected.
 * @property {string|null} readOnly Why nothing can be changed; null if it can.
 * @property {(fact: string) => any} holds Returns a true value if a fact holds.
 */

/**
 * Returns why an action is not possible; null if it is.
 *
 * @param {{scope: string, change: boolean, needs?: Array<{fact: string, obstacle: string}>}} action
 * @param {Facts} facts
 * @param {(key: string) => string} words
 * @returns {string|null}
 */
export function obstacleOf({ scope, change, needs = [] }, { tasks, readOnly, holds }, words) {
  if (change && readOnly) return readOnly;
  if (scope !== "board" && !tasks) return words("noTaskHere");
  if (scope === "task" && tasks > 1) return words("oneTaskOnly");
  return needs.find(({ fact }) => !holds(fact))?.obstacle ?? null;
}
