// Runs the page's rules on the cases of BoardRules.json.

import { obstacleOf } from "./commands/obstacles.js";
import { factsOf } from "./state/facts.js";
import { beginForm, bodyLength, changedFields, rebase, setText, settle, takeLate, takeSaved, texts, value } from "./state/fields.js";
import { apply, movesToEnd } from "./state/model.js";

const cases = window.cases;
const differences = [];
let count = 0;

/** Compares values, whatever the order of their keys. */
function expect(found, wanted, each) {
  count += 1;
  const [a, b] = [sorted(found), sorted(wanted)].map((value) => JSON.stringify(value));
  if (a !== b) differences.push(`${JSON.stringify(each)}: ${a} is not ${b}`);
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

function checkObstacles() {
  for (const each of cases.obstacles) {
    const action = cases.actions.find(({ name }) => name === each.action);
    const facts = { tasks: each.tasks, readOnly: each.readOnly, holds: (fact) => each.facts.includes(fact) };
    expect(obstacleOf(action, facts, (key) => key), each.obstacle, each);
  }
  for (const { card, finished, facts } of cases.cards) {
    expect([...factsOf(card, finished)].sort(), facts.sort(), card);
  }
}

const field = (key) => cases.fields.find((each) => each.key === key);

function checkForms() {
  for (const { key, text, value: wanted } of cases.values) expect(value(field(key), text), wanted, { key, text });
  for (const each of cases.texts) expect(texts(cases.fields, each.task), each.texts, each.task.extra);
  for (const { body, length } of cases.lengths) expect(bodyLength(body), length, body);
  for (const run of cases.forms) {
    let form = beginForm("1", run.base);
    for (const step of run.steps) {
      form = stepped(form, step);
      expect(shown(form), shownIn(step), step);
    }
  }
}

/** Returns a form after a step. */
function stepped(form, { do: name, key, text, base, focused, choice, sent }) {
  if (name === "rebase") return rebase(form, "2", base, focused);
  if (name === "saved") return takeSaved(form, "3", base, sent);
  if (name === "edit") setText(form, key, text);
  if (name === "leave") takeLate(form, key);
  if (name === "settle") settle(form, field(key), choice);
  return form;
}

function shown(form) {
  const outside = Object.entries(form.outside).map(([key, change]) => [key, { old: change.old, new: change.new }]);
  return {
    texts: form.texts, changed: changedFields(form), clashes: Object.keys(form.clashes).sort(),
    outside: Object.fromEntries(outside), late: form.late,
  };
}

const shownIn = ({ texts, changed, clashes, outside, late }) => ({ texts, changed, clashes: clashes.sort(), outside, late });

function checkMoves() {
  const [start, ...moves] = cases.moves;
  const board = { columns: start.columns.map((column) => ({ ...column, count: column.tasks.length, limit: null, tasks: column.tasks.map((id) => ({ id })) })) };
  for (const { columns: wanted, ...move } of moves) {
    const effects = move.kind === "end"
      ? movesToEnd(board.columns, move.ids, move.end).map(({ ids, place }) => ({ kind: "move", ids, ...place }))
      : [move];
    const found = apply(board, effects);
    expect(found.map(({ tasks }) => tasks.map(({ id }) => id)), wanted, move);
    expect(found.map((column) => column.count), wanted.map((tasks) => tasks.length), move);
  }
}

checkObstacles();
checkForms();
checkMoves();
document.body.textContent = [...differences.map((words) => `differs: ${words}`), `compared: ${count}`].join("\n");
