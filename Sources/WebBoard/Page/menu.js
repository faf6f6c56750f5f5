// The menu of cards: the other states first, then what can be done now.

import { h, isNarrow } from "./dom.js";
import { moveToState } from "./changes.js";
import { menuActions, run } from "./actions.js";
import { card, readOnly, store } from "./store.js";
import { keyLabel } from "./keynames.js";
import { t, title } from "./words.js";

/** @typedef {{key: string, words: string, run: () => void, isGrave?: boolean}} Item */

let opened = null;

/**
 * Opens the menu of tasks.
 *
 * @param {string[]} ids
 * @param {{x: number, y: number}|Element|null} at Where: a point, or the button that opens it.
 */
export function openMenu(ids, at) {
  const items = [...stateItems(ids), ...actionItems(ids)];
  const name = ids.length === 1 ? card(ids[0])?.title : t("selected", { count: ids.length });
  openItems(name ? t("actionsOf", { title: name }) : t("actions"), items, at);
}

/** @returns {Item[]} */
function stateItems(ids) {
  if (readOnly()) return [];
  const own = new Set(ids.map((id) => card(id)?.state));
  return store.board.settings.states
    .map((state, index) => ({ state, key: index < 9 ? String(index + 1) : "" }))
    .filter(({ state }) => own.size !== 1 || !own.has(state))
    .map(({ state, key }) => ({ key, words: t("moveTo", { state }), run: () => moveToState(ids, state) }));
}

/** @returns {Item[]} */
function actionItems(ids) {
  return menuActions(ids).map((action) => ({
    key: keyLabel(action.key), words: title(action.name), isGrave: action.name === "delete",
    run: () => run(action.name, ids),
  }));
}

/**
 * Opens a menu of items.
 *
 * @param {string} label
 * @param {Item[]} items
 * @param {{x: number, y: number}|Element|null} at
 */
export function openItems(label, items, at) {
  close();
  const before = document.activeElement;
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label, tabindex: "-1" });
  const backdrop = h("div", { class: "menu-backdrop" });
  opened = { menu, backdrop, before, items };
  menu.append(h("div", { class: "menu-title", "aria-hidden": "true", text: label }), ...items.map(makeItem));
  document.body.append(backdrop, menu);
  if (!isNarrow()) position(menu, at);
  // A press must not close it: its click would go to what is below.
  backdrop.addEventListener("pointerdown", (event) => event.preventDefault());
  backdrop.addEventListener("click", close);
  backdrop.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    close();
  });
  menu.addEventListener("keydown", press);
  (menu.querySelector("[role=menuitem]") ?? menu).focus({ preventScroll: true });
}

function makeItem(item) {
  const onclick = () => choose(item);
  return h(
    "button", { type: "button", role: "menuitem", tabindex: "-1", class: item.isGrave ? "grave" : "", onclick },
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

/** Closes the menu, and gives the focus back. */
export function close() {
  if (!opened) return;
  const { menu, backdrop, before } = opened;
  opened = null;
  const had = menu.contains(document.activeElement);
  menu.remove();
  backdrop.remove();
  if (!had) return;
  if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
  else document.dispatchEvent(new CustomEvent("pmd-focus-board"));
}

