// The keys and their effects.

import { h } from "../core/dom.js";
import { keyLabel } from "../core/keynames.js";
import { preferences } from "../core/preferences.js";
import { t, title } from "../core/words.js";
import { actionsHere } from "../commands/actions.js";
import { register } from "../commands/registry.js";
import { openDialog } from "./dialog.js";

/** The groups of keys, as in the terminal. */
const GROUPS = [
  { name: "move", words: "keysOfMoving" }, { name: "change", words: "keysOfTasks" }, { name: "find", words: "keysOfViews" }, { name: "board", words: "keysOfBoard" },
];

/** Lists all available keys. */
function openHelp() {
  const { content } = openDialog(t("keys"), { class: "wide help" });
  const actions = actionsHere().filter((action) => action.key);
  const moves = [["h j k l\n← ↓ ↑ →", t("keysMove")], ["g G", t("keysEnds")], ["1 … 9", t("keysStates")], ["Alt ← ↓ ↑ →", t("keysNudge")]];
  const rowsOf = (group) => actions.filter((action) => action.group === group).map((action) => [keyLabel(action.key), title(action.name)]);
  const groups = GROUPS.map(({ name, words }) => keyGroup(t(words), [...(name === "move" ? moves : []), ...rowsOf(name), ...(name === "board" ? [["Ctrl-Enter", t("keysSave")], ["Esc", t("keysLeave")]] : [])]));
  content.append(
    ...(preferences().letterKeys ? [] : [h("p", { class: "note", text: t("letterKeysOff") })]),
    h("div", { class: "keys" }, groups), h("p", { class: "note", text: t("helpMouse") }), h("p", { class: "note", text: t("helpTouch") }),
  );
}

function keyGroup(name, rows) {
  return h("section", {}, h("h3", { text: name.replace(/:$/, "") }), h("dl", {}, rows.map(([key, words]) => h("div", {}, h("dt", {}, caps(key)), h("dd", { text: words })))));
}

register({ help: openHelp });

/** Returns each of several keys on its own, in lines. */
function caps(keys) {
  return keys.split("\n").map((line) => h("div", {}, line.split(" ").map((key) => h("kbd", { text: key }))));
}
