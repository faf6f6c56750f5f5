// The keys and their effects, and the gestures.

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

const has = (kind) => matchMedia(`(any-pointer: ${kind})`).matches;

/** Shows the gestures and the keys, first those for which the device is made. A phone has no keys. */
function openHelp() {
  const { content } = openDialog(title("help"), { class: "wide help" });
  const gestures = has("coarse") ? [h("p", { class: "gestures", text: t("helpTouch") })] : [];
  const keys = has("fine") || !gestures.length ? allKeys() : [];
  content.append(...(matchMedia("(pointer: coarse)").matches ? [...gestures, ...keys] : [...keys, ...gestures]));
}

/** Lists all available keys. */
function allKeys() {
  const actions = actionsHere().filter((action) => action.key);
  const moves = [["h j k l\n← ↓ ↑ →", t("keysMove")], ["g G", t("keysEnds")], ["1 … 9", t("keysStates")], ["Alt ← ↓ ↑ →", t("keysNudge")]];
  const rowsOf = (group) => actions.filter((action) => action.group === group).map((action) => [keyLabel(action.key), title(action.name)]);
  const groups = GROUPS.map(({ name, words }) => keyGroup(t(words), [...(name === "move" ? moves : []), ...rowsOf(name), ...(name === "board" ? [["Ctrl-Enter", t("keysSave")], ["Esc", t("keysLeave")]] : [])]));
  return [
    ...(preferences().letterKeys ? [] : [h("p", { class: "note", text: t("letterKeysOff") })]),
    h("div", { class: "keys" }, groups), h("p", { class: "note", text: t("helpMouse") }),
  ];
}

function keyGroup(name, rows) {
  return h("section", {}, h("h3", { text: name.replace(/:$/, "") }), h("dl", {}, rows.map(([key, words]) => h("div", {}, h("dt", {}, caps(key)), h("dd", { text: words })))));
}

register({ help: openHelp });

/** Returns each of several keys on its own, in lines. */
function caps(keys) {
  return keys.split("\n").map((line) => h("div", {}, line.split(" ").map((key) => h("kbd", { text: key }))));
}
