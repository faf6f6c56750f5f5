// Conflicts of a task: both values side by side, and the choices.

import { taskPath } from "../core/api.js";
import { fullDate, moment } from "../core/dates.js";
import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { fieldName, formFields, readOnly } from "../state/store.js";
import { ask } from "../commands/changes.js";

/** Returns the conflicts of a task; null without any. */
export function conflictBlock(task) {
  const choices = task.choices ?? [];
  if (!choices.length) return null;
  const resolve = (body) => ask(task.id, taskPath(task.id, "/resolve"), body);
  return h(
    "section", { class: "conflicts", "aria-label": t("conflicts") },
    h("h3", { text: `⚑ ${t("conflicts")}` }), choices.map((choice) => conflict(choice, resolve, choices.length === 1 && keepButton("keepCurrent", resolve))),
    choices.length > 1 && keepButton("keepAllCurrent", resolve),
  );
}

/** Returns the button that keeps the current values of all conflicts. */
function keepButton(words, resolve) {
  if (readOnly()) return null;
  return h("button", { type: "button", class: "keep-current", text: t(words), onclick: () => resolve({ keep: true }) });
}

function conflict({ n, key, current, value, by, at, choices }, resolve, keep) {
  const isDeletion = key === "deleted" || key === ".deleted";
  const origin = [by, at && moment(at)].filter(Boolean).join(", ");
  const can = (choice) => !readOnly() && (!choices || choices.includes(choice));
  return h(
    "div", { class: "conflict" },
    h("div", { class: "sides" },
      side(`${fieldName(key)} · ${t("valueNow")}`, isDeletion ? t("isKept") : inWords(key, current)),
      side(`${t("valueInstead")}${origin ? ` · ${origin}` : ""}`, isDeletion ? t("isDeleted") : inWords(key, value))),
    h("div", { class: "buttons" },
      can("take") && h("button", { type: "button", text: t(isDeletion ? "deleteTask" : "takeOther"), onclick: () => resolve({ take: n }) }),
      can("both") && h("button", { type: "button", text: t("both"), onclick: () => resolve({ both: n }) }),
      keep),
  );
}

/** Returns a value as the form shows it: a date in full, and the name of a choice. */
function inWords(key, value) {
  const field = formFields().find((each) => each.key === key || each.field === key);
  if (field?.kind === "date") return fullDate(value);
  return field?.choices?.find((each) => each.value === value)?.label ?? value;
}

const side = (name, value) => h("div", {}, h("h4", { text: name }), h("pre", { dir: "auto", text: value || "—" }));
