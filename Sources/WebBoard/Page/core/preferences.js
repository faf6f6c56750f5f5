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

/**
 * Returns the language for dates and numbers, with the reader's country if the browser provides
 * it.
 */
export function locale() {
  return navigator.languages.find((each) => each.toLowerCase().startsWith(language())) ?? language();
}
