// Queued changes and files that the server refused, for the user to decide on.

import { post, Problem, taskPath } from "../core/api.js";
import { h, sentence } from "../core/dom.js";
import { fail } from "../core/toasts.js";
import { t, title } from "../core/words.js";
import { reload } from "../state/load.js";
import { dropFile, refusedFiles, retryFile } from "../state/files.js";
import { flush, needsYou } from "../state/offline.js";
import { discard, retry } from "../state/queue.js";
import { card, fieldName, labelOf, subscribe } from "../state/store.js";
import { openDialog } from "./dialog.js";

let opened = null;

/** Returns the number of decisions that the user has to make. */
export const decisions = () => needsYou().length + refusedFiles().length;

/** Lists refused changes, with the available choices. */
export function openNeedsYou() {
  opened = openDialog(t("needsYouTitle"), { class: "needs-you", onclose: () => (opened = null) });
  draw();
}

subscribe(() => opened && draw());

let drawn = "";

function draw() {
  const [entries, files] = [needsYou(), refusedFiles()];
  if (!decisions()) return opened.close();
  const key = JSON.stringify([entries.map(({ id, edition, refused }) => [id, edition, refused]), files.map(({ id }) => id)]);
  // Do not redraw while nothing has changed, to keep the focus of typed text.
  if (key === drawn && opened.content.hasChildNodes()) return;
  drawn = key;
  opened.content.replaceChildren(h("ul", { class: "refused" }, entries.map(row), files.map(fileRow)));
}

/** The typed text of each row, by task, since the list is redrawn when anything in it changes. */
const typed = new Map();

function row(entry) {
  const { refused } = entry;
  const fields = refused.fields ?? [];
  if (isUnmade(entry)) return unmadeRow(entry);
  return h(
    "li", {},
    h("h3", { text: entry.title }), h("p", { class: "problem", text: sentence(refused.detail) }),
    ...fields.map((field) => sides(field)),
    !fields.length && h("p", { class: "note", text: summary(entry) }),
    h("div", { class: "buttons" },
      isDeleted(entry) && h("button", { type: "button", class: "primary", text: t("restore"), onclick: () => restore(entry) }),
      canInsist(entry) && h("button", { type: "button", class: "primary", text: t(entry.deleted ? "deleteAnyway" : "sendMine"), onclick: () => insist(entry) }),
      h("button", { type: "button", text: fields.length ? t("keepTheirs") : t("discard"), onclick: () => giveUp(entry) })),
  );
}

/** True for a new task whose words the server rejected. They can be corrected. */
const isUnmade = ({ created, refused }) => Boolean(created) && refused.status === 422;

function unmadeRow(entry) {
  const words = typed.get(entry.id) ?? entry.created.entry;
  const oninput = (event) => typed.set(entry.id, event.target.value);
  const input = h("input", { type: "text", class: "field", name: "words", value: words, "aria-label": title("add"), autocomplete: "off", oninput });
  const onsubmit = (event) => {
    event.preventDefault();
    resend(entry, input.value.trim());
  };
  return h(
    "li", {},
    h("form", { onsubmit }, h("p", { class: "problem", text: sentence(entry.refused.detail) }), input,
      h("div", { class: "buttons" },
        h("button", { type: "submit", class: "primary", text: title("add") }),
        h("button", { type: "button", text: t("discard"), onclick: () => giveUp(entry) }))),
  );
}

async function resend(entry, words) {
  if (!words) return;
  typed.delete(entry.id);
  await retry(entry, { created: { ...entry.created, entry: words }, title: words });
  await flush();
  reload();
}

/** True for a change of a task that somebody else has deleted. */
const isDeleted = ({ created, deleted, refused }) => !created && !deleted && (refused.status === 404 || refused.status === 410);

/** Restores the task, and sends the queued changes. */
async function restore(entry) {
  try {
    const task = await post(taskPath(entry.id, "/restore"));
    await retry(entry, { base: task.version });
    await flush();
    reload();
  } catch (error) {
    fail(error instanceof Problem ? error.message : t("needsServer"));
  }
}

/** Returns the unsent changes, so that no typed text is lost by discarding them. */
function summary({ created, patch, deleted, place, ticks, items }) {
  if (created) return created.entry;
  if (deleted) return title("delete");
  return [
    place && t("moveTo", { state: labelOf(place.state) }),
    ...Object.entries(patch).map(([key, value]) => `${fieldName(key)}: ${value ?? "—"}`),
    ...Object.entries(ticks).map(([n, done]) => `${done ? "☑" : "☐"} ${items?.[n]?.text ?? n}`),
  ].filter(Boolean).join("\n");
}

function sides({ key, mine, theirs, by }) {
  return h(
    "div", { class: "sides" },
    h("div", {}, h("h4", { text: `${fieldName(key)} · ${t("mine")}` }), h("pre", { text: shown(mine) })),
    h("div", {}, h("h4", { text: `${fieldName(key)} · ${by || t("theirs")}` }), h("pre", { text: shown(theirs) })),
  );
}

const shown = (value) => (Array.isArray(value) ? value.join(", ") : value ?? "—");

/** True if sending again, based on the newest version, can succeed. */
const canInsist = ({ refused }) => Boolean(refused.version);

async function insist(entry) {
  await retry(entry, { base: entry.refused.version });
  await flush();
  reload();
}

/** Discards the fields that others have changed, and sends the rest. */
async function giveUp(entry) {
  const theirs = new Set((entry.refused.fields ?? []).map((field) => field.key));
  const patch = Object.fromEntries(Object.entries(entry.patch).filter(([key]) => !theirs.has(key)));
  const isLeft = theirs.size && (Object.keys(patch).length || Object.keys(entry.ticks).length || entry.place);
  if (isLeft) await retry(entry, { patch });
  else await discard(entry);
  await flush();
  reload();
}

// MARK: Files

function fileRow({ id, task, title, name, file, refused, isGone }) {
  return h(
    "li", {},
    h("h3", { dir: "auto", text: name }), h("p", { class: "problem", text: sentence(refused) }),
    !isGone && h("p", { class: "note", dir: "auto", text: card(task)?.title ?? title }),
    h("div", { class: "buttons" },
      isGone && h("button", { type: "button", class: "primary", text: t("restore"), onclick: () => restoreFor(id, task) }),
      h("button", { type: "button", class: isGone ? "" : "primary", text: t("tryAgain"), onclick: () => sendAgain(id) }),
      h("button", { type: "button", text: t("saveFile"), onclick: () => save(name, file) }),
      h("button", { type: "button", text: t("discard"), onclick: () => dropFile(id) })),
  );
}

/** Restores the task of a file, and sends the file. */
async function restoreFor(id, task) {
  try {
    await post(taskPath(task, "/restore"));
    await sendAgain(id);
  } catch (error) {
    fail(error instanceof Problem ? error.message : t("needsServer"));
  }
}

async function sendAgain(id) {
  await retryFile(id);
  await flush();
  reload();
}

/** Gives a file back to the user. It stays in the list, since the browser may not store it. */
function save(name, file) {
  const href = URL.createObjectURL(file);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
