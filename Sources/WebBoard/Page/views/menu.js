// The menu of cards. The server says which actions are in it, and in which order.

import { brief } from "../core/dom.js";
import { filterFor } from "../core/filters.js";
import { keyLabel } from "../core/keynames.js";
import { t, title } from "../core/words.js";
import { card, dispatch, fieldName } from "../state/store.js";
import { menuActions, run } from "../commands/actions.js";
import { register } from "../commands/registry.js";
import { addFilter } from "./filters.js";
import { openItems } from "./menulayer.js";
import { SUBMENUS } from "./submenus.js";

/** @typedef {import("./menulayer.js").Item} Item */

/**
 * Opens the menu of tasks.
 *
 * @param {string[]} ids
 * @param {{x: number, y: number}|Element|null} at The position: a point, or the button that opens
 *   the menu.
 */
export function openMenu(ids, at) {
  if (ids.length === 1) dispatch({ type: "setCurrent", id: ids[0] });
  const name = ids.length === 1 ? brief(card(ids[0])?.title ?? "") : t("selected", { count: ids.length });
  openItems(name ? t("actionsOf", { title: name }) : t("actions"), itemsOf(ids), at, name);
}

const openOnCard = (ids) => openMenu(ids, document.querySelector(`[data-task="${CSS.escape(ids[0])}"] .card-title`));

register({ menu: openOnCard, "move-to": openOnCard });

/** @returns {Item[]} */
function itemsOf(ids) {
  const all = menuActions(ids);
  const more = all.filter((action) => action.more);
  const items = all.filter((action) => !action.more).map((action) => itemOf(action, ids)).filter(Boolean);
  const filters = filterItems(ids);
  const only = filters.length ? [{ words: t("showOnly"), group: "filters", items: () => filters }] : [];
  const rest = { words: t("more"), group: "more", items: () => [...more.map((action) => itemOf(action, ids)).filter(Boolean), ...only] };
  const grave = items.findIndex(({ group }) => group === "grave");
  return [...items.slice(0, grave < 0 ? items.length : grave), ...(more.length || only.length ? [rest] : []), ...(grave < 0 ? [] : items.slice(grave))];
}

/** Returns the filters for the tags, people and projects of tasks. @returns {Item[]} */
function filterItems(ids) {
  const tasks = ids.map((id) => card(id)).filter(Boolean);
  const words = (kind, field) => tasks.flatMap((task) => task[field] ?? []).map((value) => filterFor(kind, value));
  const all = new Set([...words("tag", "tags"), ...words("assignee", "assignees"), ...words("project", "project")]);
  return [...all].map((word) => ({ words: word, run: () => addFilter(word) }));
}

/** The short labels of actions with a submenu. */
const LABELS = { "move-to": () => t("moveToMenu"), due: () => fieldName("due"), priority: () => fieldName("priority") };

/** @returns {Item|null} An action without a choice is left out. */
function itemOf({ name, key }, ids) {
  const item = { key: keyLabel(key), words: LABELS[name]?.() ?? title(name), group: name === "delete" ? "grave" : groupOf(name) };
  if (!SUBMENUS[name]) return { ...item, run: () => run(name, ids) };
  return SUBMENUS[name](ids).length ? { ...item, items: () => SUBMENUS[name](ids) } : null;
}

const groupOf = (name) => (["open", "edit", "conflicts"].includes(name) ? "open" : "actions");
