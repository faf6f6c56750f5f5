// Reminders: each one that is due is shown once, by a notification of the browser where that is
// allowed, else by a message of the page. Of several windows one shows it.

import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { preferences, prefer } from "../core/preferences.js";
import { go, taskAddress } from "../core/router.js";
import { remind } from "../core/toasts.js";
import { t } from "../core/words.js";
import { onTasks } from "../state/live.js";
import { dispatch, readOnly, store } from "../state/store.js";
import { openDialog } from "./dialog.js";

/** The longest time between two looks: the clock of a machine that slept may have jumped. */
const PAUSE = 60_000;

let timer = 0;
let isLooking = false;

/** Looks for reminders from now on. */
export function followReminders() {
  onTasks(look);
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.task && show(data.task));
  look();
}

/** Looks for what is due, and for what is snoozed. */
export async function look() {
  if (isLooking) return;
  isLooking = true;
  clearTimeout(timer);
  let next = null;
  try {
    if (!store.isOffline && store.session && !readOnly()) next = await inOneWindow(announce);
  } catch {
    // The next look tries again.
  }
  isLooking = false;
  const wait = next ? Date.parse(next) - Date.now() + 200 : PAUSE;
  timer = setTimeout(look, Math.min(PAUSE, Math.max(500, wait)));
}

/** Runs in one window at a time. Without a secure context there are no locks, and each shows it. */
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

/** The most notifications of the system that are shown at once. */
const MOST = 3;

/** The reminders in the page's message, which were not dismissed yet, by their tasks. */
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

/** Returns false where the browser shows none. A notification of many tasks has no ID. */
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
    // On phones only a service worker shows notifications.
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

/** Asks for the permission to notify, by a click. Returns whether it is given. */
export async function allowNotifications(isWanted) {
  if (!isWanted) {
    prefer({ notifications: false });
    return false;
  }
  const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
  prefer({ notifications: answer === "granted" });
  return answer === "granted";
}
