// The actions that change the tags, the people and the priority of the tasks under the cursor, with the
// pickers of the form.

import { route } from "../core/router.js";
import { card, dispatch, formFields } from "../state/store.js";
import { changeNames, setPriority } from "../commands/values.js";
import { register } from "../commands/registry.js";
import { placeOf } from "./board.js";
import { pick } from "./chips.js";

const values = (ids, key) => ids.map((id) => [card(id)?.[key] ?? []].flat());

/** Returns the values that all tasks have. */
const common = ([first = [], ...rest]) => first.filter((each) => rest.every((others) => others.includes(each)));

/** Lets a person choose the value of a field for tasks, at the first one's card or chip. */
function pickFor(key, ids, onpick) {
  // An open page may be that of a task without a card.
  const chip = ids.length === 1 && route().id === ids[0] && document.querySelector(`#panel button#chip-${key}`);
  if (chip) return chip.click();
  const field = formFields().find((each) => each.field === key);
  const before = common(values(ids, key));
  pick(field, placeOf(ids[0], key), field.kind === "list" ? before : before[0], (value) => {
    dispatch({ type: "clearSelection" });
    onpick(value, before);
  });
}

/** Adds the names that were chosen to all tasks, and removes those that were taken away. */
const pickNames = (key) => (ids) => pickFor(key, ids, (names, before) => changeNames(ids, key, {
  added: names.filter((name) => !before.includes(name)), removed: before.filter((name) => !names.includes(name)),
}));

register({
  tag: pickNames("tags"),
  assign: pickNames("assignees"),
  priority: (ids) => pickFor("priority", ids, (value) => setPriority(ids, value)),
});
