// The panel on the right, which pushes the board aside and fills a narrow screen. It shows a task, or
// its form.

import { fill } from "../core/dom.js";
import { focusBoard } from "../core/focus.js";
import { t } from "../core/words.js";

const panel = document.querySelector("#panel");
const others = [...document.querySelectorAll("header.top, #board, #segments, #banner, #reminders")];
/** Matches windows without room for a panel beside the board, as in `task.css`. */
const isFull = matchMedia("(max-width: 63.99rem)");
/** The previously focused element. */
let before = null;

/** Shows content in the panel. */
export function showPanel(label, ...content) {
  const isNew = panel.hidden;
  if (isNew) before = document.activeElement;
  panel.hidden = false;
  panel.setAttribute("aria-label", label);
  fill(panel, ...content);
  document.documentElement.classList.add("has-panel");
  cover();
  if (isNew) panel.scrollTop = 0;
}

/** Hides the panel, and restores the focus. Returns false if it was already hidden. */
export function hidePanel() {
  if (panel.hidden) return false;
  const had = panel.contains(document.activeElement) || document.activeElement === document.body;
  panel.hidden = true;
  panel.replaceChildren();
  document.documentElement.classList.remove("has-panel");
  cover();
  if (had && before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
  else if (had) focusBoard();
  return true;
}

/** A panel that fills the screen makes everything below it inert. */
function cover() {
  for (const other of others) other.inert = !panel.hidden && isFull.matches;
}

isFull.addEventListener("change", cover);

/** Focuses the panel itself, so that a screen reader reads its label. */
export const focusPanel = () => panel.focus({ preventScroll: true });

/** The words for a panel whose content is loading. */
export const loadingWords = () => t("loading");
