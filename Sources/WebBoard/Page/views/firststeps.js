// What an empty board shows: how to begin, sample cards on request, and where the keys are.

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { preferences } from "../core/preferences.js";
import { t } from "../core/words.js";
import { run } from "../commands/actions.js";
import { perform } from "../commands/changes.js";

/** Returns the contents of an empty board's first column. @param {HTMLElement} add Its button. */
export function firstSteps(add) {
  const hasKeys = preferences().letterKeys && !matchMedia("(pointer: coarse)").matches;
  return [
    h("p", { text: t("emptyBoard") }), add,
    h("button", { type: "button", class: "quiet", text: t("addSamples"), onclick: addSamples }),
    hasKeys && h("button", { type: "button", class: "quiet", text: t("keysHere"), onclick: () => run("help") }),
  ];
}

/** Adds three cards that show what a card can have. One undo removes them. */
function addSamples() {
  const items = ["sampleOne", "sampleTwo", "sampleThree"].map((key) => t(key));
  perform({ ids: [], effects: [], send: () => post("/api/add", { items }), later: null }).catch(() => {});
}
