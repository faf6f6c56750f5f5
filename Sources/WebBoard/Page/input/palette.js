// The command palette: all actions, found by some letters of their names.

import { h } from "../core/dom.js";
import { keyLabel } from "../core/keynames.js";
import { t, title } from "../core/words.js";
import { actionsHere, obstacle, run } from "../commands/actions.js";
import { register } from "../commands/registry.js";
import { openDialog } from "../views/dialog.js";

/** Opens the list of all actions. */
function openPalette() {
  const { content, close } = openDialog(t("palettePrompt"), { class: "palette" });
  let [shown, cursor] = [[], 0];
  const list = h("ul", { class: "choices", role: "listbox", id: "palette-list", "aria-label": t("palettePrompt") });
  const input = h("input", {
    type: "text", class: "field", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list",
    "aria-label": t("palettePrompt"), autocomplete: "off", spellcheck: "false", enterkeyhint: "go",
  });
  const choose = (action) => {
    close();
    run(action.name);
  };
  const draw = () => {
    const rows = shown.map((action, index) => row(action, index === cursor, () => choose(action)));
    list.replaceChildren(...rows);
    input.setAttribute("aria-activedescendant", shown.length ? `palette-${cursor}` : "");
    rows.forEach((each, index) => (each.id = `palette-${index}`));
    rows[cursor]?.scrollIntoView({ block: "nearest" });
  };
  const find = () => {
    [shown, cursor] = [matches(input.value), 0];
    draw();
  };
  input.addEventListener("input", find);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length) {
      cursor = (cursor + step + shown.length) % shown.length;
      draw();
    } else if (event.key === "Enter" && shown[cursor]) choose(shown[cursor]);
    else return;
    event.preventDefault();
  });
  content.append(input, list);
  find();
  input.focus();
}

register({ palette: openPalette });

function row(action, isCurrent, onclick) {
  const reason = obstacle(action.name);
  return h(
    "li", { role: "option", "aria-selected": String(isCurrent), class: reason ? "impossible" : "", title: reason, onclick },
    h("span", { text: title(action.name) }), h("kbd", { text: keyLabel(action.key) }),
  );
}

/** Returns the actions whose words contain the letters in order, closest match first. */
function matches(text) {
  const wanted = text.toLowerCase().replace(/\s/g, "");
  return actionsHere()
    .map((action) => ({ action, distance: distance(`${title(action.name)} ${action.name}`.toLowerCase(), wanted) }))
    .filter(({ distance }) => distance >= 0)
    .sort((a, b) => a.distance - b.distance)
    .map(({ action }) => action);
}

/** Returns the distance between the letters; negative if they are not found. */
function distance(words, wanted) {
  let [at, gaps] = [-1, 0];
  for (const letter of wanted) {
    const next = indexOf(letter, words, at + 1);
    if (next < 0) return -1;
    gaps += at < 0 ? next / 10 : next - at - 1;
    at = next;
  }
  return gaps;
}

/** Returns the place of a letter. A consonant of Hangul is also found in a syllable that begins with it. */
function indexOf(letter, words, start) {
  for (let index = start; index < words.length; index++) {
    if (words[index] === letter || initial(words.charCodeAt(index)) === letter) return index;
  }
  return -1;
}

const INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const [FIRST_SYLLABLE, LAST_SYLLABLE, OF_ONE_INITIAL] = [0xac00, 0xd7a3, 588];

/** Returns the consonant with which a syllable of Hangul begins; null for any other letter. */
function initial(code) {
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return null;
  return INITIALS[Math.floor((code - FIRST_SYLLABLE) / OF_ONE_INITIAL)];
}
