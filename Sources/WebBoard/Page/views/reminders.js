// Reminders. Each due reminder is shown once, as a browser notification if allowed, else in a bar
// above the board, which has one row for all of them. Of several open windows, one shows it. Until it
// is answered, a window that is opened or reloaded shows it, too.

import { Problem, get, post } from "../core/api.js";
import { brief, fill, h, iconButton } from "../core/dom.js";
import { focusBoard } from "../core/focus.js";
import { at, here } from "../core/place.js";
import { preferences, prefer } from "../core/preferences.js";
import { go, taskAddress } from "../core/router.js";
import { announce as speak, fail, toast } from "../core/toasts.js";
import { t, title as actionTitle } from "../core/words.js";
import { onTasks } from "../state/live.js";
import { owner } from "../state/queue.js";
import { card, dispatch, readOnly, store } from "../state/store.js";
import { run } from "../commands/actions.js";
import { register } from "../commands/registry.js";
import { followTasks, openDialog } from "./dialog.js";
import { openItems } from "./menulayer.js";

const bar = document.querySelector("#reminders");

/** The maximum time between two checks: the clock of a machine that slept may have jumped. */
const PAUSE = 60_000;
/** The time in which several changes cause one check. */
const SOON = 2000;

let timer = 0;
let soon = 0;
let isLooking = false;

/** Starts checking for reminders. */
export function followReminders() {
  onTasks((changed) => {
    forget(({ id }) => changed.some((each) => each.id === id && (each.version === null || isFinished(id))));
    soon ||= setTimeout(() => {
      soon = 0;
      look();
    }, SOON);
  });
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.task && show(data.task));
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== stored(owner())) return;
    const left = new Set(unanswered(newValue).map(({ id }) => id));
    forget(({ id }) => !left.has(id));
  });
  for (const each of unanswered()) waiting.set(each.id, each.day === today() ? each : { ...each, words: "" });
  forget(({ id }) => isFinished(id));
  if (waiting.size) draw();
  look();
}

/** Checks for due reminders and for snoozes. */
export async function look() {
  if (isLooking) return;
  isLooking = true;
  clearTimeout(timer);
  let next = null;
  try {
    if (!store.isOffline && store.session && !readOnly()) next = await inOneWindow(announce);
  } catch {
    // The next check tries again.
  }
  isLooking = false;
  const wait = next ? Date.parse(next) - Date.now() + 200 : PAUSE;
  timer = setTimeout(look, Math.min(PAUSE, Math.max(500, wait)));
}

/**
 * Runs in one window at a time. Locks need a secure context; without one, each window shows the
 * reminder.
 */
const inOneWindow = (act) => (navigator.locks ? navigator.locks.request(here("pmd.reminders"), act) : act());

async function announce() {
  const { due, next, snoozed } = await get("/api/reminders");
  takeSnoozes(snoozed);
  if (!due.length) return next;
  await announceAll(due);
  return (await post("/api/reminders/shown", { shown: due.flatMap(({ keys }) => keys) })).next;
}

const isFinished = (id) => store.board?.settings.finished.includes(card(id)?.state);

function takeSnoozes(list) {
  const snoozes = Object.fromEntries(list.map(({ id, until }) => [id, until]));
  if (JSON.stringify(snoozes) !== JSON.stringify(store.snoozes)) dispatch({ type: "takeSnoozes", snoozes });
  forget(({ id }) => id in snoozes);
}

/** The maximum number of system notifications shown at once. */
const MOST = 3;

/** The reminders in the bar, by task. */
const waiting = new Map();
/** The name under which the browser keeps the unanswered reminders of all windows. */
const stored = (own) => here(`pmd.reminders ${own}`);

/** Returns the unanswered reminders of all windows. */
function unanswered(text = localStorage.getItem(stored(owner()))) {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
}

/** Adds and removes unanswered reminders, and leaves those of other windows alone. */
function keep(added, removed) {
  const rest = unanswered().filter(({ id }) => !removed.has(id) && !added.some((each) => each.id === id));
  localStorage.setItem(stored(owner()), JSON.stringify([...rest, ...added]));
}

/** Removes all unanswered reminders of a board. */
export const forgetReminders = (own) => localStorage.removeItem(stored(own));

/** The day on which a reminder was shown: its words, such as "due today", hold for that day only. */
const today = () => new Date().toDateString();

/** Draws the open list again; null if it is not open. */
let drawList = null;

async function announceAll(due) {
  const isAllowed = "Notification" in window && Notification.permission === "granted" && preferences().notifications;
  const isMany = due.length > MOST;
  if (isAllowed && isMany && (await notify(null, manyWords(due.length), due.map(({ title }) => title).join("\n")))) return;
  const added = [];
  for (const each of due) {
    if (isAllowed && !isMany && (await notify(each.id, each.title, each.words))) continue;
    waiting.set(each.id, each);
    added.push({ ...each, day: today() });
  }
  keep(added, new Set());
  if (!waiting.size) return;
  draw();
  speak(bar.querySelector(".reminder-words").textContent);
}

register({ reminder: () => bar.querySelector("button")?.focus() });

const manyWords = (count) => t("manyReminders", { count });

/** Drops the reminders that match. */
function forget(matches) {
  const gone = new Set([...waiting.values()].filter(matches).map(({ id }) => id));
  if (!gone.size) return;
  for (const id of gone) waiting.delete(id);
  keep([], gone);
  draw();
}

/** Draws the bar: one reminder with its answers, or the number of several. */
function draw() {
  const had = bar.contains(document.activeElement);
  const all = [...waiting.values()];
  bar.hidden = !all.length;
  bar.setAttribute("aria-label", t("reminders"));
  fill(bar, ...(all.length === 1 ? one(all[0]) : all.length ? many(all) : []));
  drawList?.();
  if (had) (bar.querySelector("button") ?? { focus: focusBoard }).focus();
}

function one({ id, title, words }) {
  const line = `${title}${words ? ` · ${words.split("\n")[0]}` : ""}`;
  return [
    h("a", { class: "reminder-words", href: taskAddress(id), title: line, text: `⏰ ${brief(line)}`, onclick: () => forget((each) => each.id === id) }),
    ...answers(id, title), dismiss(t("dismiss"), () => true),
  ];
}

function many(all) {
  return [
    h("span", { class: "reminder-words", text: `⏰ ${manyWords(all.length)}` }),
    h("button", { type: "button", text: t("show"), "aria-haspopup": "dialog", onclick: openList }),
    dismiss(t("dismiss"), () => true),
  ];
}

const dismiss = (label, matches) => iconButton("close", label, () => forget(matches));

/** The buttons that answer a reminder. */
function answers(id, title) {
  return [
    h("button", { type: "button", text: actionTitle("finish"), "aria-label": `${actionTitle("finish")}: ${brief(title)}`, onclick: () => finish(id) }),
    h("button", {
      type: "button", text: actionTitle("snooze"), "aria-label": `${actionTitle("snooze")}: ${brief(title)}`, "aria-haspopup": "menu",
      onclick: (event) => chooseSnooze([id], brief(title), event.currentTarget),
    }),
  ];
}

function finish(id) {
  forget((each) => each.id === id);
  run("finish", [id]);
}

function chooseSnooze(ids, name, button) {
  const items = [["snoozeHour", "1h"], ["snoozeTomorrow", "tomorrow"]].map(([key, until]) => ({ key: "", words: capital(t(key)), run: () => snooze(ids, until) }));
  const other = { key: "", words: capital(t("snoozeOther")), run: () => run("snooze", ids) };
  openItems(`${actionTitle("snooze")}: ${name}`, [...items, other], button, name);
}

const capital = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

export async function snooze(ids, until) {
  try {
    toast((await post("/api/snooze", { tasks: ids, until })).sentence);
    forget(({ id }) => ids.includes(id));
    look();
  } catch (error) {
    fail(error instanceof Problem ? error.message : t("needsServer"));
  }
}

/** Lists the reminders of the bar, each with its answers. */
function openList() {
  const { content, element, close } = openDialog(t("reminders"), { class: "wide", onclose: () => (drawList = null) });
  const list = h("ul", { class: "reminders" });
  const rest = h("div", { class: "buttons" },
    h("button", { type: "button", text: t("snoozeAll"), "aria-haspopup": "menu", onclick: (event) => chooseSnooze([...waiting.keys()], t("snoozeAll"), event.currentTarget) }),
    h("button", { type: "button", text: t("dismissAll"), onclick: () => forget(() => true) }));
  content.append(list, rest);
  followTasks(element, close);
  drawList = () => {
    const all = [...waiting.values()];
    if (!all.length) return close();
    const focused = list.contains(document.activeElement);
    fill(list, all.map(({ id, title, words }) => h(
      "li", {},
      h("div", { class: "reminder-task", dir: "auto" }, h("a", { href: taskAddress(id), text: brief(title) }), words && h("p", { class: "note", text: words })),
      h("div", { class: "buttons" }, answers(id, title), dismiss(`${t("dismiss")}: ${brief(title)}`, (each) => each.id === id)),
    )));
    if (focused) list.querySelector("button").focus();
  };
  drawList();
}

/**
 * Returns false if the browser does not show notifications. A notification about several tasks
 * does not have an ID.
 */
async function notify(id, title, body) {
  const options = { body, tag: `pmd ${store.board?.id ?? ""} ${id ?? ""}`, icon: at("/icon-192.png"), data: { task: id } };
  try {
    const shown = new Notification(title, options);
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      if (id) show(id);
    });
    return true;
  } catch {
    // On phones, only a service worker can show notifications.
  }
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (!worker) return false;
    await worker.showNotification(title, options);
    return true;
  } catch {
    return false;
  }
}

const show = (id) => go(taskAddress(id));

/** Asks for notification permission on a click. Returns whether it was granted. */
export async function allowNotifications(isWanted) {
  if (!isWanted) {
    prefer({ notifications: false });
    return false;
  }
  const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
  prefer({ notifications: answer === "granted" });
  return answer === "granted";
}
