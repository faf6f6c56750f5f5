// The reader's preferences in this browser.

const STANDARD = { theme: "auto", language: "", letterKeys: true, notifications: false };

/** @returns {{theme: "auto"|"light"|"dark", language: ""|"en"|"ko", letterKeys: boolean, notifications: boolean}} */
export function preferences() {
  try {
    return { ...STANDARD, ...JSON.parse(localStorage.getItem("pmd.preferences") ?? "{}") };
  } catch {
    return { ...STANDARD };
  }
}

/** Stores a preference and applies it. */
export function prefer(choice) {
  localStorage.setItem("pmd.preferences", JSON.stringify({ ...preferences(), ...choice }));
  applyTheme();
}

/** Applies the light or dark theme. Without a preference, the system decides. */
export function applyTheme() {
  const { theme } = preferences();
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const background = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", background);
}

/** Returns the reader's language: the preferred one, or the browser's first. */
export function language() {
  const chosen = preferences().language || navigator.language || "en";
  return chosen.toLowerCase().startsWith("ko") ? "ko" : "en";
}

/** Returns the browser's first language, with its region: `de-Latn-DE`. */
function browserLocale() {
  try {
    return new Intl.Locale(navigator.language).maximize();
  } catch {
    return new Intl.Locale("en-001");
  }
}

/**
 * Returns the language of the page in the reader's region, for dates and numbers: `en-DE`. English
 * dates of most regions are as in Europe.
 */
export function locale() {
  const own = `${language()}-${browserLocale().region}`;
  if (new Intl.DateTimeFormat(own).resolvedOptions().locale === own) return own;
  return language() === "en" ? "en-150" : language();
}

/** True if clocks have twelve hours in the reader's region. */
export function hasTwelveHours() {
  const own = browserLocale();
  return (own.getHourCycles?.() ?? own.hourCycles ?? ["h23"])[0] === "h12";
}

/** Returns the first day of the week in the reader's region; 0 is Sunday. */
export function firstWeekday() {
  const own = browserLocale();
  return (own.getWeekInfo?.() ?? own.weekInfo ?? { firstDay: 1 }).firstDay % 7;
}

/** Returns the reader's region for the server: the browser's first language, and its clock. */
export const reader = () => `${browserLanguage()};${hasTwelveHours() ? 12 : 24}`;

/** Returns the browser's first language; WebKit has `c` in the C locale, which is not one. */
function browserLanguage() {
  try {
    return new Intl.Locale(navigator.language).toString();
  } catch {
    return "en";
  }
}
