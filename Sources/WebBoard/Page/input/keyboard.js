// The on-screen keyboard. Some browsers shrink the page while it is open, as the page requests;
// Safari lays it over the page instead.

/** Anything smaller is a browser toolbar, not a keyboard. */
const LEAST = 80;

const root = document.documentElement;

/** Keeps elements at the bottom of the screen above the keyboard. */
export function setUpKeyboard() {
  const view = window.visualViewport;
  if (!view) return;
  view.addEventListener("resize", note);
  view.addEventListener("scroll", note);
}

function note() {
  const { height, offsetTop, scale } = window.visualViewport;
  const covered = root.clientHeight - height - offsetTop;
  // On a page zoomed with two fingers, the covered part is not a keyboard.
  const keyboard = scale > 1.05 || covered < LEAST ? 0 : Math.round(covered);
  if (root.style.getPropertyValue("--keyboard") === `${keyboard}px`) return;
  root.style.setProperty("--keyboard", `${keyboard}px`);
  const field = document.activeElement;
  if (keyboard && field?.closest("#panel, dialog")) field.scrollIntoView({ block: "nearest" });
}
