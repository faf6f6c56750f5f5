// The calendar: a month or a week, with tasks on their due dates. A task can be dragged to another
// day, or moved there with the keys. A click on an empty part of a day adds a task that is due then.

import { Unreachable, get, parameters } from "../core/api.js";
import { addDays, calendarDays, dayName, fullDate, monthName, timeOf, today, turned, weekdayName } from "../core/dates.js";
import { brief, fill, h, iconButton, isNarrow, isTouch } from "../core/dom.js";
import { keyName } from "../core/keynames.js";
import { preferences } from "../core/preferences.js";
import { go, taskAddress } from "../core/router.js";
import { announce, fail } from "../core/toasts.js";
import { t, title } from "../core/words.js";
import { onTasks } from "../state/live.js";
import { lost } from "../state/offline.js";
import { dueTasks, readOnly, store } from "../state/store.js";
import { schedule } from "../commands/changes.js";
import { takeUndo } from "../commands/keys.js";
import { register } from "../commands/registry.js";
import { openDialog } from "./dialog.js";
import { askForTask } from "./prompt.js";

/**
 * The distance the mouse must move before a press becomes a drag, and the time a finger must hold
 * to lift.
 */
const THRESHOLD = 5;
const HOLD = 400;
/** The distance from an edge within which a drag scrolls, and the time between two steps. */
const EDGE = 40;
const STEP = 16;
/** The time over a button after which a drag turns the page. */
const TURN = 600;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** @type {Calendar|null} */
let opened = null;

/** Opens the calendar at the current month. */
function openCalendar() {
  opened ??= new Calendar();
}

register({ calendar: openCalendar });

class Calendar {
  constructor() {
    this.day = today();
    // The days of a week are below each other on a narrow screen, where a month has no room for titles.
    this.span = localStorage.getItem("pmd.span") ?? (isNarrow() ? "week" : "month");
    this.tasks = new Map();
    /** The task being moved to another day. */
    this.held = null;
    this.press = null;
    const { content, element, close } = openDialog(title("calendar"), { class: "wide calendar", onclose: () => this.closed() });
    Object.assign(this, { content, element, close });
    this.grid = h("div", { class: "calendar-grid", role: "list" });
    this.name = h("h3", { "aria-live": "polite" });
    this.toggle = h("button", { type: "button", class: "quiet", onclick: () => this.toggleSpan() });
    fill(content, h(
      "div", { class: "calendar-head" },
      iconButton("back", t("calendarBefore"), () => this.turn(-1), { "data-turn": "-1" }), this.name,
      iconButton("forward", t("calendarNext"), () => this.turn(1), { "data-turn": "1" }),
      h("button", { type: "button", class: "quiet", text: t("calendarToday"), onclick: () => this.goTo(today()) }), this.toggle,
    ), this.grid);
    this.listen();
    this.stop = onTasks(() => this.load());
    this.load();
  }

  closed() {
    this.stop();
    this.cancel();
    opened = null;
  }

  listen() {
    const { grid, element } = this;
    grid.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.moved(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", () => this.cancel());
    grid.addEventListener("touchmove", (event) => this.held && event.cancelable && event.preventDefault(), { passive: false });
    grid.addEventListener("contextmenu", (event) => this.press && event.preventDefault());
    grid.addEventListener("dragstart", (event) => event.preventDefault());
    grid.addEventListener("click", (event) => this.clicked(event));
    // Esc closes a dialog before its keydown event bubbles.
    element.addEventListener("cancel", (event) => this.held && (event.preventDefault(), this.cancel()));
    element.addEventListener("keydown", (event) => this.key(event));
  }

  // MARK: Display

  get days() {
    return calendarDays(this.day, this.span);
  }

  turn(step) {
    this.goTo(turned(this.day, this.span, step));
  }

  goTo(day) {
    this.day = day;
    this.load();
  }

  toggleSpan() {
    this.span = this.span === "month" ? "week" : "month";
    localStorage.setItem("pmd.span", this.span);
    this.load();
  }

  async load() {
    const { days } = this;
    this.draw();
    if (store.isOffline) return this.take(dueTasks(days));
    try {
      const found = await get(`/api/calendar${parameters({ from: days[0], to: days.at(-1), q: store.query, view: store.view })}`);
      if (this.days[0] !== days[0] || this.held) return;
      this.take(new Map(found.days.map(({ day, tasks }) => [day, tasks])));
    } catch (error) {
      if (error instanceof Unreachable) {
        lost();
        this.take(dueTasks(days));
      } else {
        fail(error.message);
      }
    }
  }

  /** @param {Map<string, any[]>} tasks By day. */
  take(tasks) {
    this.tasks = tasks;
    this.draw();
  }

  draw() {
    const focused = this.grid.contains(document.activeElement) ? document.activeElement.dataset.task : null;
    this.name.textContent = monthName(this.day);
    this.toggle.textContent = t(this.span === "month" ? "calendarWeek" : "calendarMonth");
    this.grid.dataset.span = this.span;
    fill(
      this.grid,
      this.days.slice(0, 7).map((day) => h("div", { class: "weekday", "aria-hidden": "true", text: weekdayName(day) })),
      this.days.map((day) => this.cell(day)),
    );
    if (focused) this.chip(focused)?.focus();
  }

  cell(day) {
    const isOther = this.span === "month" && day.slice(0, 7) !== this.day.slice(0, 7);
    const names = ["day", isOther && "other", day === today() && "today", day === this.held?.day && "target"];
    return h(
      "div", { class: names.filter(Boolean).join(" "), role: "listitem", data: { day }, "aria-label": fullDate(day) },
      h("div", { class: "day-number", "aria-hidden": "true", text: dayName(day, this.span) }),
      !readOnly() && h("button", { type: "button", class: "day-add", tabindex: "-1", "aria-label": t("addOn", { day: fullDate(day) }), text: "+", onclick: () => this.add(day) }),
      this.tasksOf(day).map((task) => this.chipFor(task)),
    );
  }

  /** Returns the tasks of a day. A held task is on its target day. */
  tasksOf(day) {
    const rest = (this.tasks.get(day) ?? []).filter((task) => task.id !== this.held?.task.id);
    return day === this.held?.day ? [this.held.task, ...rest] : rest;
  }

  chipFor(task) {
    const time = timeOf(task.due);
    const names = ["chip-task", task.overdue && "late", this.isFinished(task) && "done", task.id === this.held?.task.id && "lifted"];
    return h(
      "a", { class: names.filter(Boolean).join(" "), href: taskAddress(task.id), data: { task: task.id }, draggable: "false", dir: "auto" },
      // The direction of the chip is that of the title.
      task.overdue && h("span", { text: "! ", "aria-hidden": "true" }), time && h("time", { text: `${time} `, dir: "ltr" }), h("span", { text: brief(task.title) }),
    );
  }

  isFinished(task) {
    return store.board?.settings.finished.includes(task.state);
  }

  chip(id) {
    return this.grid.querySelector(`[data-task="${CSS.escape(id)}"]`);
  }

  find(id) {
    for (const [day, tasks] of this.tasks) {
      const task = tasks.find((each) => each.id === id);
      if (task) return { day, task };
    }
    return null;
  }

  // MARK: Moving to another day

  /** Lifts a task. */
  hold(id, pointer = null) {
    const found = this.find(id);
    if (!found) return;
    if (readOnly()) return void fail(readOnly());
    this.held = { task: found.task, start: found.day, day: found.day, pointer };
    announce(t("calendarHeld", { title: found.task.title }));
    this.draw();
    this.chip(id)?.focus();
  }

  /** Shows the held task on a day. */
  carryTo(day) {
    if (!this.held || !day || day === this.held.day) return;
    const { id } = this.held.task;
    this.held.day = day;
    if (!this.days.includes(day)) this.day = day;
    this.draw();
    if (this.held.pointer === null) this.chip(id)?.focus();
    announce(fullDate(day));
  }

  putDown() {
    const { task, start, day } = this.held;
    this.held = null;
    this.endDrag();
    if (day !== start) {
      this.tasks.set(start, (this.tasks.get(start) ?? []).filter((each) => each.id !== task.id));
      this.tasks.set(day, [task, ...(this.tasks.get(day) ?? [])]);
      schedule(task, day).finally(() => this.load());
    }
    this.draw();
    this.chip(task.id)?.focus();
  }

  cancel() {
    clearTimeout(this.press?.timer);
    this.press = null;
    this.endDrag();
    if (!this.held) return;
    const { task, start } = this.held;
    this.held = null;
    this.day = start;
    this.load();
    this.chip(task.id)?.focus();
  }

  // MARK: The pointer

  down(event) {
    // A drag may have ended without a click.
    this.wasDragged = false;
    if (this.press || this.held) return this.cancel();
    const item = event.target.closest(".chip-task");
    if (!item || event.button !== 0 || event.ctrlKey || event.metaKey) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.press = { id: item.dataset.task, pointer, x, y, isTouch: isTouch(event) };
    if (this.press.isTouch) this.press.timer = setTimeout(() => this.lift(), HOLD);
  }

  lift() {
    const { id, pointer, x, y } = this.press;
    this.press = null;
    this.hold(id, pointer);
    if (!this.held) return;
    this.wasDragged = true;
    this.element.setPointerCapture?.(pointer);
    this.ghost = h("div", { class: "chip-task lifted ghost", "aria-hidden": "true", text: brief(this.held.task.title) });
    this.element.append(this.ghost);
    this.showGhost(x, y);
    this.scrolling = setInterval(() => this.scroll(), STEP);
  }

  /** Shows the lifted task at the pointer, within the screen. */
  showGhost(x, y) {
    this.at = { x, y };
    const { offsetWidth: width, offsetHeight: height } = this.ghost;
    this.ghost.style.left = `${Math.max(4, Math.min(x + 8, innerWidth - width - 4))}px`;
    this.ghost.style.top = `${Math.max(4, Math.min(y + 8, innerHeight - height - 4))}px`;
  }

  /** Scrolls while the pointer is at the upper or lower edge, and then finds the day below it. */
  scroll() {
    const { top, bottom } = this.element.getBoundingClientRect();
    const { x, y } = this.at;
    const step = y > bottom - EDGE ? 8 : y < top + EDGE ? -8 : 0;
    const before = this.element.scrollTop;
    this.element.scrollTop += step;
    if (this.element.scrollTop !== before) this.carryTo(this.dayAt(x, y));
  }

  dayAt(x, y) {
    return document.elementsFromPoint(x, y).map((each) => each.closest?.("[data-day]")).find(Boolean)?.dataset.day;
  }

  /** Turns the page while the pointer stays on one of the buttons for that. */
  turnAt(x, y) {
    const button = document.elementsFromPoint(x, y).map((each) => each.closest?.("[data-turn]")).find(Boolean);
    if (button === this.turning) return;
    this.turning = button;
    clearInterval(this.turner);
    if (button) this.turner = setInterval(() => this.carryTo(turned(this.held.day, this.span, Number(button.dataset.turn))), TURN);
  }

  endDrag() {
    clearInterval(this.scrolling);
    clearInterval(this.turner);
    this.turning = null;
    this.ghost?.remove();
    this.ghost = null;
  }

  moved(event) {
    if (this.press && event.pointerId === this.press.pointer) {
      const distance = Math.hypot(event.clientX - this.press.x, event.clientY - this.press.y);
      if (distance <= THRESHOLD) return;
      if (!this.press.isTouch) return this.lift();
      clearTimeout(this.press.timer);
      this.press = null;
    }
    if (!this.held || event.pointerId !== this.held.pointer) return;
    const { clientX: x, clientY: y } = event;
    this.showGhost(x, y);
    this.turnAt(x, y);
    this.carryTo(this.dayAt(x, y));
  }

  up(event) {
    clearTimeout(this.press?.timer);
    this.press = null;
    if (this.held && event.pointerId === this.held.pointer) this.putDown();
  }

  clicked(event) {
    const item = event.target.closest(".chip-task");
    const day = event.target.closest("[data-day]")?.dataset.day;
    if (this.wasDragged) {
      this.wasDragged = false;
      return event.preventDefault();
    }
    if (!item) return day && !event.target.closest("button") && this.add(day);
    event.preventDefault();
    this.close();
    go(item.getAttribute("href"));
  }

  /** Asks for a task that is due on a day. */
  add(day) {
    if (readOnly()) return void fail(readOnly());
    askForTask(t("addOn", { day: fullDate(day) }), `due:${day}`);
  }

  // MARK: Keys

  key(event) {
    const item = event.target.closest(".chip-task");
    if (takeUndo(keyName(event), event)) return event.preventDefault();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (keyName(event) === "a" && preferences().letterKeys && !this.held) {
      event.preventDefault();
      this.add(item?.closest("[data-day]").dataset.day ?? (this.days.includes(today()) ? today() : this.day));
    } else if (!item) {
      if (event.key in STEPS && !this.held) this.enter(event);
    } else if (event.key === " ") {
      event.preventDefault();
      if (this.held) this.putDown();
      else this.hold(item.dataset.task);
    } else if (event.key === "Enter" && this.held) {
      event.preventDefault();
      this.putDown();
    } else if (event.key in STEPS) {
      event.preventDefault();
      if (this.held) this.carryTo(addDays(this.held.day, STEPS[event.key]));
      else this.focusNear(item, event.key);
    }
  }

  /** Focuses the first task from today on, or else the first displayed one. */
  enter(event) {
    const all = [...this.grid.querySelectorAll(".chip-task")];
    const next = all.find((chip) => chip.closest("[data-day]").dataset.day >= today()) ?? all[0];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** Focuses the previous or next task, or a task of the day above or below. */
  focusNear(item, key) {
    const all = [...this.grid.querySelectorAll(".chip-task")];
    const step = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
    all[all.indexOf(item) + step]?.focus();
  }
}
