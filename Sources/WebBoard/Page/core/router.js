// Addresses: `#/task/ID` shows a task, and the browser's Back button closes it.

/** @typedef {{name: string, id?: string, mode?: string}} Route */

let onRoute = () => {};
/** True if Back returns to the board instead of leaving the page. */
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

/** Navigates to an address. When panels change, Back still returns to the board. */
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

/** Shows the board at another address, such as one with filters. Back returns to this one. */
export function showBoardAt(address) {
  if (location.pathname + location.search === address && route().name === "board") return;
  history.pushState(null, "", `${address}#/`);
  hasBoardBefore = false;
  onRoute(route());
}

/** Closes the open panel, as Back does. */
export function leave() {
  if (route().name === "board") return;
  if (hasBoardBefore) return history.back();
  history.replaceState(null, "", "#/");
  onRoute(route());
}
