// The menu of cards: the other states first, then the available actions.

import { brief, h, isNarrow } from "../core/dom.js";
import { focusBoard } from "../core/focus.js";
import { keyLabel } from "../core/keynames.js";
import { t, title } from "../core/words.js";
import { card, dispatch, labelOf, readOnly, store } from "../state/store.js";
import { menuActions, run } from "../commands/actions.js";
import { moveToState } from "../commands/changes.js";
import { register } from "../commands/registry.js";

/** @typedef {{key: string, words: string, run: () => void, group?: string}} Item */

let opened = null;

/**
 * Opens the menu of tasks.
 *
 * @param {string[]} ids
 * @param {{x: number, y: number}|Element|null} at The position: a point, or the button that opens
 *   the menu.
 */
export function openMenu(ids, at) {
  if (ids.length === 1) dispatch({ type: "setCurrent", id: ids[0] });
  const items = [...stateItems(ids), ...actionItems(ids)];
  const name = ids.length === 1 ? brief(card(ids[0])?.title ?? "") : t("selected", { count: ids.length });
  openItems(name ? t("actionsOf", { title: name }) : t("actions"), items, at, name);
}

const openOnCard = (ids) => openMenu(ids, document.querySelector(`[data-task="${CSS.escape(ids[0])}"] .card-title`));

register({ menu: openOnCard, "move-to": openOnCard });

/** @returns {Item[]} */
function stateItems(ids) {
  if (readOnly()) return [];
  const own = new Set(ids.map((id) => card(id)?.state));
  return store.board.settings.states
    .map((state, index) => ({ state, key: index < 9 ? String(index + 1) : "" }))
    .filter(({ state }) => own.size !== 1 || !own.has(state))
    .map(({ state, key }) => ({ key, group: "states", words: t("moveTo", { state: labelOf(state) }), run: () => moveToState(ids, state) }));
}

/** @returns {Item[]} */
function actionItems(ids) {
  return menuActions(ids).map((action) => ({
    key: keyLabel(action.key), words: title(action.name), group: action.name === "delete" ? "grave" : "actions",
    run: () => run(action.name, ids),
  }));
}

/**
 * Opens a menu of items. Elements below it cannot be used until it is closed.
 *
 * @param {string} label
 * @param {Item[]} items
 * @param {{x: number, y: number}|Element|null} at
 * @param {string} [heading] The text above the items.
 */
export function openItems(label, items, at, heading = label) {
  close();
  const before = document.activeElement;
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label, tabindex: "-1" });
  const backdrop = h("div", { class: "menu-backdrop" });
  const layer = h("dialog", { class: "menu-layer", "aria-label": label }, backdrop, menu);
  opened = { menu, layer, before, items };
  menu.append(h("div", { class: "menu-title", "aria-hidden": "true", text: heading }), ...items.flatMap(withLine));
  document.body.append(layer);
  layer.showModal();
  setStop(menu.querySelector("[role=menuitem]"));
  if (!isNarrow()) position(menu, at);
  // A press must not close it, or its click would hit the element below.
  backdrop.addEventListener("pointerdown", (event) => event.preventDefault());
  backdrop.addEventListener("click", close);
  backdrop.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    close();
  });
  menu.addEventListener("keydown", press);
  menu.addEventListener("focusin", (event) => setStop(event.target.closest("[role=menuitem]")));
  // The back gesture on a phone.
  layer.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  (menu.querySelector("[role=menuitem]") ?? menu).focus({ preventScroll: true });
}

/** Returns an item, with a divider above it if it starts another group. */
function withLine(item, index, items) {
  const isFirst = index > 0 && items[index - 1].group !== item.group;
  return isFirst ? [h("hr", { role: "separator" }), makeItem(item)] : [makeItem(item)];
}

/** Sets the one item in the tab order. */
function setStop(item) {
  if (!item) return;
  for (const each of opened.menu.querySelectorAll("[role=menuitem]")) each.tabIndex = each === item ? 0 : -1;
}

function makeItem(item) {
  const onclick = () => choose(item);
  return h(
    "button", { type: "button", role: "menuitem", tabindex: "-1", class: item.group === "grave" ? "grave" : "", onclick },
    h("span", { text: item.words }), h("kbd", { "aria-hidden": "true", text: item.key }),
  );
}

function position(menu, at) {
  const box = at instanceof Element ? at.getBoundingClientRect() : { left: at?.x ?? 40, bottom: at?.y ?? 40 };
  const { offsetWidth: width, offsetHeight: height } = menu;
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - height - 8))}px`;
}

function choose(item) {
  close();
  item.run();
}

function press(event) {
  const buttons = [...opened.menu.querySelectorAll("[role=menuitem]")];
  const index = buttons.indexOf(document.activeElement);
  const go = (to) => buttons.at(to % buttons.length)?.focus();
  const item = opened.items.find((each) => each.key && each.key === event.key);
  if (event.key === "Escape" || event.key === "Tab") close();
  else if (event.key === "ArrowDown") go(index + 1);
  else if (event.key === "ArrowUp") go(index - 1);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(-1);
  else if (item && !event.ctrlKey && !event.metaKey && !event.altKey) choose(item);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Closes the menu, and restores the focus. */
export function close() {
  if (!opened) return;
  const { menu, layer, before } = opened;
  opened = null;
  const had = menu.contains(document.activeElement);
  layer.remove();
  if (!had) return;
  if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
  else focusBoard();
}

