// The submenus of a card's menu. Each lists the usual choices, and a way to any other.

import { t } from "../core/words.js";
import { card, columns, labelOf, snoozedUntil, store } from "../state/store.js";
import { run } from "../commands/actions.js";
import { moveToState } from "../commands/changes.js";
import { changeNames, daysAhead, schedule, setPriority } from "../commands/values.js";
import { pickDue } from "./dateactions.js";
import { snooze } from "./reminders.js";

/** @typedef {import("./menulayer.js").Item} Item */

/** The maximum number of names in a submenu: the most used ones. */
const MOST = 12;

/** @type {Object<string, (ids: string[]) => Item[]>} */
export const SUBMENUS = {
  "move-to": (ids) => {
    const own = new Set(ids.map((id) => card(id)?.state));
    return store.board.settings.states
      .map((state, index) => ({ state, key: index < 9 ? String(index + 1) : "", words: labelOf(state), run: () => moveToState(ids, state) }))
      .filter(({ state }) => own.size !== 1 || !own.has(state));
  },
  due: (ids) => {
    const { today, tomorrow, nextWeek } = daysAhead();
    return numbered([
      { words: t("calendarToday"), run: () => schedule(ids, today) },
      { words: t("tomorrow"), run: () => schedule(ids, tomorrow) },
      { words: t("nextWeek"), run: () => schedule(ids, nextWeek) },
      { words: t("pickDay"), run: () => pickDue(ids) },
      { words: t("noDueDate"), run: () => schedule(ids, null) },
    ]);
  },
  snooze: (ids) => numbered([
    { words: t("inAnHour"), run: () => snooze(ids, "1h") },
    { words: t("tomorrow"), run: () => snooze(ids, "tomorrow") },
    { words: t("nextWeek"), run: () => snooze(ids, "next week") },
    { words: t("otherTime"), run: () => run("snooze", ids) },
    ...(ids.some(snoozedUntil) ? [{ words: t("endSnooze"), run: () => snooze(ids, "none") }] : []),
  ]),
  tag: (ids) => [
    ...names("tags", ids).map((name) => checkItem("tags", name, ids)),
    { words: t("newTag"), group: "other", run: () => run("tag", ids) },
  ],
  assign: (ids) => [
    ...names("assignees", ids, store.session?.me).map((name) => checkItem("assignees", name, ids)),
    { words: t("otherPerson"), group: "other", run: () => run("assign", ids) },
  ],
  priority: (ids) => numbered([
    ...["high", "medium", "low"].map((value) => ({
      words: t(`priority${value[0].toUpperCase()}${value.slice(1)}`), checked: ids.every((id) => card(id)?.priority === value), run: () => setPriority(ids, value),
    })),
    { words: t("noPriority"), checked: ids.every((id) => !card(id)?.priority), run: () => setPriority(ids, null) },
  ]),
};

const numbered = (items) => items.map((item, index) => ({ ...item, key: String(index + 1) }));

function checkItem(field, name, ids) {
  const isOn = ids.every((id) => card(id)?.[field]?.includes(name));
  return { words: name, checked: isOn, run: () => changeNames(ids, field, { [isOn ? "removed" : "added"]: [name] }) };
}

/** Returns the names that the tasks have, then those that other tasks have, the most used first. */
function names(field, ids, first) {
  const uses = new Map();
  for (const { tasks } of columns()) {
    for (const each of tasks) for (const name of each[field] ?? []) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const own = ids.flatMap((id) => card(id)?.[field] ?? []);
  const others = [...uses].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name]) => name);
  return [...new Set([...own, ...(first ? [first] : []), ...others])].slice(0, MOST);
}
