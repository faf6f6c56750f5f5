// The way to the server: each request is signed, and none goes out before the server has proven
// that it knows the key of the session. Another program at its port learns nothing it can use.

import { zone } from "./dates.js";
import { language, preferences } from "./preferences.js";
import { randomName } from "./random.js";
import { announceSession, code, credentials, dropSession, importKey, keepSession, keyFrom, lookAgain, session, signs } from "./session.js";

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

/** Another program answers at the server's address. */
export class Impostor extends Unreachable {}

/** How long the server may take to prove itself. */
const PATIENCE = 10_000;

/** The name of this window: undo takes back what was done in it. */
export const windowName = sessionStorage.getItem("pmd.window") ?? newName();

function newName() {
  const name = randomName();
  sessionStorage.setItem("pmd.window", name);
  return name;
}

/** The user that a proxy has signed in. */
let user = "";

/** Notes whom the page shows. A request in another user's name is refused. */
export function setUser(name) {
  user = name ?? "";
}

/**
 * True if requests carry no cookies: those of an address are shared by all ports of it, and may be
 * too many for the server. A proxy that asks for a password needs what the browser knows of it.
 */
let isBare = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

// MARK: The server's proof

/** The session whose server has proven itself since the connection was lost last. */
let proven = "";
let proving = null;
/** How far the server's clock is ahead, in milliseconds. */
let ahead = 0;

/** Notes that the connection was lost: another program may answer at the port from now on. */
export function distrust() {
  proven = "";
}

/** Has the server prove that it knows the key, before anything is sent to it. */
async function prove(current) {
  if (proven === current.id) return;
  proving ??= proveNow(current).finally(() => (proving = null));
  await proving;
}

async function proveNow({ id, key }) {
  const nonce = randomName();
  const signal = AbortSignal.timeout?.(PATIENCE);
  const answer = await raw("POST", "/api/session/proof", { "Content-Type": "application/json" }, JSON.stringify({ session: id, nonce }), signal);
  const value = await answer.json().catch(() => ({}));
  if (answer.status === 401) throw new Problem(401, value);
  if (!answer.ok) throw new Unreachable();
  const wanted = await code(key, ["server", location.origin, nonce, String(value.time)]);
  if (value.proof !== wanted) throw new Impostor();
  ahead = value.time - Date.now();
  proven = id;
}

// MARK: Requests

/** Sends a request as it is. */
async function raw(method, path, headers, body, signal) {
  try {
    const options = { method, headers, body, signal, cache: "no-store", redirect: "error" };
    const answer = await fetch(path, { ...options, credentials: isBare ? "omit" : "same-origin" });
    const isProxy = answer.status === 401 && !answer.headers.get("Content-Type")?.includes("problem+json");
    if (!isBare || !isProxy) return answer;
    isBare = false;
    return await fetch(path, { ...options, credentials: "same-origin" });
  } catch (error) {
    distrust();
    if (signal?.aborted && signal.reason?.name !== "TimeoutError") throw error;
    throw new Unreachable();
  }
}

/**
 * Sends a request of the session.
 *
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, headers?: Object<string, string>, signal?: AbortSignal}} [options]
 * @returns {Promise<Response>}
 * @throws {Unreachable} If the server does not answer, or another program does.
 * @throws {Problem} If nobody is signed in.
 */
export async function send(method, path, options = {}) {
  try {
    const answer = await sendOnce(method, path, options);
    if (answer.status !== 401) return answer;
    throw new Problem(401, await answer.json().catch(() => ({})));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    const isStale = error.code === "stale-signature";
    if (isStale) distrust();
    // Another window may have signed in meanwhile.
    if (isStale || (await lookAgain())) return sendOnce(method, path, options);
    throw error;
  }
}

async function sendOnce(method, path, { body, headers = {}, signal }) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const all = { "Pmd-Window": windowName, "Pmd-User": encodeURIComponent(user), ...headers };
  all["Accept-Language"] = language();
  all["Pmd-Zone"] ??= zone();
  if (preferences().language) all["Pmd-Language"] = preferences().language;
  if (text !== undefined) all["Content-Type"] = "application/json";
  const current = await session();
  if (current) {
    if (typeof current.key !== "string") await prove(current);
    const { pathname, search } = new URL(path, location.origin);
    all["Pmd-Session"] = await credentials(current, method, pathname + search, text ?? "", Date.now() + ahead);
  }
  return raw(method, path, all, text, signal);
}

/** Returns the value of an answer; null without one. */
export async function read(answer) {
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

// MARK: Signing in and out

/**
 * Signs this browser in by a code of the server's address, or by the token of its file. The token
 * itself is not sent where the page can prove that it has it.
 *
 * @param {{code?: string, token?: string}} secret
 */
export async function signInWith({ code: given, token }) {
  const before = await session();
  const tokenKey = token && signs ? await importKey(token) : null;
  const proof = given ? { code: given } : tokenKey ? await tokenProof(tokenKey) : { token };
  const headers = { "Content-Type": "application/json", "Accept-Language": language() };
  const answer = await read(await raw("POST", "/api/session", headers, JSON.stringify({ ...proof, signs })));
  // The code stands for the server: only the one that made it knows which are good.
  distrust();
  if (before) await end();
  await keepSession(await keyFrom(answer, tokenKey));
}

async function tokenProof(key) {
  const nonce = randomName();
  return { nonce, proof: await code(key, ["sign-in", location.origin, nonce]) };
}

/** Ends the session at the server, if it answers. Without its key it is of no use to anybody. */
async function end() {
  try {
    await sendOnce("DELETE", "/api/session", { signal: AbortSignal.timeout?.(3000) });
  } catch {
    // It ends by itself one day.
  }
}

/** Signs this browser out, in all windows. */
export async function leave() {
  if (await session()) await end();
  await dropSession();
  announceSession("out");
}

// MARK: Files

/**
 * Returns the address of a file that a body shows or links to. Nobody can load another file by it.
 *
 * @param {string} blob
 */
export async function fileAddress(blob) {
  const path = `/files/${blob}`;
  const current = await session();
  if (current && typeof current.key !== "string") {
    await prove(current);
    const sealed = await code(current.key, ["file", location.origin, blob]);
    return `${path}?s=${current.id}&k=${sealed}`;
  }
  const answer = await send("GET", path);
  if (!answer.ok) throw new Problem(answer.status, {});
  return URL.createObjectURL(await answer.blob());
}
