// The one control for dates: words, a month, and the days that people choose most.

import { get, parameters } from "../core/api.js";
import { addDays, calendarDays, dayOf, fullDate, monthName, relativeWord, shortDate, today, turned, weekdayName, weekdayWord } from "../core/dates.js";
import { fill, h, iconButton, setText } from "../core/dom.js";
import { t } from "../core/words.js";
import { store } from "../state/store.js";
import { openPopover } from "./popover.js";

const PAUSE = 150;
const MONDAY = 1;

/**
 * Lets a person choose a date at a button.
 *
 * @param {Element} at
 * @param {{label: string, value: string|null, canBeEmpty?: boolean, onpick: (value: string|null) => void}} options
 *   The value is as in a file: a day, with or without a time.
 */
export function pickDate(at, { label, value, canBeEmpty = true, onpick }) {
  const control = makeDateControl({
    label, value, canBeEmpty,
    onpick: (picked) => {
      popover.close();
      if ((picked ?? "") !== (value ?? "")) onpick(picked);
    },
  });
  const popover = openPopover(label, at, control);
}

/** True if typing would open a keyboard over the control. */
const isCoarse = () => matchMedia("(pointer: coarse)").matches;

/** Returns the control itself. */
function makeDateControl({ label, value, canBeEmpty, onpick }) {
  const state = { month: dayOf(value) || today(), day: dayOf(value), time: timePart(value), onpick, words: null };
  const input = h("input", {
    type: "text", class: "field", value: (value ?? "").replace("T", " "), placeholder: t("dateHint"), "aria-label": label, autofocus: !isCoarse(),
    autocomplete: "off", autocapitalize: "none", autocorrect: "off", enterkeyhint: "done",
  });
  const note = h("p", { class: "preview", role: "status" });
  const name = h("h3", { class: "month-name", "aria-live": "polite" });
  const grid = h("table", { class: "month", role: "grid" });
  const turn = (step) => {
    state.month = turned(state.month, "month", step);
    drawMonth(state, grid, name);
  };
  const element = h(
    "div", { class: "date-control" }, input, note,
    h("div", { class: "date-words" }, dateWords(canBeEmpty).map(({ words, day }, index) => h("button", {
      type: "button", autofocus: isCoarse() && index === 0, data: { day: day ?? "" }, onclick: () => onpick(day && day + state.time),
    }, h("span", { class: "date-word", text: words }), day && h("span", { class: "note", text: day > addDays(today(), 1) ? shortDate(day) : weekdayWord(day) })))),
    h("div", { class: "month-head" },
      iconButton("back", t("calendarBefore"), () => turn(-1)), name, iconButton("forward", t("calendarNext"), () => turn(1))),
    grid,
  );
  drawMonth(state, grid, name);
  grid.addEventListener("keydown", (event) => press(event, state, grid, name));
  readWords(input, note, state, () => drawMonth(state, grid, name));
  input.addEventListener("focus", () => input.select());
  return element;
}

/** Returns the days that people choose most, with their words. */
export function dateWords(canBeEmpty = true) {
  const now = today();
  return [
    { words: relativeWord(0, "day"), day: now },
    { words: relativeWord(1, "day"), day: addDays(now, 1) },
    { words: relativeWord(1, "week"), day: nextMonday(now) },
    ...(canBeEmpty ? [{ words: t("noValue"), day: null }] : []),
  ];
}

function nextMonday(day) {
  for (let each = addDays(day, 1); ; each = addDays(each, 1)) if (new Date(`${each}T12:00`).getDay() === MONDAY) return each;
}

/** The time of a date as in a file, with its separator. */
const timePart = (value) => /^\d{4}-\d\d-\d\d([ T].*)$/.exec(value ?? "")?.[1] ?? "";

// MARK: Words

/** Shows the day that the words mean, and picks it on Enter. */
function readWords(input, note, state, draw) {
  let timer = 0;
  const ask = async () => {
    const text = input.value.trim();
    const { value = null, words = "", problem = "" } = text ? await meaning(text) : {};
    if (text !== input.value.trim()) return null;
    note.classList.toggle("problem", Boolean(problem));
    setText(note, problem || words);
    if (value) {
      Object.assign(state, { day: dayOf(value), month: dayOf(value), time: timePart(value) });
      draw();
    }
    return { value, problem };
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  input.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    clearTimeout(timer);
    const answer = await ask();
    if (answer && !answer.problem) state.onpick(answer.value);
  });
}

/** Returns the date that words mean. Without the server, only days as in a file, and the words of the buttons. */
async function meaning(text) {
  if (dayOf(text) && store.isOffline) return { value: text, words: fullDate(text) };
  const known = dateWords().find(({ words }) => words.toLowerCase() === text.toLowerCase());
  if (known) return { value: known.day, words: known.day ? fullDate(known.day) : "" };
  if (store.isOffline) return { problem: t("dateOffline") };
  return get(`/api/dates${parameters({ text })}`).catch(() => ({ problem: t("needsServer") }));
}

// MARK: The month

function drawMonth(state, grid, name) {
  const days = calendarDays(state.month, "month");
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(7 * index, 7 * index + 7));
  const stop = days.includes(state.day) && state.day.slice(0, 7) === state.month.slice(0, 7) ? state.day : state.month;
  setText(name, monthName(state.month));
  grid.setAttribute("aria-label", monthName(state.month));
  fill(
    grid,
    h("thead", {}, h("tr", {}, days.slice(0, 7).map((day) => h("th", { scope: "col", text: weekdayName(day) })))),
    h("tbody", {}, weeks.map((week) => h("tr", {}, week.map((day) => dayCell(day, state, day === stop))))),
  );
}

function dayCell(day, state, isStop) {
  const isOther = day.slice(0, 7) !== state.month.slice(0, 7);
  const names = ["month-day", isOther && "other", day === today() && "today"].filter(Boolean).join(" ");
  return h("td", { role: "gridcell", "aria-selected": String(day === state.day) }, h("button", {
    type: "button", class: names, data: { day }, tabindex: isStop ? "0" : "-1", "aria-label": fullDate(day), "aria-current": day === today() ? "date" : null,
    text: String(Number(day.slice(8))), onclick: () => state.onpick(day + state.time),
  }));
}

/** The days that keys move by. */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function press(event, state, grid, name) {
  const day = event.target.dataset?.day;
  if (!day) return;
  const isRight = getComputedStyle(grid).direction === "rtl";
  const step = STEPS[event.key] * (isRight && event.key.match(/Left|Right/) ? -1 : 1);
  const to = step ? addDays(day, step)
    : event.key === "PageUp" ? turned(day, "month", -1)
    : event.key === "PageDown" ? turned(day, "month", 1) : null;
  if (!to) return;
  event.preventDefault();
  state.month = to;
  const chosen = state.day;
  state.day = "";
  drawMonth(state, grid, name);
  state.day = chosen;
  grid.querySelector(`[data-day="${to}"]`).focus();
}
