// The first requests of a page, which start while most of its script is still being loaded.

import { Problem, getIfChanged, loadSession, parameters, signInWith } from "./api.js";
import { combined, filtersInAddress } from "./filters.js";
import { at, here } from "./place.js";
import { session } from "./session.js";
import { loadWords } from "./words.js";

/** The number of cards per column in the first request: about as many as the screen shows. */
export const FIRST_CARDS = Math.max(6, Math.ceil(innerHeight / 120));

/**
 * @typedef {Object} First
 * @property {Promise<void>} words
 * @property {Promise<void>} signedIn Rejected if the server does not respond.
 * @property {Promise<any>} session
 * @property {string} path The path of the board.
 * @property {Promise<{tag: string, value: any}|null>|null} board Null without a session.
 */

/** @type {First|null} */
let first = null;

/** Sends the first requests, if they have not been sent yet. */
export function firstRequests() {
  first ??= begin();
  return first;
}

function begin() {
  const words = loadWords();
  const code = takeCode();
  const signedIn = code ? signInByCode(code) : Promise.resolve();
  const asked = signedIn.then(loadSession);
  const [text, view] = ["pmd.query", "pmd.view"].map((name) => sessionStorage.getItem(here(name)) ?? "");
  const q = combined(filtersInAddress(), text);
  const path = boardPath({ q, view, limit: String(FIRST_CARDS) });
  // A request in the name of a proxy's user has to wait until the server has named the user.
  const board = signedIn.then(session).then((own) => (own ? getIfChanged(path, "") : null));
  // Errors are handled where the responses are used.
  for (const promise of [signedIn, asked, board]) promise.catch(() => {});
  return { words, signedIn, session: asked, path, board };
}

/** Returns the response of the first request for the board, once, if it has this path. */
export async function takeFirstBoard(path) {
  if (first?.path !== path) return null;
  const { board } = first;
  first.board = null;
  return board;
}

/** Returns the path of the board with these parameters. */
export const boardPath = (members) => `/api/board${parameters(members)}`;

// MARK: Codes

/** Removes the code from the address, where it would remain in the browser history. */
export function takeCode() {
  const [, code] = /^#code=([0-9a-f]+)$/.exec(location.hash) ?? [];
  if (location.hash.startsWith("#code=")) history.replaceState(null, "", at("/"));
  return code ?? "";
}

/** True if the server has refused the code of the address, which signs in once. */
let isCodeUsed = false;

export const hasUsedCode = () => isCodeUsed;

/** Signs in with a code. A used code leaves the session unchanged. */
export async function signInByCode(code) {
  try {
    await signInWith({ code });
    isCodeUsed = false;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    isCodeUsed = true;
  }
}
