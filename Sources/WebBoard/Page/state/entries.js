// The entries of the queue and how changes are merged into them. Pure functions.
//
// An entry holds the final state of a task. Its position refers to neighbours, so the order of
// entries matters only where a card moved: an entry takes its turn when its card was placed last.

/**
 * @typedef {Object} Change
 * @property {{id: string, title: string, version?: string|null}} task
 * @property {{entry: string, state: string, top: boolean}} [created]
 * @property {Object<string, any>} [patch]
 * @property {Object<string, any>} [before] The values of the changed fields before the change.
 * @property {Object<string, boolean>} [ticks]
 * @property {Object<string, import("./checklist.js").Item>} [items]
 * @property {Object<string, boolean>} [covers] The ticks that a typed body includes.
 * @property {{state: string, after: string|null, before: string|null}} [place]
 * @property {boolean} [deleted]
 */

/**
 * @typedef {Object} Stamp
 * @property {string} owner
 * @property {number} now In milliseconds.
 * @property {import("./queue.js").Typed} typed
 */

/** @typedef {import("./queue.js").Entry} Entry */

/** @returns {Entry} */
function begin({ id, title }, owner, order) {
  return {
    owner, id, title, order, edition: 0, created: null, base: null, patch: {}, typed: {}, before: {}, ticks: {},
    items: {}, seen: null, place: null, deleted: false, refused: null,
  };
}

/**
 * Returns the entries that changes replace; null for those that are empty now.
 *
 * @param {Entry[]} entries
 * @param {Change[]} changes
 * @param {Stamp} stamp
 * @param {(id: string) => {after: string|null, before: string|null}} around Returns the displayed
 *   neighbours of a card, without the cards that change.
 * @returns {Map<string, Entry|null>}
 */
export function changedEntries(entries, changes, stamp, around) {
  const all = new Map(entries.map((entry) => [entry.id, entry]));
  const result = new Map();
  const keep = (id, entry) => {
    all.set(id, entry);
    result.set(id, entry);
  };
  let last = Math.max(stamp.now, ...entries.map(({ order }) => order));
  for (const change of changes) {
    const { id } = change.task;
    // Cards that were placed beside this one stay where it was.
    if (change.place || change.deleted) {
      for (const other of all.values()) {
        const moved = other && other.id !== id && withoutNeighbour(other, id, around(id));
        if (moved) keep(other.id, moved);
      }
    }
    last += 1;
    keep(id, merged(all.get(id) ?? begin(change.task, stamp.owner, last), change, last, stamp.typed));
  }
  return result;
}

/** Returns an entry that was placed beside a card which goes away; null if it was not. */
function withoutNeighbour(entry, id, { after, before }) {
  const { place } = entry;
  if (!place || place.after !== id && place.before !== id) return null;
  const other = (neighbour) => (neighbour === entry.id ? null : neighbour);
  return {
    ...entry, edition: entry.edition + 1,
    place: {
      ...place, after: place.after === id ? other(after) : place.after, before: place.before === id ? other(before) : place.before,
    },
  };
}

/** Returns an entry with another change; null if nothing is left to send. */
function merged(entry, change, order, typed) {
  const next = { ...entry, edition: entry.edition + 1, refused: null };
  next.base ??= change.task.version ?? null;
  if (change.created) next.created = { ...change.created, order, typed };
  if (change.patch) {
    next.patch = { ...entry.patch, ...change.patch };
    next.typed = { ...entry.typed, ...Object.fromEntries(Object.keys(change.patch).map((key) => [key, typed])) };
  }
  // A body typed after ticks includes them.
  if (change.covers) next.ticks = without(entry.ticks, change.covers);
  if (change.before) next.before = { ...change.before, ...entry.before };
  if (change.ticks) {
    next.ticks = { ...next.ticks, ...change.ticks };
    next.items = { ...change.items, ...entry.items };
    next.seen = entry.seen ?? change.task.version ?? null;
  }
  if (change.patch?.title) next.title = change.patch.title;
  if (change.place) next.place = change.place;
  if (change.deleted) next.deleted = true;
  if (change.place || change.deleted || change.created) next.order = order;
  return next.deleted && next.created ? null : next;
}

/** Returns the members that others do not have with the same value. */
function without(members, others) {
  return Object.fromEntries(Object.entries(members).filter(([key, value]) => value !== others[key]));
}

/**
 * Returns an entry without the parts that were sent, unless they have changed since; null if
 * nothing is left.
 *
 * @param {Entry} now
 * @param {Entry} entry The entry as it was sent.
 * @param {{created?: boolean, patch?: Object<string, any>, ticks?: Object<string, boolean>,
 *   place?: any, deleted?: boolean}} part
 * @param {string|null} base The base version of the rest; null to keep the current one.
 */
export function withoutSent(now, entry, part, base) {
  if (part.deleted && now.edition === entry.edition) return null;
  const left = {
    ...now, edition: now.edition + 1, base: base ?? now.base, created: part.created ? null : now.created,
    patch: without(now.patch, part.patch ?? {}), ticks: without(now.ticks, part.ticks ?? {}),
    place: part.place && JSON.stringify(now.place) === JSON.stringify(part.place) ? null : now.place,
    deleted: part.deleted ? false : now.deleted,
  };
  return isEmpty(left) ? null : left;
}

const isEmpty = ({ created, patch, ticks, place, deleted }) =>
  !created && !place && !deleted && !Object.keys(patch).length && !Object.keys(ticks).length;

/**
 * A part of an entry that is sent at once.
 *
 * @typedef {{entry: Entry, parts: Array<"created"|"place"|"rest">}} Step
 */

/**
 * Returns the parts of entries in the order in which their changes were typed. A task that was moved
 * after others were placed beside it is created first, and a field that refers to a new task is
 * sent after that task.
 *
 * @param {Entry[]} entries
 * @returns {Step[]}
 */
export function steps(entries) {
  const made = new Map(entries.filter(({ created }) => created).map(({ id, created, order }) => [id, created.order ?? order]));
  const all = entries.flatMap((entry) => {
    const { order, place } = entry;
    const known = Math.max(order, ...references(entry).filter((id) => id !== entry.id && made.has(id)).map((id) => made.get(id) + 0.5));
    const creation = made.has(entry.id) ? [{ entry, parts: ["created"], order: made.get(entry.id) }] : [];
    if (isEmpty({ ...entry, created: null })) return creation;
    if (known === order) return [...creation, { entry, parts: ["place", "rest"], order }];
    return [...creation, ...(place ? [{ entry, parts: ["place"], order }] : []), { entry, parts: ["rest"], order: known }];
  });
  // Sorting keeps a creation before the rest.
  const sorted = all.sort((a, b) => a.order - b.order);
  return sorted.reduce((list, { entry, parts }) => {
    const last = list.at(-1);
    if (last?.entry === entry) last.parts.push(...parts);
    else list.push({ entry, parts: [...parts] });
    return list;
  }, []);
}

/** Returns the IDs of the tasks to which the changed fields of an entry refer. */
const references = ({ patch }) => [patch.blockedBy, patch.parent].flat().filter(Boolean);
