// Files that are dropped on a card, on an open task or on the board, and pictures that are pasted.

import { takesText } from "../core/dom.js";
import { route } from "../core/router.js";
import { card, readOnly, store } from "../state/store.js";
import { addWithFiles, attach } from "../commands/files.js";
import { hasDialog } from "../views/dialog.js";

const board = document.querySelector("#board");
/** The element that is marked as the target. */
let marked = null;

export function setUpFiles() {
  addEventListener("dragover", over);
  addEventListener("dragleave", (event) => event.relatedTarget === null && mark(null));
  addEventListener("drop", dropped);
  addEventListener("paste", pasted);
}

const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");

/** A file that is dropped beside a target would otherwise replace the page. */
function over(event) {
  if (!hasFiles(event)) return;
  event.preventDefault();
  const { element } = target(event.target);
  event.dataTransfer.dropEffect = element ? "copy" : "none";
  mark(element);
}

function dropped(event) {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(null);
  const { element, id, state } = target(event.target);
  const files = [...event.dataTransfer.files];
  if (!element || !files.length) return;
  if (id) attach(id, files);
  else addWithFiles(files, state);
}

/** Returns the element under the pointer that takes files: a card, the open task, or a column. */
function target(element) {
  if (readOnly() || hasDialog() || !store.board) return {};
  const item = element.closest?.(".card[data-task]");
  if (item) return { element: item, id: item.dataset.task };
  const panel = element.closest?.("#panel");
  const { name, id } = route();
  if (panel) return name === "task" && id ? { element: panel, id } : {};
  const column = element.closest?.(".column");
  if (column) return { element: column, state: column.dataset.state };
  return element.closest?.("#board") ? { element: board, state: null } : {};
}

function mark(element) {
  if (marked === element) return;
  marked?.classList.remove("takes-files");
  element?.classList.add("takes-files");
  marked = element;
}

/** A pasted picture goes to the open task, or to the card under the cursor. Text beside it wins. */
function pasted(event) {
  const files = [...(event.clipboardData?.files ?? [])];
  if (!files.length || event.defaultPrevented || hasDialog()) return;
  if (takesText(event.target) && event.clipboardData.types.includes("text/plain")) return;
  event.preventDefault();
  const { name, id } = route();
  const own = name === "task" && id ? id : card(store.current)?.id;
  if (own) attach(own, files);
  else if (store.board) addWithFiles(files, null);
}
