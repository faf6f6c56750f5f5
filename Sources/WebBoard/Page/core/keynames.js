// The names of keys, as the terminal's board has them.

const NAMES = {
  " ": "Space", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right", Escape: "Escape",
};

/** Keys of the terminal that a browser needs for itself, and what stands for them here. */
const INSTEAD = { "Ctrl-R": "U", Tab: "]", "Shift-Tab": "[" };

/** Returns the name of the key that was pressed: `a`, `Space`, `Ctrl-R`, `Alt-Left`. */
export function keyName(event) {
  let key = NAMES[event.key] ?? event.key;
  // With a Korean keyboard, letters are those of the same key.
  if (/^[^\x20-\x7e]$/.test(key) || key === "Process") key = letter(event) ?? key;
  if (event.altKey) key = `Alt-${key}`;
  if (event.ctrlKey || event.metaKey) key = `Ctrl-${key.length === 1 ? key.toUpperCase() : key}`;
  return key;
}

function letter({ code, shiftKey }) {
  const found = /^Key([A-Z])$/.exec(code ?? "");
  if (!found) return null;
  return shiftKey ? found[1] : found[1].toLowerCase();
}

/** Returns the key of an action here. */
export const keyHere = (key) => INSTEAD[key] ?? key;

/** Returns the key as it is shown; empty without one. */
export const keyLabel = (key) => keyHere(key) ?? "";

/** True for a key without Ctrl or Alt that types a character. */
export const isLetterKey = (name) => name.length === 1;
