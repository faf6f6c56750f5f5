// Evaluates the plans of QueryPlans.json.

import { patched } from "./state/patched.js";
import { clock, fold, found, ground, isPast, readWords } from "./state/plan.js";

const cases = window.cases;
const differences = [];
let count = 0;

function expect(is, wanted, each) {
  count += 1;
  const [a, b] = [is, wanted].map((value) => JSON.stringify(value));
  if (a !== b) differences.push(`${JSON.stringify(each)}: ${a} is not ${b}`);
}

/** Returns the offset of a zone, from the browser's own rules. */
function offsetIn(zone) {
  const form = new Intl.DateTimeFormat("en", { timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" });
  const known = new Map();
  return (seconds) => {
    if (!known.has(seconds)) {
      const parts = Object.fromEntries(form.formatToParts(new Date(seconds * 1000)).map(({ type, value }) => [type, Number(value)]));
      known.set(seconds, Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second) / 1000 - seconds);
    }
    return known.get(seconds);
  };
}

const { tasks, plans } = cases;
const stateOf = Object.fromEntries(tasks.map(({ id, state }) => [id, state]));
const byState = (all) => ["todo", "doing", "done"].map((state) => all.filter((id) => stateOf[id] === state));
const ids = (all) => all.map(({ id }) => id);
const zones = new Map();

function at(zone, now) {
  if (!zones.has(zone)) zones.set(zone, offsetIn(zone));
  return ground(tasks, ["done"], now, zones.get(zone));
}

/** Returns the tasks that lists show: finished ones only if the plan includes them. */
const shown = (plan, ground) => found(plan, plan.finished ? tasks : tasks.filter(({ state }) => state !== "done"), ground);

for (const { zone, now, plan: index, all, shown: listed } of cases.finds) {
  const { words, plan } = plans[index];
  const here = at(zone, now);
  // Equally urgent tasks have the order of their columns, in which lists show them by ranks.
  if (plan.sort.some(({ kind }) => kind === "urgency")) {
    expect(byState(ids(shown(plan, here))), byState(listed), { words, zone, now });
    continue;
  }
  expect(ids(found(plan, tasks, here, true)), all, { words, zone, now });
  expect(ids(shown(plan, here)), listed, { words, zone, now, shown: true });
}

const views = Object.fromEntries(plans.filter(({ words }) => /^view:\w+$/.test(words)).map(({ words, plan }) => [words.slice(5), plan]));
const here = at("Asia/Seoul", 1_795_220_040);
let read = 0;
for (const { words, found: wanted } of cases.words) {
  const plan = readWords(words, { me: "ann", views });
  if (!plan) continue;
  read += 1;
  const is = { all: ids(found(plan, tasks, here, true)), shown: ids(shown(plan, here)), finished: plan.finished, waiting: plan.waiting };
  expect(is, wanted, { words });
}
// Most of the words before the marked ones, and none of those that are not a query.
expect(read >= 33, true, { read });

for (const [text, folded] of cases.folds.flat()) expect(fold(text), fold(folded), { text, folded });
const changed = new Set(cases.folds.flat().map(([text]) => text));
// Cherokee folds to capitals in Unicode, and to small letters here. Debian's utf8proc does not know
// the letter Tje of Unicode 16.
const isOther = (letter) => /\p{Script=Cherokee}|\u1c89/u.test(letter);
for (let value = 0x80; value < 0xa7c0; value += 1) {
  const letter = String.fromCodePoint(value);
  if (!changed.has(letter) && !isOther(letter) && fold(letter) !== letter) expect(fold(letter), letter, { value });
}

// Unsent changes are shown as the server will show them.
const time = clock(1_795_220_040, offsetIn("Asia/Seoul"));
const look = { date: (text) => text, wait: (day) => day, priority: (value) => value, finished: ["done"], today: time.today, isPast: (date) => isPast(date, time) };
const FIELDS = ["title", "state", "due", "wait", "priority", "tags", "assignees", "project", "repeat", "remind", "overdue", "checklist"];
const shownParts = (task) => ({
  ...Object.fromEntries(FIELDS.map((key) => [key, task[key] ?? null])), facts: [...task.facts].sort(),
  marks: task.marks.map(({ kind, value, overdue, done, total, tone }) => [kind, kind === "field" ? null : value ?? overdue ?? done ?? null, total ?? null, tone]),
});
for (const { id, patch = {}, state, after } of cases.patches) {
  const entry = { patch, ticks: {}, place: state ? { state } : null };
  const is = shownParts(patched(tasks.find((task) => task.id === id), entry, look));
  // Only the workspace hands the rule of a finished task on to the next one.
  if (state === "done" && after.repeat) continue;
  expect(is, shownParts({ ...after, remind: after.remind?.length ? after.remind : null }), { id, patch, state });
}

// The excerpt beside a cover does not repeat its picture, as on the server's cards; see `CardTests`.
const [picture, other] = ["![A \\[1\\]](../attachments/a%20b.png)", "![B](../attachments/b.png)"];
for (const [cover, body, wanted] of [
  ["blob", [picture, "Text.", other], ["Text.", other]], ["blob", [`See ${picture}`, other], [`See ${picture}`, other]],
  ["blob", ["![A](https://x.example/a.png)"], ["![A](https://x.example/a.png)"]], [undefined, [picture], [picture]],
]) {
  const entry = { patch: { body: body.join("\n") }, ticks: {}, place: null };
  expect(patched({ ...tasks[0], cover }, entry, look).excerpt, wanted, { cover, body });
}

document.body.textContent = [...differences.map((each) => `differs: ${each}`), `compared: ${count}`].join("\n");
