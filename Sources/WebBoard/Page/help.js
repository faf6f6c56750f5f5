// The keys, and what they do.

import { actionsHere } from "./actions.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { keyLabel } from "./keynames.js";
import { preferences } from "./preferences.js";
import { t, title } from "./words.js";

/** Lists every key that works. */
export function openHelp() {
  const { content } = openDialog(t("keys"), { class: "wide help" });
  const rows = [
    ["h j k l\n← ↓ ↑ →", t("keysMove")], ["g G", t("keysEnds")], ["1 … 9", t("keysStates")],
    ["Alt ← ↓ ↑ →", t("keysNudge")],
    ...actionsHere().filter((action) => action.key).map((action) => [keyLabel(action.key), title(action.name)]),
    ["Ctrl-Enter", t("keysSave")], ["Esc", t("keysLeave")],
  ];
  const list = h("dl", { class: "keys" }, rows.map(([key, words]) => h("div", {}, h("dt", {}, caps(key)), h("dd", { text: words }))));
  content.append(
    ...(preferences().letterKeys ? [] : [h("p", { class: "note", text: t("letterKeysOff") })]),
    list, h("p", { class: "note", text: t("helpMouse") }), h("p", { class: "note", text: t("helpTouch") }),
  );
}

/** Each of several keys by itself, in lines. */
function caps(keys) {
  return keys.split("\n").map((line) => h("div", {}, line.split(" ").map((key) => h("kbd", { text: key }))));
}
