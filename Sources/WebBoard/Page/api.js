// Requests to the server.

import { language, preferences } from "./preferences.js";

/** What the server refused, and why. */
export class Problem extends Error {
  /** @param {number} status @param {any} document A problem document of RFC 9457. */
  constructor(status, document) {
    super(document.detail ?? document.title ?? String(status));
    this.status = status;
    this.code = document.code ?? "";
    this.document = document;
  }
}

/** The server did not answer. */
export class Unreachable extends Error {}

/** The token that a proxy's user has. */
let given = "";
/** The person of the token; undefined until one is known. */
let user;

/** The name of this window: undo takes back what was done in it. */
export const windowName = sessionStorage.getItem("pmd.window") ?? newName();

function newName() {
  const name = randomName();
  sessionStorage.setItem("pmd.window", name);
  return name;
}

/** Returns a random name. `crypto.randomUUID` needs a secure context, and this does not. */
export function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a request.
 *
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, headers?: Object<string, string>, signal?: AbortSignal, keepalive?: boolean}} [options]
 * @returns {Promise<any>} The value of the answer; null without one.
 * @throws {Problem} If the server refuses.
 * @throws {Unreachable} If it does not answer.
 */
export async function request(method, path, options = {}) {
  const answer = await send(method, path, options);
  if (answer.status === 403 && method !== "GET") {
    const before = user;
    if (await signIn()) {
      // A proxy has signed another person in: nothing is sent in that name.
      if (before !== undefined && before !== user) location.reload();
      else return read(await send(method, path, options));
    }
  }
  return read(answer);
}

async function send(method, path, { body, headers = {}, signal, keepalive }) {
  const all = { "Pmd-Window": windowName, ...headers };
  all["Accept-Language"] = language();
  if (preferences().language) all["Pmd-Language"] = preferences().language;
  const token = given || localStorage.getItem(TOKEN);
  if (token) all["Pmd-Token"] = token;
  if (body !== undefined) all["Content-Type"] = "application/json";
  try {
    return await fetch(path, {
      method, headers: all, signal, keepalive, credentials: "same-origin", cache: "no-store",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  }
}

async function read(answer) {
  if (answer.status === 304 || answer.status === 204) return null;
  let value = null;
  try {
    value = await answer.json();
  } catch {
    // A proxy may answer with a page of its own while the server is away.
    if (answer.ok || answer.status >= 500) throw new Unreachable();
  }
  if (!answer.ok) throw new Problem(answer.status, value ?? {});
  return value;
}

/** Asks who is signed in, and keeps the token that writes need. Returns false if nobody is. */
export async function signIn() {
  try {
    return Boolean(await loadSession());
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/**
 * Asks who is signed in.
 *
 * @returns {Promise<{token: string, user: string|null, readOnly: string|null, board: {id: string, name: string}, version: string}>} */
export async function loadSession() {
  const session = await read(await send("GET", "/api/session", {}));
  if (session.user) given = session.token;
  else if (!session.token) await signInWith({});
  user = session.user;
  return session;
}

// The key of the token that a write carries beside the cookie. Local storage is separate for each
// port of a machine; cookies are not.
const TOKEN = "pmd.token";
/** The key that is set while a sign-out waits for the server, which must remove the cookie. */
const LEAVING = "pmd.leaving";

/**
 * Signs this browser in.
 *
 * @param {{token?: string}} proof The token of the server's file. A browser that came by a code
 *   needs none.
 */
export async function signInWith(proof) {
  const { token } = await read(await send("POST", "/api/session", { body: proof }));
  localStorage.setItem(TOKEN, token);
}

/** Signs this browser out. Without the server the rest is done when it is back. */
export async function leave() {
  localStorage.removeItem(TOKEN);
  localStorage.setItem(LEAVING, "yes");
  await finishLeaving();
}

/** Finishes a sign-out that waited. Whoever has signed in by a code since then stays signed in. */
export async function finishLeaving() {
  if (!localStorage.getItem(LEAVING)) return;
  await read(await send("DELETE", "/api/session", {})).catch(unlessRefused);
  localStorage.removeItem(LEAVING);
  await signInWith({}).catch(unlessRefused);
}

function unlessRefused(error) {
  if (!(error instanceof Problem)) throw error;
}

export const get = (path, options) => request("GET", path, options);
export const post = (path, body = {}, headers = {}) => request("POST", path, { body, headers });
export const patch = (path, body, headers = {}) => request("PATCH", path, { body, headers });
export const put = (path, body, headers = {}) => request("PUT", path, { body, headers });
export const remove = (path, headers = {}) => request("DELETE", path, { headers });

/** Returns the address of a task. */
export const taskPath = (id, rest = "") => `/api/tasks/${encodeURIComponent(id)}${rest}`;

/** Returns a query string of the members that have a value. */
export function parameters(members) {
  const present = Object.entries(members).filter(([, value]) => value);
  return present.length ? `?${new URLSearchParams(present)}` : "";
}

/**
 * Loads a value again only if it changed.
 *
 * @returns {Promise<{tag: string, value: any}>} The value is null if it is the one of the tag.
 */
export async function getIfChanged(path, tag) {
  const answer = await send("GET", path, { headers: tag ? { "If-None-Match": tag } : {} });
  return { tag: answer.headers.get("ETag") ?? "", value: await read(answer) };
}
