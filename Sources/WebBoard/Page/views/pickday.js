// Picking a due date in a calendar of the browser.

import { dayOf } from "../core/dates.js";
import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { card, fieldName } from "../state/store.js";
import { schedule } from "../commands/values.js";
import { openDialog } from "./dialog.js";

/** Asks for the day on which tasks are due. */
export function pickDay(ids) {
  const label = t("pickDate", { field: fieldName("due") });
  const { content, close } = openDialog(label, { class: "prompt" });
  const input = h("input", { type: "date", class: "field", "aria-label": label, value: dayOf(card(ids[0])?.due), required: true });
  const onsubmit = (event) => {
    event.preventDefault();
    close();
    schedule(ids, input.value);
  };
  content.append(h(
    "form", { class: "prompt-form", onsubmit }, ids.length === 1 && h("p", { class: "note", text: card(ids[0])?.title }), input,
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary", text: t("done") })),
  ));
  input.focus();
  try {
    input.showPicker();
  } catch {
    // Some browsers open it only on a click.
  }
}
