// A small dialog at a button, in which a value is chosen. On a phone it is at the bottom.

import { h, isNarrow } from "../core/dom.js";
import { focusBoard } from "../core/focus.js";

/** The distance to the edges of the window, in pixels. */
const MARGIN = 8;

/** The open one. @type {{close: () => void}|null} */
let opened = null;

/**
 * Opens content at a button. Elements below it cannot be used until it is closed.
 *
 * @param {string} label
 * @param {Element|null} at
 * @param {Node} content The element marked `autofocus` gets the focus.
 * @param {{onclose?: (isCancelled: boolean) => void}} [options] Called when it is closed: cancelled
 *   by Escape or by the back gesture, or not by a click outside.
 * @returns {{close: (isCancelled?: boolean) => void}}
 */
export function openPopover(label, at, content, { onclose } = {}) {
  opened?.close();
  const before = document.activeElement;
  const box = h("div", { class: "popover" }, content);
  const backdrop = h("div", { class: "menu-backdrop" });
  const layer = h("dialog", { class: "menu-layer", "aria-label": label }, backdrop, box);
  const close = (isCancelled = false) => {
    if (opened?.close !== close) return;
    opened = null;
    const had = layer.contains(document.activeElement);
    layer.remove();
    onclose?.(isCancelled);
    if (!had) return;
    const found = before?.isConnected ? before : at?.id ? document.getElementById(at.id) : null;
    if (found && found !== document.body) found.focus({ preventScroll: true });
    else focusBoard();
  };
  opened = { close };
  document.body.append(layer);
  layer.showModal();
  if (!isNarrow()) place(box, at);
  // A press must not close it, or its click would hit the element below.
  backdrop.addEventListener("pointerdown", (event) => event.preventDefault());
  backdrop.addEventListener("click", () => close());
  layer.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) {
      event.preventDefault();
      close(true);
    }
    event.stopPropagation();
  });
  layer.addEventListener("cancel", (event) => {
    event.preventDefault();
    close(true);
  });
  content.querySelector("[autofocus]")?.focus({ preventScroll: true });
  return { close };
}

/** Puts a box below a button, or above it if there is more room. */
function place(box, at) {
  const { left, right, top, bottom } = at?.getBoundingClientRect() ?? { left: 40, right: 40, top: 40, bottom: 40 };
  const { offsetWidth: width, offsetHeight: height } = box;
  const start = document.dir === "rtl" ? right - width : left;
  const below = innerHeight - bottom - MARGIN - 4;
  const y = height <= below || below > top ? Math.min(bottom + 4, innerHeight - height - MARGIN) : top - height - 4;
  box.style.left = `${Math.max(MARGIN, Math.min(start, innerWidth - width - MARGIN))}px`;
  box.style.top = `${Math.max(MARGIN, y)}px`;
}
