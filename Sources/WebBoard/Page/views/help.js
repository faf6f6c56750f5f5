// The keys and their effects.

import { h } from "../core/dom.js";
import { keyLabel } from "../core/keynames.js";
import { preferences } from "../core/preferences.js";
import { t, title } from "../core/words.js";
import { actionsHere } from "../commands/actions.js";
import { register } from "../commands/registry.js";
import { openDialog } from "./dialog.js";

/** Lists all available keys. */
function openHelp() {
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

register({ help: openHelp });

/** Returns each of several keys on its own, in lines. */
function caps(keys) {
  return keys.split("\n").map((line) => h("div", {}, line.split(" ").map((key) => h("kbd", { text: key }))));
}
