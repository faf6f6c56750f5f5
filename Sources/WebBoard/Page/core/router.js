// Addresses: `#/task/ID` shows a task, and the browser's Back closes what is open.

/** @typedef {{name: string, id?: string, mode?: string}} Route */

let onRoute = () => {};
/** True if Back leads to the board, and not away from the page. */
let hasBoardBefore = false;

/** @param {(route: Route) => void} callback */
export function setUpRoutes(callback) {
  onRoute = callback;
  addEventListener("hashchange", () => onRoute(route()));
  addEventListener("popstate", () => (hasBoardBefore = Boolean(history.state?.pmd)));
  hasBoardBefore = Boolean(history.state?.pmd);
  onRoute(route());
}

/** @returns {Route} */
export function route() {
  const [, name = "", id = "", mode = ""] = location.hash.split("/");
  return { name: name || "board", id: safely(id), mode };
}

function safely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const taskAddress = (id, mode = "") => `#/task/${encodeURIComponent(id)}${mode ? `/${mode}` : ""}`;

/** Shows an address. From one panel to another, Back still leads to the board. */
export function go(address) {
  if (location.hash === address) return onRoute(route());
  const isOnBoard = route().name === "board";
  if (isOnBoard) {
    history.pushState({ pmd: true }, "", address);
    hasBoardBefore = true;
  } else {
    history.replaceState(history.state, "", address);
  }
  onRoute(route());
}

/** Closes what is open, as Back does. */
export function leave() {
  if (route().name === "board") return;
  if (hasBoardBefore) return history.back();
  history.replaceState(null, "", "#/");
  onRoute(route());
}
