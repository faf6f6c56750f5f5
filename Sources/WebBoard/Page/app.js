// The entry point of the page.

import { Problem, Unreachable, loadSession } from "./core/api.js";
import { firstRequests, hasUsedCode, signInByCode, takeCode } from "./core/first.js";
import { combined, filtersInAddress } from "./core/filters.js";
import { at, here } from "./core/place.js";
import { applyTheme } from "./core/preferences.js";
import { leave, route, setUpRoutes } from "./core/router.js";
import { onSession, session, sessionStored } from "./core/session.js";
import { fail, toast } from "./core/toasts.js";
import { t } from "./core/words.js";
import { close as closeStream, follow, open as openStream } from "./state/live.js";
import { forgetTag, reload, setSignedOut, showKept, waitFor } from "./state/load.js";
import { flush, lost, setReturn } from "./state/offline.js";
import { loadQueue, owner } from "./state/queue.js";
import { loadStatus } from "./state/status.js";
import { changed, dispatch, store, subscribe } from "./state/store.js";
import { registerLater } from "./commands/registry.js";
import { draw } from "./views/board.js";
import { setUpFilters } from "./views/filters.js";
import { closeForm, openForm } from "./views/form.js";
import { drawHeader, setUpHeader } from "./views/header.js";
import { setUpPrinting } from "./views/print.js";
import { followReminders } from "./views/reminders.js";
import { drawSearch, setUpSearch } from "./views/search.js";
import { askToSignIn, closeSignIn, forgetAll, forgetKept } from "./views/signin.js";
import { closeTask, forgetTask, openTask } from "./views/task.js";
import { setUpDragging } from "./input/drag.js";
import { setUpFiles } from "./input/files.js";
import { setUpKeyboard } from "./input/keyboard.js";
import { setUpKeys } from "./input/keys.js";
import { setUpPointer } from "./input/pointer.js";
import { setUpSwipes } from "./input/swipe.js";
import { setUpTouch } from "./input/touch.js";

// Imported only to register their actions.
import "./views/dateactions.js";
import "./views/prompt.js";
import "./views/quickadd.js";
import "./views/valueactions.js";
// Letters are typed into it at once.
import "./input/palette.js";

const board = document.querySelector("#board");
/** The delay before the outline of a loading board is shown. */
const PATIENCE = 200;

async function start() {
  applyTheme();
  const outline = setTimeout(showOutline, PATIENCE);
  dispatch({ type: "setQuery", query: combined(filtersInAddress(), sessionStorage.getItem(here("pmd.query")) ?? "") });
  dispatch({ type: "setView", view: sessionStorage.getItem(here("pmd.view")) ?? "" });
  const words = firstRequests().words.then(() => {
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
  whenIdle(loadOthers);
}

// MARK: The script with the other actions

registerLater(["calendar", "drafts", "help", "settings", "stats"], async () => {
  const isLoaded = await loadOthers();
  // A browser may not load a script again that it could not load before.
  if (!isLoaded) fail(t("needsServer"), store.isOffline ? {} : { act: () => location.reload(), label: t("tryAgain") });
  return isLoaded;
});

/** Loads the script. Returns false if the server does not respond. */
const loadOthers = () => import("./later.js").then(() => true, () => false);

const whenIdle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 1000));

function setUp() {
  setUpHeader();
  setUpSearch();
  setUpFilters();
  setUpKeys();
  setUpKeyboard();
  setUpTouch();
  setUpDragging();
  setUpFiles();
  setUpSwipes();
  setUpPointer();
  setUpPrinting();
  setSignedOut(signedOut);
  onSession(followSession);
  // Opening an address with a code in this window changes only the part after the `#`.
  addEventListener("hashchange", async () => {
    const code = takeCode();
    if (!code) return;
    await signInByCode(code).catch(() => {});
    if (hasUsedCode()) return showUsedCode();
    await sessionStored();
    location.reload();
  });
  setReturn(() => {
    openStream();
    reload();
    loadStatus();
  }, signedOut);
}

/** Shows the board, which has been requested already, when its words have been loaded. */
async function loadFirst(words) {
  const kept = loadKeptQueue();
  const { signedIn, session: asked } = firstRequests();
  try {
    await signedIn;
    waitFor(Promise.all([words, asked.catch(() => {})]));
    const early = (await session()) && reload();
    dispatch({ type: "setSession", session: await asked });
    await Promise.all([early, words]);
    if (!store.board) await reload();
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

/** The server no longer accepts the session, so every window hides its data. */
async function signedOut() {
  closeStream();
  const isShown = Boolean(store.board);
  await forgetKept();
  if (isShown) location.reload();
  else askToSignIn(signedIn);
}

async function signedIn() {
  dispatch({ type: "setSession", session: await loadSession() });
  dispatch({ type: "findServer" });
  forgetTag();
  openStream();
  await reload();
  flush();
  loadStatus();
  show(route());
}

/** A used code signs nobody in, and leaves a session as it is. */
function showUsedCode() {
  if (store.session) return fail(t("codeUsed"));
  closeSignIn();
  askToSignIn(signedIn);
}

/** Follows another window's sign-in or sign-out. */
function followSession(what) {
  if (what === "in" && closeSignIn()) signedIn().catch(signedOut);
  if (what === "out") forgetAll(owner());
  if (what === "ended" && store.session) location.reload();
}

// MARK: Addresses

/** @param {import("./core/router.js").Route} route */
function show({ name, id, mode }) {
  const isForm = name === "task" && mode === "edit";
  const isTask = name === "task" && id && !isForm;
  if (store.at && (isTask || isForm)) {
    toast(t("pastTask"));
    return leave();
  }
  if (!isForm) closeForm({ keepsPanel: Boolean(isTask) });
  if (isTask) return openTask(id);
  if (isForm) return openForm(id, forgetTask());
  closeTask();
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

/** Installs the page for offline use, if the browser supports it. */
async function install() {
  const workers = navigator.serviceWorker;
  if (!workers || !store.session) return;
  try {
    // The first worker takes over the page that has just been loaded; a later one installs a new
    // page.
    const isNew = !workers.controller;
    workers.addEventListener("controllerchange", () => isNew || showNewPage());
    const registration = await workers.register(at("/sw.js"));
    const edition = new URL(import.meta.url).pathname.split("/").at(-2);
    if (store.session.page && store.session.page !== edition) await registration.update();
  } catch {
    // Without it, the page works as long as it stays open.
  }
}

/** Reloads to the newly installed page, unless the user is typing. */
function showNewPage() {
  if (!document.querySelector("dialog[open], .task-form, .quick-add input")) location.reload();
}

start();
