// Dialogs over the board. The browser keeps the focus in them, and Esc closes them.

import { h, iconButton } from "../core/dom.js";
import { focusBoard } from "../core/focus.js";
import { go } from "../core/router.js";
import { t } from "../core/words.js";

/**
 * Opens a dialog with a title.
 *
 * @param {string} title
 * @param {{class?: string, onclose?: () => void}} [options]
 * @returns {{element: HTMLDialogElement, content: HTMLElement, close: () => void}}
 */
export function openDialog(title, { class: name = "", onclose } = {}) {
  const before = document.activeElement;
  const id = `dialog-${Math.random().toString(36).slice(2, 8)}`;
  const content = h("div", { class: "dialog-content" });
  const close = () => element.close();
  const element = h(
    "dialog", { class: `dialog ${name}`, "aria-labelledby": id },
    h("header", { class: "dialog-head" }, h("h2", { id, text: title, tabindex: "-1", autofocus: true }), iconButton("close", t("close"), close)),
    content,
  );
  document.body.append(element);
  holdMessages(element);
  let isPressedOutside = false;
  element.addEventListener("pointerdown", (event) => (isPressedOutside = isOutside(element, event)));
  element.addEventListener("click", (event) => isPressedOutside && isOutside(element, event) && close());
  element.addEventListener("close", () => {
    holdMessages([...document.querySelectorAll("dialog[open]")].filter((each) => each !== element).at(-1) ?? document.body);
    element.remove();
    onclose?.();
    if (document.activeElement === document.body && before?.isConnected) before.focus({ preventScroll: true });
    else if (document.activeElement === document.body) focusBoard();
  });
  element.showModal();
  return { element, content, close };
}

/** Moves messages into the open dialog; outside it, they could be neither seen nor used. */
function holdMessages(place) {
  place.append(document.querySelector("#toasts"), document.querySelector("#announcements"));
}

function isOutside(element, { target, clientX, clientY }) {
  if (target !== element) return false;
  const box = element.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/** True if a dialog is open, which then handles the keys. */
export const hasDialog = () => Boolean(document.querySelector("dialog[open]"));

/**
 * Closes a dialog when one of its links to a task is followed.
 *
 * @param {HTMLElement} element
 * @param {() => void} close
 */
export function followTasks(element, close) {
  element.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#/task/']");
    if (!link) return;
    event.preventDefault();
    close();
    go(link.getAttribute("href"));
  });
}
