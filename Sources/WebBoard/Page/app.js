// The page: puts its parts together.

import { Problem, Unreachable, finishLeaving, loadSession } from "./api.js";
import { draw } from "./board.js";
import { setUpDragging } from "./drag.js";
import { closeForm, openForm } from "./form.js";
import { drawHeader, setUpHeader, turnColumn } from "./header.js";
import { setUpKeyboard } from "./keyboard.js";
import { setUpKeys } from "./keys.js";
import { close as closeStream, follow, open as openStream } from "./live.js";
import { reload, setSignedOut, showKept, waitFor } from "./load.js";
import { openMenu } from "./menu.js";
import { flush, lost, setReturn } from "./offline.js";
import { applyTheme } from "./preferences.js";
import "./quickadd.js";
import { loadQueue } from "./queue.js";
import { followReminders } from "./reminders.js";
import { go, leave, route, setUpRoutes, taskAddress } from "./router.js";
import { drawSearch, setUpSearch } from "./search.js";
import { askToSignIn } from "./signin.js";
import { loadStatus } from "./status.js";
import { changed, store, subscribe } from "./store.js";
import { setUpSwipes } from "./swipe.js";
import { closeTask, forgetTask, openTask } from "./task.js";
import { fail, toast } from "./toasts.js";
import { setUpTouch } from "./touch.js";
import { loadWords, t } from "./words.js";

const board = document.querySelector("#board");
/** How long the board loads before its outline is shown. */
const PATIENCE = 200;

async function start() {
  applyTheme();
  const outline = setTimeout(showOutline, PATIENCE);
  store.query = sessionStorage.getItem("pmd.query") ?? "";
  store.view = sessionStorage.getItem("pmd.view") ?? "";
  const words = loadWords().then(() => {
    subscribe(draw);
    subscribe(drawHeader);
    subscribe(drawSearch);
    setUp();
  });
  waitFor(words);
  await loadFirst(words);
  clearTimeout(outline);
  setUpRoutes(show);
  follow();
  loadStatus();
  flush();
  install();
  followReminders();
}

function setUp() {
  setUpHeader();
  setUpSearch();
  setUpKeys();
  setUpKeyboard();
  setUpTouch();
  setUpDragging((id, at) => openMenu([id], at));
  setUpSwipes(turnColumn);
  setUpPointer();
  setSignedOut(signIn);
  setReturn(() => {
    openStream();
    reload();
    loadStatus();
  }, signIn);
}

/** The board is asked for at once, and shown when its words are there. */
async function loadFirst(words) {
  const kept = loadKeptQueue();
  try {
    await finishLeaving();
    const [session] = await Promise.all([loadSession(), reload(), words]);
    store.session = session;
    await loadQueue();
  } catch (error) {
    await words;
    if (error instanceof Problem && error.status === 401) return signIn();
    if (!(error instanceof Unreachable)) return fail(error.message);
    lost();
    if (!(await showKept())) fail(t("needsServer"));
    await kept;
  }
  changed();
}

const loadKeptQueue = () => loadQueue().catch(() => {});

/** The queue stays as it is: it is sent when the same person is back. */
function signIn() {
  closeStream();
  askToSignIn(async () => {
    store.session = await loadSession();
    openStream();
    await reload();
    flush();
    loadStatus();
    show(route());
  });
}

// MARK: Addresses

/** @param {import("./router.js").Route} route */
function show({ name, id, mode }) {
  const isForm = name === "task" && mode === "edit";
  const isTask = name === "task" && id && !isForm;
  if (store.at && (isTask || isForm)) {
    toast(t("pastTask"));
    return leave();
  }
  if (!isForm) closeForm({ keepsPanel: Boolean(isTask) });
  if (isTask) return openTask(id);
  if (isForm) {
    forgetTask();
    return openForm(id);
  }
  closeTask();
}

// MARK: Clicks

function setUpPointer() {
  board.addEventListener("click", (event) => {
    const item = event.target.closest(".card");
    if (!item || event.defaultPrevented) return;
    const id = item.dataset.task;
    if (event.target.closest(".card-menu")) return openMenu(targetsOf(id), event.target.closest(".card-menu"));
    if (event.target.closest("button")) return;
    store.current = id;
    const goesOn = store.selection.size > 0 && event.pointerType === "touch";
    if (goesOn || event.ctrlKey || event.metaKey || event.shiftKey) return select(event, id);
    event.preventDefault();
    go(taskAddress(id));
  });
  board.addEventListener("contextmenu", (event) => {
    const item = event.target.closest(".card");
    if (!item) return;
    event.preventDefault();
    // A finger that rests opens the menu when it is lifted.
    if (event.pointerType !== "touch") openMenu(targetsOf(item.dataset.task), { x: event.clientX, y: event.clientY });
  });
}

const targetsOf = (id) => (store.selection.has(id) ? [...store.selection] : [id]);

function select(event, id) {
  event.preventDefault();
  if (!store.selection.delete(id)) store.selection.add(id);
  changed();
}

// MARK: While it loads

function showOutline() {
  if (store.board) return;
  for (let column = 0; column < 3; column += 1) {
    const section = document.createElement("div");
    section.className = "column outline";
    for (let row = 0; row < 4 - column; row += 1) section.append(Object.assign(document.createElement("div"), { className: "card outline" }));
    board.append(section);
  }
  const stop = () => {
    if (!store.board) return;
    for (const each of board.querySelectorAll(":scope > .outline")) each.remove();
  };
  subscribe(stop);
}

/** Keeps the page itself for when the server is away, where the browser can. */
async function install() {
  if (!("serviceWorker" in navigator) || !store.session) return;
  try {
    const [, edition] = new URL(import.meta.url).pathname.split("/");
    await navigator.serviceWorker.register(`/sw.js?version=${encodeURIComponent(edition)}`);
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name))
      .filter((url) => url.origin === location.origin && !url.pathname.startsWith("/api/"))
      .map((url) => url.pathname);
    active?.postMessage({ keep: ["/", ...new Set(loaded)] });
  } catch {
    // Without it the page works as long as it is open.
  }
}

start();
