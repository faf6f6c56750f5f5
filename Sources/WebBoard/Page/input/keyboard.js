// The keyboard of a touch screen. Some browsers make the page lower while it is open, which the page
// asks for; Safari lays it over the page instead.

/** Less is no keyboard, but a bar of the browser. */
const LEAST = 80;

const root = document.documentElement;

/** Keeps what is at the bottom of the screen above the keyboard. */
export function setUpKeyboard() {
  const view = window.visualViewport;
  if (!view) return;
  view.addEventListener("resize", note);
  view.addEventListener("scroll", note);
}

function note() {
  const { height, offsetTop, scale } = window.visualViewport;
  const covered = root.clientHeight - height - offsetTop;
  // A page that is enlarged by two fingers has no keyboard below it.
  const keyboard = scale > 1.05 || covered < LEAST ? 0 : Math.round(covered);
  if (root.style.getPropertyValue("--keyboard") === `${keyboard}px`) return;
  root.style.setProperty("--keyboard", `${keyboard}px`);
  const field = document.activeElement;
  if (keyboard && field?.closest("#panel, dialog")) field.scrollIntoView({ block: "nearest" });
}
