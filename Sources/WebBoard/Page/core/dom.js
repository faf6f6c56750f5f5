// Builds elements. Strings always become text nodes and are never parsed as HTML, without the
// characters that reverse or hide the text around them.

const SVG = "http://www.w3.org/2000/svg";

/** The icon paths, on a 24-unit grid. */
const OUTLINES = {
  add: "M12 5v14M5 12h14",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10.5 21h3",
  back: "M15 5l-7 7 7 7",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  close: "M6 6l12 12M18 6L6 18",
  conflict: "M6 21V4h11l-3 4 3 4H6",
  down: "M6 9l6 6 6-6",
  forward: "M9 5l7 7-7 7",
  history: "M4 12a8 8 0 1 0 3-6.2M4 4v4h4M12 8v4l3 2",
  palette: "M4 6h16M4 12h16M4 18h10",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  project: "M7 5l10 7-10 7z",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
  redo: "M15 6l5 5-5 5M20 11H9a5 5 0 0 0 0 10h3",
  repeat: "M5 11V9a3 3 0 0 1 3-3h11M16 3l3 3-3 3M19 13v2a3 3 0 0 1-3 3H5M8 21l-3-3 3-3",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
  sync: "M20 12a8 8 0 0 1-14 5.3M4 12a8 8 0 0 1 14-5.3M18 3v4h-4M6 21v-4h4",
  tag: "M4 4h7l9 9-7 7-9-9zM8.5 8.5v.01",
  undo: "M9 6l-5 5 5 5M4 11h11a5 5 0 0 1 0 10h-3",
};

/** Returns words with an initial capital. A name or a quotation at the start stays unchanged. */
export const sentence = (words) => words.replace(/^\p{Ll}[\p{L}'’]*(?=[\s,:])/u, (first) => first[0].toLocaleUpperCase() + first.slice(1));

/**
 * The maximum length of a text shown among others: browsers take seconds to wrap words of 100 KB.
 */
const LENGTH = 500;

/**
 * Returns a text without the bidirectional embeddings, overrides and isolates that could make it, or
 * the text after it, look different from what it is. Each text has its own direction (`dir="auto"`),
 * and the marks of Arabic and Hebrew texts stay.
 */
export const plain = (text) => text.replace(/[\u202A-\u202E\u2066-\u2069]/g, "");

/** Returns the start of a text of any length, for display on a board. */
export const brief = (text) => plain(text.length > LENGTH ? `${text.slice(0, LENGTH).replace(/[\uD800-\uDBFF]$/, "")}…` : text);

/**
 * Creates an element.
 *
 * A property that begins with `on` is a listener; `class`, `text` and `data` set the class, the
 * text and the data attributes; a boolean sets or removes an attribute; null omits the property.
 *
 * @param {string} tag
 * @param {Object<string, any>} [properties]
 * @param {...(Node|string|null|false|undefined)} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...shown(children));
  return element;
}

/** Returns the children that are shown. */
const shown = (children) => children.flat().filter((child) => child || child === 0).map((child) => (typeof child === "string" ? plain(child) : child));

/** The attributes that are read to people. */
const WORDS = ["aria-label", "title", "alt", "placeholder"];

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "text") element.textContent = plain(String(value));
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "value") element.value = value;
  else if (name === "checked") element.checked = value;
  else element.setAttribute(name, value === true ? "" : WORDS.includes(name) ? plain(String(value)) : String(value));
}

/** Creates an action icon, whose label is next to it or on its button. */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: OUTLINES[name] }));
}

/** Creates an element of a picture, with its attributes. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Creates an icon button with an accessible label. */
export function iconButton(name, label, onclick, { class: more = "", ...properties } = {}) {
  const names = `icon-button ${more}`.trim();
  return h(
    "button",
    { type: "button", class: names, "aria-label": label, title: label, onclick, ...properties },
    icon(name),
  );
}

/** Replaces the contents of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...shown(children));
}

/** Sets the text of an element only if it differs, so that nothing is announced twice. */
export function setText(element, text) {
  const words = plain(text);
  if (element.textContent !== words) element.textContent = words;
}

/** True if the element accepts typed text, so that letters are not shortcuts. */
export function takesText(element) {
  if (!(element instanceof HTMLElement)) return false;
  if (element.isContentEditable || element.matches("textarea, select")) return true;
  return element.matches("input") && !element.matches("[type=checkbox], [type=radio], [type=button]");
}

/** True for a finger or a pen, which also scrolls: it lifts a card only after being held. */
export const isTouch = (event) => event.pointerType === "touch" || event.pointerType === "pen";

/** True if the user has asked the system to reduce motion. */
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** True on a screen that shows one column at a time. */
export function isNarrow() {
  return matchMedia("(max-width: 40rem)").matches;
}
