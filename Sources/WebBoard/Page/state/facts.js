// The facts of cards that actions need. The server sends them by name; this is the only place that
// derives any, for changes that it has not carried out yet. A pure function.

/**
 * Returns the names of a displayed card's facts.
 *
 * @param {{state: string, facts?: string[]}} card
 * @param {string[]} finished The states of finished tasks.
 * @returns {Set<string>}
 */
export function factsOf(card, finished) {
  const facts = new Set(card.facts);
  const note = (name, isTrue) => (isTrue ? facts.add(name) : facts.delete(name));
  // It may have been moved, or just created.
  const isOpen = !finished.includes(card.state);
  note("open", isOpen);
  note("repeats", isOpen && facts.has("rule"));
  return facts;
}
