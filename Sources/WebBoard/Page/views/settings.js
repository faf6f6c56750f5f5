// The settings of this browser and of the board.

import { Problem, patch, post } from "../core/api.js";
import { h, iconButton } from "../core/dom.js";
import { prefer, preferences } from "../core/preferences.js";
import { fail } from "../core/toasts.js";
import { count, t, title } from "../core/words.js";
import { drafts } from "../state/drafts.js";
import { reload, settle } from "../state/load.js";
import { flush } from "../state/offline.js";
import { sync, waitingWords } from "../state/status.js";
import { labelOf, readOnly, store, subscribe } from "../state/store.js";
import { takeReport } from "../commands/changes.js";
import { register } from "../commands/registry.js";
import { canInvite, openInvitation } from "./device.js";
import { openDialog } from "./dialog.js";
import { openDrafts } from "./drafts.js";
import { decisions, openNeedsYou } from "./needsyou.js";
import { allowNotifications } from "./reminders.js";
import { signOut } from "./signin.js";

let opened = null;

/** Opens the settings. */
function openSettings() {
  opened = openDialog(t("settings"), { class: "wide settings", onclose: () => (opened = null) });
  opened.content.append(readerSection(), h("section", { class: "board-settings" }), remoteSection(), sessionSection());
  drawBoard();
}

register({ settings: openSettings });

let drawn = "";
subscribe(() => {
  const now = JSON.stringify([store.board?.settings, readOnly()]);
  if (opened && now !== drawn) drawBoard();
});

// MARK: This browser

function readerSection() {
  const { theme, language, letterKeys, notifications } = preferences();
  const reload = () => location.reload();
  return h(
    "section", {}, h("h3", { text: t("thisBrowser") }),
    choice(t("theme"), "theme", [["auto", t("themeAuto")], ["light", t("themeLight")], ["dark", t("themeDark")]], theme, (theme) => prefer({ theme })),
    choice(t("language"), "language", [["", t("languageAuto")], ["en", "English"], ["ko", "한국어"]], language, (language) => {
      prefer({ language });
      reload();
    }),
    h("label", { class: "check" },
      h("input", { type: "checkbox", name: "letter-keys", checked: letterKeys, onchange: (event) => prefer({ letterKeys: event.target.checked }) }),
      h("span", { text: t("letterKeys") })),
    h("label", { class: "check" },
      h("input", { type: "checkbox", name: "notifications", checked: notifications && globalThis.Notification?.permission === "granted", onchange: (event) => chooseNotifications(event.target) }),
      h("span", { text: t("notifications") })),
    h("p", { class: "note notifications-note", role: "status" }),
    !isSecureContext && h("p", { class: "note", text: t("notSecure") }),
  );
}

async function chooseNotifications(box) {
  const isWanted = box.checked;
  box.checked = await allowNotifications(isWanted);
  const note = opened?.content.querySelector(".notifications-note");
  if (note) note.textContent = isWanted && !box.checked ? t("notificationsDenied") : "";
}

function choice(label, name, options, value, onchoose) {
  return h(
    "label", { class: "setting" }, h("span", { text: label }),
    h("select", { name, class: "field", onchange: (event) => onchoose(event.target.value) },
      options.map(([each, words]) => h("option", { value: each, selected: each === value, text: words }))),
  );
}

// MARK: The board

function drawBoard() {
  drawn = JSON.stringify([store.board?.settings, readOnly()]);
  const section = opened.content.querySelector(".board-settings");
  const { settings } = store.board ?? {};
  if (!settings) return;
  const focus = document.activeElement?.name;
  const typed = section.querySelector("[name=new-state]")?.value ?? "";
  const rows = settings.states.map((state, index) => stateRow(state, index, settings));
  section.replaceChildren(
    h("h3", { text: t("columns") }), ...(readOnly() ? [h("p", { class: "note", text: readOnly() })] : []),
    h("ul", { class: "states" }, rows), addRow(settings, typed),
    choice(t("startState"), "start", settings.states.map((state) => [state, labelOf(state)]), settings.start, (start) => change({ start })),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "covers", checked: settings.covers, onchange: (event) => change({ covers: event.target.checked ? "true" : null }) }), h("span", { text: t("covers") })),
    numberRow(t("bodyLimit"), "body-limit", settings.bodyLimit, (value) => change({ "body-limit": value })),
    h("p", { class: "problem", role: "alert", hidden: true }),
  );
  if (readOnly()) for (const control of section.querySelectorAll("input, select, button")) control.disabled = true;
  if (focus) section.querySelector(`[name="${CSS.escape(focus)}"]`)?.focus();
}

function stateRow(state, index, settings) {
  const { states, finished, limits } = settings;
  const put = (to) => change({ states: moved(states, index, to) });
  const label = labelOf(state);
  return h(
    "li", { data: { setting: state } },
    h("div", { class: "state-name" }, h("input", { type: "text", class: "field", name: `name-${state}`, value: state, "aria-label": t("nameOf", { state: label }), onchange: (event) => rename(state, event.target) }),
      label !== state && h("span", { class: "note", text: label }), problemOf(`name-${state}`)),
    h("input", { type: "number", min: "1", class: "field limit", name: `limit-${state}`, value: limits[state] ?? "", placeholder: t("limit"), "aria-label": t("limitOf", { state: label }), title: t("limitOf", { state: label }), onchange: (event) => change({ [`limits.${state}`]: number(event.target.value) }) }),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: `finished-${state}`, checked: finished.includes(state), onchange: (event) => change({ finished: states.filter((each) => each === state ? event.target.checked : finished.includes(each)) }) }), h("span", { text: t("finished") })),
    h("span", { class: "row-buttons" },
      iconButton("down", t("moveUp", { state: label }), () => put(index - 1), { class: "up", disabled: index === 0, name: `up-${state}` }),
      iconButton("down", t("moveDown", { state: label }), () => put(index + 1), { disabled: index === states.length - 1, name: `down-${state}` }),
      iconButton("close", t("removeState", { state: label }), () => removeState(state, settings), { name: `remove-${state}` })),
  );
}

function moved(list, from, to) {
  const rest = list.filter((_, index) => index !== from);
  rest.splice(to, 0, list[from]);
  return rest;
}

const number = (text) => (text.trim() ? Number(text) : null);

function numberRow(label, name, value, onchoose) {
  return h(
    "label", { class: "setting" }, h("span", { text: label }),
    h("input", { type: "number", min: "1", class: "field", name, value: value ?? "", placeholder: "∞", onchange: (event) => onchoose(number(event.target.value)) }),
  );
}

/** @param {string} typed A name that has been typed but not added. */
function addRow(settings, typed) {
  const input = h("input", { type: "text", class: "field", name: "new-state", value: typed, placeholder: t("newState"), "aria-label": t("newState") });
  const onsubmit = async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) return;
    const before = settings.states.findIndex((state) => settings.finished.includes(state));
    // A folder has no blanks. The column is shown with the name as it was typed.
    const folder = name.normalize("NFC").replace(/\s+/g, "-");
    const states = moved([...settings.states, folder], settings.states.length, before < 0 ? settings.states.length : before);
    if (!(await change({ states, ...(folder === name ? {} : { [`labels.${folder}`]: name }) }, "new-state"))) return;
    const field = control("new-state");
    if (field?.value.trim() === name) field.value = "";
  };
  return h("form", { class: "add-state", onsubmit }, input, h("button", { type: "submit", text: t("addState") }), problemOf("new-state"));
}

/** Removes an empty column. The tasks of any other must be moved first. */
function removeState(state, { states }) {
  const tasks = store.board.columns.find((column) => column.state === state)?.count ?? 0;
  const words = count("columnHasTaskOne", "columnHasTasks", tasks, { state: labelOf(state) });
  if (tasks) return showProblem(`name-${state}`, words);
  return change({ states: states.filter((each) => each !== state) }, `name-${state}`);
}

// MARK: Errors, below the control that they are about

const problemId = (name) => `problem-${name}`;
const problemOf = (name) => h("p", { class: "problem", role: "alert", id: problemId(name), hidden: true });
const control = (name) => opened?.content.querySelector(`[name="${CSS.escape(name)}"]`);

/** Shows an error below a control, or at the end of the section if it has no place of its own. */
function showProblem(name, words) {
  const own = name && opened?.content.querySelector(`#${CSS.escape(problemId(name))}`);
  const box = own || opened?.content.querySelector(".board-settings > .problem");
  if (!box) return fail(words);
  box.textContent = words;
  box.hidden = false;
  if (!own) return;
  control(name)?.setAttribute("aria-invalid", "true");
  control(name)?.setAttribute("aria-describedby", box.id);
  control(name)?.focus();
}

/** @param {string} [name] The control that an error is about. */
const change = (settings, name) => send(() => patch("/api/settings", settings), name);

function rename(state, input) {
  const to = input.value.trim();
  if (!to || to === state) {
    input.value = state;
    return;
  }
  send(() => post(`/api/states/${encodeURIComponent(state)}/rename`, { to }), `name-${state}`);
}

/** Sends a change of the settings. Returns false if it was refused; the typed words stay. */
async function send(request, name) {
  try {
    const { report } = await request();
    settle();
    takeReport(report);
    await reload();
    return true;
  } catch (error) {
    if (!control(name)?.matches("[type=text]")) drawBoard();
    showProblem(name, error instanceof Problem ? error.message : t("needsServer"));
    return false;
  }
}

// MARK: The remote and the session

function remoteSection() {
  const { status } = store;
  if (!status) return null;
  const { branch, sentence, uncommitted = [], takenBack = [] } = status;
  const edits = uncommitted.length ? count("uncommittedOne", "uncommitted", uncommitted.length) : "";
  return h(
    "section", {}, h("h3", { text: t("remote") }),
    h("p", { text: status.remote ? [branch, ...waitingWords(status), sentence, edits].filter(Boolean).join(" · ") : t("noRemote") }),
    status.failure && h("p", { class: "problem", text: status.failure }),
    takenBack.map((words) => h("p", { class: "note", text: words })),
    status.remote && h("button", { type: "button", text: title("sync"), onclick: () => sync() }),
  );
}

function sessionSection() {
  const user = store.session?.user;
  return h(
    "section", {}, h("h3", { text: t("session") }), user && h("p", { text: t("signedInAs", { user }) }),
    h("p", { class: "note", text: t("signOutClears") }),
    !isSecureContext && h("p", { class: "note", text: t("keyInClear") }),
    canInvite() && h("p", {}, h("button", { type: "button", text: t("openOnPhone"), onclick: openInvitation })),
    h("button", { type: "button", text: t("signOut"), onclick: (event) => confirmSignOut(event.currentTarget) }),
  );
}

/** Signing out deletes unsent data, so it is sent first, or shown for confirmation. */
async function confirmSignOut(button) {
  const isAsked = Boolean(button.dataset.asked);
  if (!isAsked && !store.isOffline) await flush().catch(() => {});
  const lost = store.queue.length + store.files.length + drafts().length;
  if (!lost || isAsked) return signOut();
  button.dataset.asked = "true";
  button.textContent = count("signOutLosesOne", "signOutLoses", lost);
  button.before(h("p", { class: "note", role: "status", text: t("unsentFirst") }));
  if (decisions()) button.before(h("button", { type: "button", text: t("needsYouTitle"), onclick: openNeedsYou }));
  if (drafts().length) button.before(h("button", { type: "button", text: t("drafts"), onclick: openDrafts }));
}
