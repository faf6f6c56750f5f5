// The form of a task. It changes only the edited fields; changes by others are applied to the
// rest.

import { Problem, get, post, taskPath } from "../core/api.js";
import { go, leave, taskAddress } from "../core/router.js";
import { fail, toast } from "../core/toasts.js";
import { t } from "../core/words.js";
import { dropDraft, findDraft, keepDraft } from "../state/drafts.js";
import { beginForm, changedFields, changes, draftOf, rebase, setText, takeLate, takeSaved, texts } from "../state/fields.js";
import { onTasks } from "../state/live.js";
import { formFields, readOnly, store } from "../state/store.js";
import { loadTask } from "../state/tasks.js";
import { editTask } from "../commands/changes.js";
import { drawForm, reveal, showNotes } from "./formview.js";
import { loadHistory } from "./history.js";
import { hidePanel, showPanel } from "./panel.js";
import { isMalformed } from "./source.js";

/**
 * @typedef {Object} Session
 * @property {string} id
 * @property {any} task
 * @property {import("../state/fields.js").Field[]} fields The fields, which stay while the form is
 *   open, even if the board declares others.
 * @property {import("../state/fields.js").Form} form
 * @property {HTMLFormElement} element
 * @property {Object<string, import("./formview.js").Control>} controls
 * @property {Object<string, string>} faults Why the server refused the texts of fields.
 * @property {boolean} isSaving
 * @property {boolean} isDeleted
 */

/** @type {Session|null} */
let session = null;

/** The open form. */
export const current = () => session;

/**
 * Opens the form of a task, with its draft if there is one.
 *
 * @param {string} id
 * @param {any} [known] A task as last loaded, which need not be loaded again if it is this one.
 */
export async function openForm(id, known = null) {
  if (session?.id === id) return;
  if (readOnly()) {
    fail(readOnly());
    return leave();
  }
  const draft = findDraft(id);
  const task = (await loadTask(id, known?.id === id ? known : null)) ?? (draft && deletedTask(draft));
  if (!task || task.body === null) {
    if (task) fail(t("bodyNotKept"));
    return leave();
  }
  // The page of such a task has the text of its file.
  if (isMalformed(task)) return go(taskAddress(id));
  begin(task, draft);
}

/** Returns the task of a draft that was deleted; only its texts are left. */
const deletedTask = (draft) => ({ ...draft.base, id: draft.id, version: draft.version, isGone: true });

function begin(task, draft) {
  const fields = formFields();
  let form = beginForm(task.version, texts(fields, task));
  if (draft) form = rebase(ofDraft(draft, form), task.version, form.base, null);
  session = { id: task.id, task, fields, form, isSaving: false, isDeleted: Boolean(task.isGone), element: null, controls: {}, faults: {} };
  Object.assign(session, drawForm(session, handlers));
  showPanel(t("editing", { title: task.title }), session.element);
  session.element.querySelector("[name=title]").focus({ preventScroll: true });
  update();
  if (session.isDeleted) showDeleted();
  else if (draft && changedFields(form).length) {
    showProblem(t("draftFound"), { act: discard, label: t("discard"), isProblem: false });
  }
  if (Object.keys(form.clashes).length || Object.keys(form.outside).length) findAuthors();
}

/** Returns the form of a draft. A field that the board no longer declares is left out. */
function ofDraft({ base, texts: typed, clashes = {} }, form) {
  const known = (texts) => Object.fromEntries(Object.entries(texts).filter(([key]) => key in form.texts));
  return { ...form, base: { ...form.base, ...known(base) }, texts: { ...form.texts, ...known(typed) }, clashes: known(clashes) };
}

const handlers = {
  input(key, text) {
    if (!session) return;
    setText(session.form, key, text);
    delete session.faults[key];
    keep();
    update();
  },
  blur(key) {
    // A removed form also loses the focus.
    if (!session) return;
    takeLate(session.form, key);
    showTexts();
    update();
  },
  settled() {
    showTexts();
    keep();
    update();
  },
  focus: (key) => session?.controls[key].focus(),
  save: () => save(),
  leave: () => leaveForm(),
};

/** Stores the draft, or deletes it if nothing differs. */
function keep() {
  const { id, task } = session;
  const draft = draftOf(session.form);
  if (!changedFields(draft).length) return dropDraft(id);
  try {
    keepDraft({ ...draft, id, title: task.title, at: "" });
  } catch {
    // A full storage cannot store a draft. The form stays open.
  }
}

function discard() {
  const { id, task } = session;
  dropDraft(id);
  session = null;
  if (task.isGone) return leave();
  begin(task, null);
}

/** Closes the form and keeps its text as a draft. */
function leaveForm() {
  const { id, form, isDeleted } = session;
  if (changedFields(draftOf(form)).length) toast(t("draftKept"), { undo: () => go(taskAddress(id, "edit")), label: t("edit") });
  if (isDeleted) return leave();
  go(taskAddress(id));
}

/**
 * Closes the form silently because the address has changed.
 *
 * @param {{keepsPanel?: boolean}} [options] True if the panel shows something else next.
 */
export function closeForm({ keepsPanel = false } = {}) {
  if (!session) return;
  session = null;
  if (!keepsPanel) hidePanel();
}

/** Writes the texts into the fields, except the focused one. */
function showTexts() {
  for (const [key, { input, show }] of Object.entries(session.controls)) {
    if (input.value !== session.form.texts[key] && input !== document.activeElement) show(session.form.texts[key]);
  }
}

/** Shows the notes of the fields and the counter of the body, and enables or disables saving. */
function update() {
  showNotes(session, handlers);
}

function showProblem(words, options = {}) {
  const box = session.element.querySelector(".form-problem");
  box.replaceChildren(document.createTextNode(words));
  box.classList.toggle("problem", options.isProblem !== false);
  if (options.act) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: options.label, onclick: options.act });
    box.append(" ", button);
  }
  box.hidden = !words;
  // Save is below the fields, so this message may be scrolled out of view above.
  if (words) box.scrollIntoView({ block: "nearest" });
}

// MARK: Saving

/** Saves the changed fields as one merge. */
async function save() {
  const own = session;
  if (own.isSaving) return;
  // Others' changes to the focused field may not have been applied yet.
  for (const key of Object.keys(own.form.late)) takeLate(own.form, key);
  const unsettled = Object.keys(own.form.clashes);
  if (unsettled.length) {
    showProblem(t("chooseFirst"));
    update();
    own.element.querySelector(".clash button")?.focus();
    return;
  }
  const sent = { ...own.form.texts };
  if (!changedFields(own.form).length) return own.isDeleted ? null : go(taskAddress(own.id));
  own.isSaving = true;
  own.faults = {};
  update();
  try {
    const answer = await editTask({ ...own.task, version: own.form.version }, changes(own.fields, own.form));
    dropDraft(own.id);
    if (session === own) afterSaving(own, answer, sent);
  } catch (error) {
    own.isSaving = false;
    if (session === own) takeRefused(error);
    else fail(error.message);
  }
}

/** Closes the form, unless the user has typed more in the meantime. */
function afterSaving(own, answer, sent) {
  own.isSaving = false;
  const isTyped = Object.keys(sent).some((key) => own.form.texts[key] !== sent[key]);
  if (!isTyped || !answer) return go(taskAddress(own.id));
  own.task = answer;
  own.form = takeSaved(own.form, answer.version, texts(own.fields, answer), sent);
  showTexts();
  keep();
  update();
}

/**
 * Keeps the form open with its text, and shows both sides of fields that others have changed, too.
 */
function takeRefused(error) {
  const { status, document: problem } = error instanceof Problem ? error : { status: 0, document: {} };
  if (status === 404 || status === 410) return showDeleted();
  const { fields = [], current: newest } = problem;
  if (newest) takeNewer(newest);
  for (const { key, by } of fields) if (session.form.clashes[key]) session.form.clashes[key].by = by ?? "";
  keep();
  const named = session.controls[problem.field];
  showProblem(status ? error.message : t("needsServer"));
  if (named) {
    session.faults[problem.field] = error.message;
    named.setInvalid(true);
    reveal(named.input);
    named.focus();
  }
  update();
}

/** The task was deleted. It can be restored and then saved. */
function showDeleted() {
  session.isDeleted = true;
  showProblem(t("deletedMeanwhile", { title: session.task.title }), { act: restore, label: t("restore") });
  update();
}

async function restore() {
  const own = session;
  try {
    const task = await post(taskPath(own.id, "/restore"));
    own.isDeleted = false;
    takeNewer(task);
    showProblem("");
    save();
  } catch (error) {
    showProblem(error instanceof Problem ? error.message : t("needsServer"));
  }
}

// MARK: Changes by others

function takeNewer(task) {
  if (isMalformed(task)) return showProblem(task.problems[0]?.message ?? "");
  const focused = document.activeElement?.form === session.element ? document.activeElement.name : null;
  session.form = rebase(session.form, task.version, texts(session.fields, task), focused);
  session.task = { ...task, isGone: false };
  showTexts();
  keep();
  update();
}

onTasks(async (changed) => {
  const change = changed.find((each) => each.id === session?.id);
  if (!change || session.isSaving || change.version === session.form.version) return;
  const own = session;
  if (change.version === null) return showDeleted();
  const task = await get(taskPath(own.id)).catch(() => null);
  if (!task || session !== own || own.isSaving) return;
  if (own.isDeleted) {
    own.isDeleted = false;
    showProblem("");
  }
  takeNewer(task);
  findAuthors();
});

/** Finds the authors of fields changed by others. */
async function findAuthors() {
  const own = session;
  if (store.isOffline) return;
  const { entries } = await loadHistory(own.id).catch(() => ({ entries: [] }));
  if (session !== own) return;
  for (const { key, field } of own.fields) {
    for (const note of [own.form.outside[key], own.form.clashes[key]]) {
      if (note) note.by ||= entries.find((entry) => entry.changes?.some((change) => change.key === field))?.by ?? "";
    }
  }
  update();
}

