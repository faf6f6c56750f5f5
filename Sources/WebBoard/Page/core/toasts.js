// Short messages: results with an undo button, and errors, which stay until dismissed.

import { brief, h, iconButton, isNarrow, sentence, setText } from "./dom.js";
import { focusBoard } from "./focus.js";
import { t, title } from "./words.js";

const SECONDS = 6;
/** The maximum number of messages. */
const most = () => (isNarrow() ? 1 : 3);

const box = document.querySelector("#toasts");
const politely = document.querySelector("#announcements");

/** Formats words for a message. */
const messageOf = (words) => sentence(brief(words));

/** Announces words to screen readers. */
export function announce(words) {
  setText(politely, "");
  setTimeout(() => setText(politely, brief(words)), 50);
}

/**
 * Shows a result.
 *
 * @param {string} words
 * @param {{undo?: () => void, label?: string, spoken?: string}} [options] The undo action and its
 *   label, and the text for screen readers instead of the words.
 */
export function toast(words, { undo, label = title("undo"), spoken } = {}) {
  if (!words) return;
  announce(spoken || words);
  const toast = h("div", { class: "toast" }, h("span", { class: "toast-words", text: messageOf(words) }));
  if (undo) toast.append(actButton(toast, label, undo));
  toast.append(iconButton("close", t("dismiss"), () => drop(toast)));
  show(toast);
  leaveAfter(toast, SECONDS);
  return toast;
}

/** Shows an error, which stays until dismissed. */
export function fail(words, { act, label } = {}) {
  forget(words);
  const toast = h(
    "div", { class: "toast stays error", role: "alert" }, h("span", { class: "toast-words", text: messageOf(words) }),
  );
  if (act) toast.append(actButton(toast, label, act));
  toast.append(iconButton("close", t("dismiss"), () => drop(toast)));
  show(toast);
  return toast;
}

/** Removes an error that is resolved. */
export function forget(words) {
  for (const old of box.querySelectorAll(".toast.error")) {
    if (old.firstChild.textContent === messageOf(words)) drop(old);
  }
}

/**
 * Removes the messages that offer an undo. After another undo, they no longer refer to the latest
 * change.
 */
export function forgetUndo() {
  for (const old of box.querySelectorAll(".toast:not(.stays)")) if (old.querySelector(".toast-act")) drop(old);
}

function actButton(toast, label, act) {
  const onclick = () => {
    drop(toast);
    act();
  };
  return h("button", { type: "button", class: "toast-act", text: label, onclick });
}

function show(toast) {
  box.append(toast);
  const passing = box.querySelectorAll(".toast:not(.stays)");
  for (const old of [...passing].slice(0, Math.max(0, passing.length - most()))) drop(old);
  makeRoom();
}

/** Adds space below the board, so that persistent messages do not cover cards. */
function makeRoom() {
  const stays = [...box.querySelectorAll(".toast.stays")];
  const height = stays.reduce((sum, toast) => sum + toast.offsetHeight + 8, 0);
  document.documentElement.style.setProperty("--messages", `${Math.min(height, innerHeight / 3)}px`);
}

/** Removes a toast after some seconds. The timer stops while the toast is hovered or focused. */
function leaveAfter(toast, seconds) {
  let timer = 0;
  const start = () => {
    clearTimeout(timer);
    timer = setTimeout(() => drop(toast), seconds * 1000);
  };
  const stop = () => clearTimeout(timer);
  toast.addEventListener("pointerenter", stop);
  toast.addEventListener("focusin", stop);
  toast.addEventListener("pointerleave", start);
  toast.addEventListener("focusout", start);
  start();
}

function drop(toast) {
  const had = toast.contains(document.activeElement);
  toast.remove();
  makeRoom();
  if (!had) return;
  const dialog = box.closest("dialog");
  if (dialog) dialog.querySelector("h2").focus();
  else focusBoard();
}

/** Removes the newest toast; returns false if there is none. */
export function dismiss() {
  const last = box.lastElementChild;
  last?.remove();
  makeRoom();
  return Boolean(last);
}
