// Statistics: the sums of the period, pictures of the states and of the weeks, and how long tasks take.

import { Problem, get, parameters } from "../core/api.js";
import { dayText, fullDate, shortDate } from "../core/dates.js";
import { brief, fill, h, icon, svg } from "../core/dom.js";
import { firstWeekday, locale } from "../core/preferences.js";
import { taskAddress } from "../core/router.js";
import { t, title } from "../core/words.js";
import { onTasks } from "../state/live.js";
import { fieldName, labelOf, store } from "../state/store.js";
import { register } from "../commands/registry.js";
import { followTasks, openDialog } from "./dialog.js";

const PERIODS = [12, 26, 52, 104];
const HEIGHT = 240;
const BAR_HEIGHT = 130;
/** The room for the numbers beside the picture, and for the dates below it. */
const [LEFT, BOTTOM, TOP] = [40, 24, 10];
/** The number of tasks in progress that are listed. */
const OLDEST = 5;
/** The maximum number of steps of a scale. */
const STEPS = 4;

let isOpen = false;

/** Opens the statistics of the tasks that the board shows. */
function openStatistics() {
  if (isOpen) return;
  isOpen = true;
  const wanted = { weeks: 12, by: "", isOpen: false };
  const body = h("div", { class: "stats-body" });
  const controls = h("div", { class: "stats-controls" });
  let found = null;
  const draw = () => found && fill(
    body, sums(found), flow(found, body.clientWidth), bars(found, body.clientWidth), groups(found),
    h("div", { class: "stats-times" }, times(found), oldest(found)), weeks(found, wanted),
  );
  const load = async () => {
    try {
      const { weeks, by } = wanted;
      found = await get(`/api/stats${parameters({ q: store.query, view: store.view, by, since: `${weeks}w`, week: String(firstWeekday() || 7) })}`);
      fill(controls, period(wanted, load), grouping(found.keys, wanted, load));
      draw();
    } catch (error) {
      fill(body, h("p", { class: "problem", text: error instanceof Problem ? error.message : t("needsServer") }));
    }
  };
  const stop = onTasks(load);
  const observer = new ResizeObserver(draw);
  const { content, element, close } = openDialog(title("stats"), {
    class: "wide stats",
    onclose: () => {
      isOpen = false;
      stop();
      observer.disconnect();
    },
  });
  fill(content, controls, body);
  fill(body, h("p", { class: "note", text: t("loading") }));
  followTasks(element, close);
  observer.observe(content);
  load();
}

register({ stats: openStatistics });

// MARK: Controls

function period(wanted, load) {
  const options = PERIODS.map((each) => [String(each), t("statsWeeks", { count: each })]);
  return choice(t("statsSince"), "weeks", options, String(wanted.weeks), (value) => {
    wanted.weeks = Number(value);
    load();
  });
}

function grouping(keys, wanted, load) {
  const options = [["", t("statsByNothing")], ...keys.map((key) => [key, fieldName(key)])];
  return choice(t("statsBy"), "by", options, wanted.by, (value) => {
    wanted.by = value;
    load();
  });
}

function choice(label, name, options, value, onchoose) {
  const wasFocused = document.activeElement?.name === name;
  const select = h("select", { name, class: "field", onchange: (event) => onchoose(event.target.value) },
    options.map(([each, words]) => h("option", { value: each, selected: each === value, text: words })));
  if (wasFocused) queueMicrotask(() => select.focus());
  return h("label", { class: "stats-choice" }, h("span", { text: label }), select);
}

// MARK: The sums

const sumOf = (weeks, key) => weeks.reduce((total, week) => total + week[key], 0);

/** Shows what the period comes to, in large numbers. */
function sums({ weeks, lead }) {
  const facts = [
    [t("statsAdded"), sumOf(weeks, "added")], [t("statsFinished"), sumOf(weeks, "finished")],
    [t("statsOpen"), weeks.at(-1).open], [`${t("statsLead")} · ${t("statsMedian")}`, duration(lead.median)],
  ];
  return h("dl", { class: "stats-sums" }, facts.map(([name, value]) => h("div", {}, h("dt", { text: name }), h("dd", { text: String(value) }))));
}

// MARK: The pictures

/**
 * Returns the bands from the bottom up: finished states, which begin at their lowest count, then
 * the others, the first one on top.
 */
function bandsOf({ states, finished, flow }) {
  const numbers = { open: 0, done: 0 };
  const bands = states.map((state, index) => {
    const kind = finished.includes(state) ? "done" : "open";
    const counts = flow.map((point) => point.counts[index]);
    const lowest = kind === "done" ? Math.min(...counts) : 0;
    return { state, kind, lowest, number: numbers[kind]++, heights: counts.map((count) => count - lowest) };
  }).filter((band) => band.heights.some(Boolean));
  const of = (kind) => bands.filter((band) => band.kind === kind).reverse();
  return [...of("done"), ...of("open")];
}

const look = ({ kind, number }) => `band ${kind}${number % (kind === "open" ? 4 : 2)}`;

function flow(found, width) {
  const bands = bandsOf(found);
  const points = found.flow.length;
  const top = Math.max(...found.flow.map((_, point) => bands.reduce((sum, band) => sum + band.heights[point], 0)), 0);
  if (!top || width < 120) return h("p", { class: "note", text: t("noMatchHere") });
  const x = (point) => LEFT + ((width - LEFT) * point) / (points - 1);
  const y = (count) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * count) / top;
  const lines = scale(top, width, y);
  let below = Array(points).fill(0);
  const areas = bands.map((band) => {
    const above = below.map((height, point) => height + band.heights[point]);
    const path = [...above.keys()].map((point) => `${x(point)},${y(above[point])}`);
    const back = [...below.keys()].reverse().map((point) => `${x(point)},${y(below[point])}`);
    below = above;
    return svg("polygon", { class: look(band), points: [...path, ...back].join(" ") });
  });
  const middle = Math.floor((points - 1) / 2);
  const days = [
    svg("text", { x: LEFT, y: HEIGHT - 4 }, shortDate(found.weeks[0].week)),
    svg("text", { "text-anchor": "middle", x: x(middle), y: HEIGHT - 4 }, shortDate(dayText(new Date(found.flow[middle].at)))),
    svg("text", { class: "end", x: width, y: HEIGHT - 4 }, t("calendarToday")),
  ];
  // The number of a band that begins above zero is what was added to it.
  const now = ({ heights, lowest }) => `${lowest ? "+" : ""}${heights.at(-1)}`;
  return h(
    "figure", { class: "flow" },
    svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": t("statsFlow") }, ...lines, ...areas, ...days),
    h("figcaption", {}, bands.reverse().map((band) => h(
      "span", { class: "flow-name" }, swatch(look(band)), h("span", { text: labelOf(band.state) }), h("b", { text: now(band) }),
    ))),
  );
}

/** Returns the lines of a scale from 0 on, in steps of 1, 2 or 5, 10, 20 or 50, and so on. */
function scale(top, width, y) {
  const step = [1, 10, 100, 1000, 10_000].flatMap((power) => [1, 2, 5].map((each) => each * power)).find((each) => top / each <= STEPS) ?? top;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step).flatMap((count) => [
    svg("path", { class: "scale", d: `M${LEFT} ${y(count)}H${width}` }),
    svg("text", { class: "end", x: LEFT - 6, y: y(count) + 4 }, String(count)),
  ]);
}

const BARS = [["added", "statsAdded"], ["finished", "statsFinished"]];

/** Shows what was added and finished in each week, the latest on the right. */
function bars({ weeks }, width) {
  const top = Math.max(...weeks.flatMap((week) => BARS.map(([key]) => week[key])));
  if (!top || width < 120) return null;
  const y = (count) => BAR_HEIGHT - TOP - ((BAR_HEIGHT - 2 * TOP) * count) / top;
  const room = (width - LEFT) / weeks.length;
  const thick = Math.max(1, Math.min(16, room * 0.36));
  const columns = weeks.flatMap((week, index) => BARS.map(([key], side) => svg("rect", {
    class: `bar ${key}`, x: LEFT + (index + 0.5) * room + (side - 1) * (thick + 0.5) + side * 0.5, y: y(week[key]), width: thick, height: y(0) - y(week[key]),
  })));
  const name = BARS.map(([, words]) => t(words)).join(", ");
  return h(
    "figure", { class: "flow" },
    svg("svg", { viewBox: `0 0 ${width} ${BAR_HEIGHT}`, role: "img", "aria-label": `${t("calendarWeek")}: ${name}` }, ...scale(top, width, y), ...columns),
    h("figcaption", {}, BARS.map(([key, words]) => h("span", { class: "flow-name" }, swatch(`bar ${key}`), h("span", { text: t(words) })))),
  );
}

const swatch = (look) =>
  svg("svg", { viewBox: "0 0 12 12", class: "swatch", "aria-hidden": "true" }, svg("rect", { class: look, width: 12, height: 12, rx: 3 }));

// MARK: Tables

/** Returns a duration in its largest unit, as the command line does: `5 hours`, `3.2 days`. */
function duration(seconds) {
  if (seconds === null) return "–";
  const unit = seconds < 3600 ? ["minute", 60] : seconds < 2 * 86400 ? ["hour", 3600] : ["day", 86400];
  const count = seconds / unit[1];
  const value = unit[0] === "day" && count < 10 ? Math.floor(count * 10) / 10 : Math.floor(count);
  return new Intl.NumberFormat(locale(), { style: "unit", unit: unit[0], unitDisplay: "long" }).format(value);
}

function table(kind, name, headings, rows) {
  return h("div", { class: `stats-table ${kind}`, tabindex: "0", role: "region", "aria-label": name || t("statsMedian") }, h(
    "table", {},
    h("thead", {}, h("tr", {}, h(name ? "th" : "td", { scope: name ? "col" : null, text: name }), headings.map((each) => h("th", { scope: "col", text: each })))),
    h("tbody", {}, rows.map(([first, ...cells]) => h("tr", {}, h("th", { scope: "row" }, first), cells.map((each) => h("td", { text: String(each) }))))),
  ));
}

/** Lists the weeks, the latest first, in a part that is closed until it is wanted. */
function weeks({ weeks }, wanted) {
  const rows = [...weeks].reverse().map(({ week, added, finished, removed, open }) => [
    h("time", { datetime: week, title: fullDate(week), text: shortDate(week) }), added, finished, removed, open,
  ]);
  return h(
    "details", { class: "part", open: wanted.isOpen, ontoggle: (event) => (wanted.isOpen = event.target.open) },
    h("summary", {}, icon("forward"), t("details")),
    table("by-week", t("calendarWeek"), [t("statsAdded"), t("statsFinished"), t("statsRemoved"), t("statsOpen")], rows),
  );
}

/** Returns the name of a key's value for people: states and priorities have one. */
function nameOf(value, key) {
  if (key === "priority" && ["high", "medium", "low"].includes(value)) return t(`priority${value[0].toUpperCase()}${value.slice(1)}`);
  return key === "state" ? labelOf(value) : value;
}

function groups({ by, groups }) {
  if (!by) return null;
  const rows = groups.map(({ value, weeks, lead, cycle }) => [
    value === null ? t("statsNone") : brief(nameOf(value, by)), sumOf(weeks, "added"), sumOf(weeks, "finished"), weeks.at(-1).open,
    duration(lead.median), duration(cycle.median),
  ]);
  return table("by-value", fieldName(by), [t("statsAdded"), t("statsFinished"), t("statsOpen"), t("statsLead"), t("statsCycle")], rows);
}

function times({ lead, cycle }) {
  const row = (name, { count, median, p85 }) => [name, duration(median), duration(p85), count];
  return table("durations", "", [t("statsMedian"), t("statsMost"), t("statsTasks")], [row(t("statsLead"), lead), row(t("statsCycle"), cycle)]);
}

function oldest({ inProgress }) {
  if (!inProgress.length) return null;
  const items = inProgress.slice(0, OLDEST).map(({ id, title, state, since }) => h(
    "li", {}, h("a", { href: taskAddress(id), text: brief(title) }),
    h("span", { class: "note", text: `${labelOf(state)} · ${duration((Date.now() - Date.parse(since)) / 1000)}` }),
  ));
  return h("section", {}, h("h3", { text: t("statsOldest") }), h("ol", { class: "stats-oldest" }, items));
}
