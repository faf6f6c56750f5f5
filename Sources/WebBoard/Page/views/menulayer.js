// Menus with submenus. On a wide screen, a submenu is next to its item; on a narrow one, it is a
// second page of the same sheet.

import { h, icon, isNarrow } from "../core/dom.js";
import { focusBoard } from "../core/focus.js";
import { isLetterKey, keyName } from "../core/keynames.js";
import { t } from "../core/words.js";

/**
 * An item of a menu. An item with `items` opens a submenu, one with `checked` is a check box.
 *
 * @typedef {{words: string, key?: string, group?: string, run?: () => void, items?: () => Item[],
 *   checked?: boolean}} Item
 */

/** A menu or submenu, with the item that has opened it. @typedef {{menu: HTMLElement, items: Item[], opener: HTMLElement|null}} Level */

const ITEMS = "[role=menuitem], [role=menuitemcheckbox]";
/** The time a mouse must rest on an item before its submenu opens, or another one closes. */
const REST = 180;
/** The distance of a menu from the edges of the window. */
const MARGIN = 8;

/** @type {{element: HTMLDialogElement, before: Element, levels: Level[], timer: number}|null} */
let layer = null;

/**
 * Opens a menu. Elements below it cannot be used until it is closed.
 *
 * @param {string} label
 * @param {Item[]} items
 * @param {{x: number, y: number}|Element|null} at The position: a point, or the button that opens
 *   the menu.
 * @param {string} [heading] The text above the items.
 */
export function openItems(label, items, at, heading = label) {
  close();
  const backdrop = h("div", { class: "menu-backdrop" });
  const element = h("dialog", { class: "menu-layer", "aria-label": label }, backdrop);
  layer = { element, before: document.activeElement, levels: [], timer: 0 };
  document.body.append(element);
  element.showModal();
  // A press must not close it, or its click would hit the element below.
  backdrop.addEventListener("pointerdown", (event) => event.preventDefault());
  backdrop.addEventListener("click", close);
  backdrop.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    close();
  });
  element.addEventListener("keydown", press);
  // The back gesture on a phone.
  element.addEventListener("cancel", (event) => {
    event.preventDefault();
    back();
  });
  const title = h("div", { class: "menu-title", "aria-hidden": "true", text: heading });
  const menu = push(label, items, null, title);
  if (!isNarrow()) positionBelow(menu, at);
  focusFirst(menu);
}

/** Adds a menu to the open ones. */
function push(label, items, opener, title) {
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label, tabindex: "-1" }, title, items.flatMap(withLine));
  menu.addEventListener("focusin", (event) => setStop(menu, event.target.closest(ITEMS)));
  layer.levels.push({ menu, items, opener });
  layer.element.append(menu);
  setStop(menu, menu.querySelector(ITEMS));
  return menu;
}

/** Returns an item, with a divider above it if it starts another group. */
function withLine(item, index, items) {
  const isFirst = index > 0 && items[index - 1].group !== item.group;
  return isFirst ? [h("hr", { role: "separator" }), makeItem(item)] : [makeItem(item)];
}

function makeItem(item) {
  const isCheck = item.checked !== undefined;
  const button = h(
    "button", {
      type: "button", role: isCheck ? "menuitemcheckbox" : "menuitem", tabindex: "-1",
      "aria-checked": isCheck ? String(item.checked) : null,
      "aria-haspopup": item.items ? "menu" : null, "aria-expanded": item.items ? "false" : null,
      onclick: () => (item.items ? open(item, button) : choose(item)),
    },
    h("span", { text: item.words }), h("kbd", { "aria-hidden": "true", text: item.key ?? "" }), item.items && icon("forward"),
  );
  button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && rest(item, button));
  return button;
}

/** Sets the one item in the tab order. */
function setStop(menu, item) {
  if (!item) return;
  for (const each of menu.querySelectorAll(ITEMS)) each.tabIndex = each === item ? 0 : -1;
}

const focusFirst = (menu) => (menu.querySelector("[aria-checked=true]") ?? menu.querySelector(`:is(${ITEMS}):not(.menu-back)`) ?? menu).focus({ preventScroll: true });

// MARK: Submenus

function open(item, button) {
  if (levelOf(button) < layer.levels.length - 1) {
    if (layer.levels.at(-1).opener === button) return focusFirst(layer.levels.at(-1).menu);
    closeAbove(levelOf(button));
  }
  const title = h("button", { type: "button", role: "menuitem", class: "menu-back", tabindex: "-1", "aria-label": `${t("back")}: ${item.words}`, onclick: back }, icon("back"), h("span", { text: item.words }));
  const menu = push(item.words, item.items(), button, isNarrow() ? title : null);
  button.setAttribute("aria-expanded", "true");
  if (isNarrow()) layer.levels.at(-2).menu.hidden = true;
  else positionBeside(menu, button);
  focusFirst(menu);
}

const levelOf = (button) => layer.levels.findIndex(({ menu }) => menu.contains(button));

/** Opens the submenu under a resting mouse, and closes the others. */
function rest(item, button) {
  clearTimeout(layer.timer);
  layer.timer = setTimeout(() => {
    if (!layer || isNarrow() || !button.matches(":hover")) return;
    const level = levelOf(button);
    if (layer.levels[level + 1]?.opener === button) return;
    if (item.items) open(item, button);
    else closeAbove(level);
  }, REST);
}

function closeAbove(level) {
  while (layer.levels.length > level + 1) pop();
}

/** Closes the last submenu, and focuses its item. */
function pop() {
  const { menu, opener } = layer.levels.pop();
  menu.remove();
  layer.levels.at(-1).menu.hidden = false;
  opener.setAttribute("aria-expanded", "false");
  opener.focus({ preventScroll: true });
}

/** Goes back one level; from the first one, closes the menu. */
function back() {
  if (layer.levels.length > 1) pop();
  else close();
}

// MARK: Positions

function positionBelow(menu, at) {
  const box = at instanceof Element ? at.getBoundingClientRect() : { left: at?.x ?? 40, bottom: at?.y ?? 40 };
  place(menu, box.left, box.bottom + 4);
}

/** Puts a submenu at the right of its item, or at the left if there is no room. */
function positionBeside(menu, button) {
  const [box, parent] = [button.getBoundingClientRect(), button.closest(".menu").getBoundingClientRect()];
  const hasRoom = parent.right + menu.offsetWidth + MARGIN <= innerWidth;
  place(menu, hasRoom ? parent.right - 2 : parent.left - menu.offsetWidth + 2, box.top - 7);
}

function place(menu, left, top) {
  menu.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - menu.offsetWidth - MARGIN))}px`;
  menu.style.top = `${Math.max(MARGIN, Math.min(top, innerHeight - menu.offsetHeight - MARGIN))}px`;
}

// MARK: Keys

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!take(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Handles a key. Returns false if it is not used here. */
function take(event) {
  const { menu, items } = layer.levels.at(-1);
  const buttons = [...menu.querySelectorAll(ITEMS)];
  const index = buttons.indexOf(document.activeElement);
  const go = (to) => buttons.at(to % buttons.length)?.focus();
  const hasSubmenu = buttons[index]?.hasAttribute("aria-haspopup");
  switch (event.key) {
    case "Escape": back(); break;
    case "Tab": close(); break;
    case "ArrowDown": go(index + 1); break;
    case "ArrowUp": go(index - 1); break;
    case "Home": go(0); break;
    case "End": go(-1); break;
    case "ArrowRight":
      if (!hasSubmenu) return false;
      buttons[index].click();
      break;
    case "ArrowLeft":
      if (layer.levels.length < 2) return false;
      pop();
      break;
    // The item with the focus, although Enter is also the key of Open.
    case "Enter": case " ": return false;
    default: return takeLetter(keyName(event), items, buttons, index);
  }
  return true;
}

/** Chooses the item of a key, or else focuses the next item that begins with the letter. */
function takeLetter(name, items, buttons, index) {
  const own = items.findIndex((item) => item.key && item.key === name);
  if (own >= 0) {
    buttons[own + buttons.length - items.length].click();
    return true;
  }
  if (!isLetterKey(name) || name === " ") return false;
  const rest = [...buttons.slice(index + 1), ...buttons.slice(0, index + 1)];
  rest.find((each) => each.textContent.toLowerCase().startsWith(name.toLowerCase()))?.focus();
  return true;
}

function choose(item) {
  close();
  item.run();
}

/** Closes all menus, and restores the focus. */
export function close() {
  if (!layer) return;
  const { element, before, timer } = layer;
  layer = null;
  clearTimeout(timer);
  const had = element.contains(document.activeElement);
  element.remove();
  if (!had) return;
  if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
  else focusBoard();
}
