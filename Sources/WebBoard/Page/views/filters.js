// Filters by click: a tag, a person or a project of a card is a filter, shown as a chip below the
// header. The filters are in the page's address, so Back removes the last one.

import { Problem, patch } from "../core/api.js";
import { fill, h, iconButton, brief } from "../core/dom.js";
import { combined, filterAddress, filterFor, filtersInAddress } from "../core/filters.js";
import { showBoardAt } from "../core/router.js";
import { t } from "../core/words.js";
import { reload, settle } from "../state/load.js";
import { readOnly } from "../state/store.js";
import { takeReport } from "../commands/changes.js";
import { openDialog } from "./dialog.js";
import { setFilters, setText, showView, textOfSearch } from "./search.js";

const bar = document.querySelector("#filters");
const KINDS = ["tag", "assignee", "project"];

export function setUpFilters() {
  bar.setAttribute("aria-label", t("filters"));
  addEventListener("popstate", follow);
  document.addEventListener("click", take, true);
  follow();
}

/** Shows the filters of the address. */
function follow() {
  setFilters(filtersInAddress());
  draw();
}

/** A click on a value of a card or a task adds its filter. */
function take(event) {
  const mark = event.target.closest("#board .mark[data-value], #panel .mark[data-value]");
  if (!mark || !KINDS.includes(mark.dataset.kind) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  addFilter(filterFor(mark.dataset.kind, mark.dataset.value));
}

/** Adds a filter to the others. */
export function addFilter(word) {
  const filters = filtersInAddress();
  show(filters.includes(word) ? filters : [...filters, word]);
}

/** Shows the board with filters. */
function show(filters) {
  showBoardAt(filterAddress(filters));
  follow();
}

/** Removes the last filter. Returns false if there is none. */
export function removeFilter() {
  const filters = filtersInAddress();
  if (filters.length) show(filters.slice(0, -1));
  return filters.length > 0;
}

function draw() {
  const filters = filtersInAddress();
  bar.hidden = !filters.length;
  fill(
    bar, ...filters.map((word) => chip(word, filters)),
    filters.length > 0 && !readOnly() && h("button", { type: "button", class: "quiet", text: t("saveView"), onclick: askForName }),
  );
}

function chip(word, filters) {
  const others = filters.filter((each) => each !== word);
  const onclick = (event) => {
    event.preventDefault();
    show([word]);
  };
  return h(
    "span", { class: "filter" },
    h("a", { href: filterAddress([word]), text: brief(word), title: t("onlyFilter", { words: word }), onclick, dir: "auto" }),
    iconButton("close", t("removeFilter", { words: word }), () => {
      show(others);
      (bar.querySelector("a") ?? document.querySelector("#board")).focus();
    }),
  );
}

// MARK: Saving as a view

function askForName() {
  const { content, close } = openDialog(t("saveView"), { class: "prompt" });
  const query = combined(filtersInAddress(), textOfSearch());
  const input = h("input", { type: "text", class: "field", "aria-label": t("viewName"), placeholder: t("viewName"), autocomplete: "off", required: true, maxlength: "60" });
  const problem = h("p", { class: "problem", role: "alert" });
  const onsubmit = async (event) => {
    event.preventDefault();
    try {
      const name = await save(input.value.trim(), query);
      close();
      setText("");
      show([]);
      showView(name);
    } catch (error) {
      problem.textContent = error instanceof Problem ? error.message : t("needsServer");
    }
  };
  content.append(h(
    "form", { class: "prompt-form", onsubmit }, h("p", { class: "note", text: query }), input, problem,
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", text: t("save") })),
  ));
  input.focus();
}

/** Saves a view, and returns its name: a name with blanks is a label. */
async function save(words, query) {
  const name = words.replace(/[\s,:"']+/g, "-").replace(/^-+|-+$/g, "") || words;
  const { report } = await patch("/api/settings", { [`views.${name}`]: query, ...(name === words ? {} : { [`labels.${name}`]: words }) });
  settle();
  // The report has the settings as in the file.
  takeReport({ ...report, sentences: [t("viewSaved", { name: words })] });
  await reload();
  return name;
}
