// The page: puts its parts together.

import { Problem, Unreachable, loadSession } from "./api.js";
import { draw } from "./board.js";
import { setUpDragging } from "./drag.js";
import { closeForm, openForm } from "./form.js";
import { drawHeader, setUpHeader, turnColumn } from "./header.js";
import { setUpKeyboard } from "./keyboard.js";
import { setUpKeys } from "./keys.js";
import { close as closeStream, follow, open as openStream } from "./live.js";
import { forgetTag, reload, setSignedOut, showKept, waitFor } from "./load.js";
import { openMenu } from "./menu.js";
import { flush, lost, setReturn } from "./offline.js";
import { applyTheme } from "./preferences.js";
import "./quickadd.js";
import { loadQueue, owner } from "./queue.js";
import { followReminders } from "./reminders.js";
import { go, leave, route, setUpRoutes, taskAddress } from "./router.js";
import { drawSearch, setUpSearch } from "./search.js";
import { onSession } from "./session.js";
import { askToSignIn, closeSignIn, forgetAll, forgetKept, signInByCode, takeCode } from "./signin.js";
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
  setSignedOut(signedOut);
  onSession(followSession);
  // An address with a code that is opened in this window changes only what follows the `#`.
  addEventListener("hashchange", async () => {
    const code = takeCode();
    if (!code) return;
    await signInByCode(code).catch(() => {});
    location.reload();
  });
  setReturn(() => {
    openStream();
    reload();
    loadStatus();
  }, signedOut);
}

/** The board is asked for at once, and shown when its words are there. */
async function loadFirst(words) {
  const kept = loadKeptQueue();
  const code = takeCode();
  try {
    if (code) await signInByCode(code);
    // The board is asked for in the name of the person whom the server names.
    store.session = await loadSession();
    await Promise.all([reload(), words]);
    await loadQueue();
  } catch (error) {
    await words;
    if (error instanceof Problem && error.status === 401) return signedOut();
    if (!(error instanceof Unreachable)) return fail(error.message);
    lost();
    if (!(await showKept())) fail(t("needsServer"));
    await kept;
  }
  changed();
}

const loadKeptQueue = () => loadQueue().catch(() => {});

/** The server takes the session no longer: no window shows what it was for. */
async function signedOut() {
  closeStream();
  const isShown = Boolean(store.board);
  await forgetKept();
  if (isShown) location.reload();
  else askToSignIn(signedIn);
}

async function signedIn() {
  store.session = await loadSession();
  store.isOffline = false;
  forgetTag();
  openStream();
  await reload();
  flush();
  loadStatus();
  show(route());
}

/** Does what another window did. */
function followSession(what) {
  if (what === "in" && closeSignIn()) signedIn().catch(signedOut);
  if (what === "out") forgetAll(owner());
  if (what === "ended" && store.session) location.reload();
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
  const workers = navigator.serviceWorker;
  if (!workers || !store.session) return;
  try {
    // The first one takes over the page that has just been loaded; a later one brings a new page.
    const isNew = !workers.controller;
    workers.addEventListener("controllerchange", () => isNew || showNewPage());
    const registration = await workers.register("/sw.js");
    const [, edition] = new URL(import.meta.url).pathname.split("/");
    if (store.session.page && store.session.page !== edition) await registration.update();
  } catch {
    // Without it the page works as long as it is open.
  }
}

/** Shows the page that was installed, unless something is being typed. */
function showNewPage() {
  if (!document.querySelector("dialog[open], .task-form, .quick-add input")) location.reload();
}

start();
