// What a reader chose for this browser.

const STANDARD = { theme: "auto", language: "", letterKeys: true, notifications: false };

/** @returns {{theme: "auto"|"light"|"dark", language: ""|"en"|"ko", letterKeys: boolean, notifications: boolean}} */
export function preferences() {
  try {
    return { ...STANDARD, ...JSON.parse(localStorage.getItem("pmd.preferences") ?? "{}") };
  } catch {
    return { ...STANDARD };
  }
}

/** Keeps a choice and applies it. */
export function prefer(choice) {
  localStorage.setItem("pmd.preferences", JSON.stringify({ ...preferences(), ...choice }));
  applyTheme();
}

/** Shows the page light or dark. Without a choice the system decides. */
export function applyTheme() {
  const { theme } = preferences();
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const background = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", background);
}

/** The language of the reader: the one that was chosen, or the first of the browser's. */
export function language() {
  const chosen = preferences().language || navigator.language || "en";
  return chosen.toLowerCase().startsWith("ko") ? "ko" : "en";
}

/** The language for dates and numbers, with the reader's country where the browser names it. */
export function locale() {
  return navigator.languages.find((each) => each.toLowerCase().startsWith(language())) ?? language();
}
