// The names of keys, as in the terminal board.

const NAMES = {
  " ": "Space", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right", Escape: "Escape",
};

/** Terminal keys that the browser reserves, with their replacements. */
const INSTEAD = { "Ctrl-R": "U", Tab: "]", "Shift-Tab": "[" };

/** Returns the name of the pressed key: `a`, `Space`, `Ctrl-R`, `Alt-Left`. */
export function keyName(event) {
  let key = NAMES[event.key] ?? event.key;
  // With a Korean keyboard layout, use the Latin letter of the same physical key.
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

/** Returns the key for an action in a browser. */
export const keyHere = (key) => INSTEAD[key] ?? key;

/** Returns the displayed name of a key; empty without one. */
export const keyLabel = (key) => keyHere(key) ?? "";

/** True for a key that types a character without Ctrl or Alt. */
export const isLetterKey = (name) => name.length === 1;
