// Reminders. Each due reminder is shown once, as a browser notification if allowed, else as a
// message on the page. Of several windows, one shows it.

import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { preferences, prefer } from "../core/preferences.js";
import { go, taskAddress } from "../core/router.js";
import { remind } from "../core/toasts.js";
import { t } from "../core/words.js";
import { onTasks } from "../state/live.js";
import { dispatch, readOnly, store } from "../state/store.js";
import { openDialog } from "./dialog.js";

/** The maximum time between two checks: the clock of a machine that slept may have jumped. */
const PAUSE = 60_000;

let timer = 0;
let isLooking = false;

/** Starts checking for reminders. */
export function followReminders() {
  onTasks(look);
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.task && show(data.task));
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
const inOneWindow = (act) => (navigator.locks ? navigator.locks.request("pmd.reminders", act) : act());

async function announce() {
  const { due, next, snoozed } = await get("/api/reminders");
  takeSnoozes(snoozed);
  if (!due.length) return next;
  await announceAll(due);
  return (await post("/api/reminders/shown", { shown: due.flatMap(({ keys }) => keys) })).next;
}

function takeSnoozes(list) {
  const snoozes = Object.fromEntries(list.map(({ id, until }) => [id, until]));
  if (JSON.stringify(snoozes) !== JSON.stringify(store.snoozes)) dispatch({ type: "takeSnoozes", snoozes });
}

/** The maximum number of system notifications shown at once. */
const MOST = 3;

/** The reminders in the page's message that have not been dismissed, by task. */
const waiting = new Map();

async function announceAll(due) {
  const isAllowed = "Notification" in window && Notification.permission === "granted" && preferences().notifications;
  const isMany = due.length > MOST;
  if (isAllowed && isMany && (await notify(null, manyWords(due), due.map(({ title }) => title).join("\n")))) return;
  for (const each of due) {
    if (isAllowed && !isMany && (await notify(each.id, each.title, each.words))) continue;
    waiting.set(each.id, each);
  }
  if (waiting.size) showMessage();
}

const manyWords = (due) => t("manyReminders", { count: due.length });

/** Shows one message for all reminders. */
function showMessage() {
  const all = [...waiting.values()];
  const options = { onclose: () => waiting.clear() };
  if (all.length > 1) return remind(manyWords(all), { ...options, act: () => openList(all), label: t("show") });
  const [{ id, title, words }] = all;
  remind(`${title}${words ? ` · ${words.split("\n")[0]}` : ""}`, { ...options, act: () => show(id), label: t("openTask") });
}

/** Lists reminders, each with a link to its task. */
function openList(all) {
  const { content, close } = openDialog(manyWords(all));
  content.append(h("ul", { class: "reminders" }, all.map(({ id, title, words }) => h(
    "li", {}, h("a", { href: taskAddress(id), text: title, onclick: close }), words && h("p", { class: "note", text: words }),
  ))));
}

/**
 * Returns false if the browser does not show notifications. A notification about several tasks
 * does not have an ID.
 */
async function notify(id, title, body) {
  const options = { body, tag: `pmd ${store.board?.id ?? ""} ${id ?? ""}`, icon: "/icon-192.png", data: { task: id } };
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
