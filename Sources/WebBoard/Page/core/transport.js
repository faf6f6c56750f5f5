// The transport layer. Each request is signed, and none is sent before the server has proven that
// it knows the session key. Another program on its port cannot learn anything useful.

import { zone } from "./dates.js";
import { at, here } from "./place.js";
import { language, preferences, reader } from "./preferences.js";
import { randomName } from "./random.js";
import { announceSession, code, credentials, dropSession, importKey, keepSession, keyFrom, lookAgain, session, signs } from "./session.js";

/** The server's refusal, with the reason. */
export class Problem extends Error {
  /** @param {number} status @param {any} document A problem document of RFC 9457. */
  constructor(status, document) {
    super(document.plain ?? document.detail ?? document.title ?? String(status));
    this.status = status;
    this.code = document.code ?? "";
    this.document = document;
  }
}

/** The server did not respond. */
export class Unreachable extends Error {}

/** Another program responds at the server's address. */
export class Impostor extends Unreachable {}

/** The time the server has to prove its identity, or to tell who is signed in. */
export const PATIENCE = 10_000;

/**
 * The time for a change that can be sent again, of at most this length. Others may take longer. The
 * server waits up to 30 s for another program, and then gives the reason.
 */
const CHANGE_PATIENCE = 35_000;
const LONGEST_CHANGE = 100_000;
const CHANGES = /^\/api\/(?:tasks\/|(?:move|remove|schedule)$)/;

/** The name of this window, which has its own undo history. */
export const windowName = sessionStorage.getItem(here("pmd.window")) ?? newName();

function newName() {
  const name = randomName();
  sessionStorage.setItem(here("pmd.window"), name);
  return name;
}

/** The user authenticated by a proxy. */
let user = "";

/** Sets the displayed user. A request in another user's name is refused. */
export function setUser(name) {
  user = name ?? "";
}

/**
 * True if requests are sent without cookies: all ports of an address share its cookies, and there
 * may be too many for the server. A proxy that asks for a password needs the browser's
 * credentials.
 */
let isBare = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

// MARK: The server's proof

/** The session for which the server has proven its identity since the connection was last lost. */
let proven = "";
let proving = null;
/** The offset of the server's clock, in milliseconds. */
let ahead = 0;

/** Records that the connection was lost: another program may respond on the port from now on. */
export function distrust() {
  proven = "";
}

/** Aborts the requests that are under way. */
let connection = new AbortController();

/** Ends all requests that are under way, since their answers may never come. */
export function breakOff() {
  distrust();
  connection.abort();
  connection = new AbortController();
}

/** Makes the server prove that it knows the key before anything is sent to it. */
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

/**
 * Sends a file without signing the request, and reports the part that has been sent. Unlike `fetch`,
 * this way of sending always includes cookies.
 */
function rawFile(method, path, headers, body, signal, onprogress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, at(path));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const lost = () => {
      distrust();
      reject(new Unreachable());
    };
    request.upload.onprogress = ({ loaded, total }) => total && onprogress?.(loaded / total);
    request.onerror = request.onabort = request.ontimeout = lost;
    request.onload = () => {
      const type = request.getResponseHeader("Content-Type") ?? "";
      resolve(new Response(request.response, { status: request.status, headers: { "Content-Type": type } }));
    };
    signal?.addEventListener("abort", () => request.abort());
    request.responseType = "arraybuffer";
    request.send(body);
  });
}

/** Sends a request without signing it. */
async function raw(method, path, headers, body, signal = null) {
  const lost = connection.signal;
  const either = signal && AbortSignal.any ? AbortSignal.any([signal, lost]) : signal ?? lost;
  try {
    const options = { method, headers, body, signal: either, cache: "no-store", redirect: "error" };
    const answer = await fetch(at(path), { ...options, credentials: isBare ? "omit" : "same-origin" });
    const isProxy = answer.status === 401 && !answer.headers.get("Content-Type")?.includes("problem+json");
    if (!isBare || !isProxy) return answer;
    isBare = false;
    return await fetch(at(path), { ...options, credentials: "same-origin" });
  } catch (error) {
    distrust();
    if (!lost.aborted && signal?.aborted && signal.reason?.name !== "TimeoutError") throw error;
    throw new Unreachable();
  }
}

/**
 * Sends a request of the session.
 *
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, headers?: Object<string, string>, signal?: AbortSignal, file?: ArrayBuffer,
 *   onprogress?: (part: number) => void}} [options] `file` is a body that is sent as it is.
 * @returns {Promise<Response>}
 * @throws {Unreachable} If the server does not respond, or another program does.
 * @throws {Problem} If nobody is signed in.
 */
export async function send(method, path, options = {}) {
  try {
    const answer = await sendOnce(method, path, options);
    if (answer.status !== 401) return answer;
    throw new Problem(401, await answer.json().catch(() => ({})));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    // The browser has sent the request again by itself, since its connection ended without an answer.
    const isRepeated = error.code === "repeated-request";
    if (isRepeated && method !== "GET") throw new Unreachable();
    const isStale = isRepeated || error.code === "stale-signature";
    if (isStale) distrust();
    // Another window may have signed in since.
    if (!isStale && !(await lookAgain())) throw error;
    const answer = await sendOnce(method, path, options);
    if (isStale && answer.status === 401) throw new Unreachable();
    return answer;
  }
}

async function sendOnce(method, path, { body, headers = {}, signal, file, onprogress }) {
  const text = body === undefined ? file : JSON.stringify(body);
  const all = { "Pmd-Window": windowName, "Pmd-User": encodeURIComponent(user), ...headers };
  all["Accept-Language"] = language();
  all["Pmd-Zone"] ??= zone();
  all["Pmd-Locale"] = reader();
  if (preferences().language) all["Pmd-Language"] = preferences().language;
  if (text !== undefined) all["Content-Type"] = file ? "application/octet-stream" : "application/json";
  const current = await session();
  if (current) {
    if (typeof current.key !== "string") await prove(current);
    const { pathname, search } = new URL(path, location.origin);
    all["Pmd-Session"] = await credentials(current, method, pathname + search, text ?? "", Date.now() + ahead);
  }
  if (file) return rawFile(method, path, all, file, signal, onprogress);
  const isChange = method !== "GET" && CHANGES.test(path) && (text ?? "").length <= LONGEST_CHANGE;
  return raw(method, path, all, text, signal ?? (isChange ? AbortSignal.timeout?.(CHANGE_PATIENCE) : undefined));
}

/** Returns the value of a response; null if it is empty. */
export async function read(answer) {
  if (answer.status === 304 || answer.status === 204) return null;
  let value = null;
  try {
    value = await answer.json();
  } catch {
    // A proxy may respond with its own page while the server is unavailable.
    if (answer.ok || answer.status >= 500) throw new Unreachable();
  }
  if (!answer.ok) throw new Problem(answer.status, value ?? {});
  return value;
}

// MARK: Signing in and out

/**
 * Signs this browser in with a code from the server's address, or with the token in its file. The
 * token itself is not sent if the page can prove that it has it.
 *
 * @param {{code?: string, token?: string}} secret
 */
export async function signInWith({ code: given, token }) {
  const before = session();
  const tokenKey = token && signs ? await importKey(token) : null;
  const proof = given ? { code: given } : tokenKey ? await tokenProof(tokenKey) : { token };
  const headers = { "Content-Type": "application/json", "Accept-Language": language() };
  const answer = await read(await raw("POST", "/api/session", headers, JSON.stringify({ ...proof, signs })));
  // The code stands in for the server's proof: only the server that made it can tell which codes
  // are valid.
  distrust();
  if (await before) await end();
  const next = await keyFrom(answer, tokenKey);
  keepSession(next);
  if (given && typeof next.key !== "string" && answer.time) {
    [ahead, proven] = [answer.time - Date.now(), next.id];
  }
}

async function tokenProof(key) {
  const nonce = randomName();
  return { nonce, proof: await code(key, ["sign-in", location.origin, nonce]) };
}

/** Ends the session on the server, if it responds. Without its key, nobody can use the session. */
async function end() {
  try {
    await sendOnce("DELETE", "/api/session", { signal: AbortSignal.timeout?.(3000) });
  } catch {
    // The session will expire.
  }
}

/** Signs this browser out, in all windows. */
export async function leave() {
  if (await session()) await end();
  await dropSession();
  announceSession("out");
}

// MARK: Files

/** The addresses that have been made, by blob and session. @type {Map<string, Promise<string>>} */
const addresses = new Map();

/**
 * Returns the address of a file shown or linked in a body. The address does not give access to any
 * other file. It stays the same, so that the browser loads a picture once.
 *
 * @param {string} blob
 */
export async function fileAddress(blob) {
  const key = `${(await session())?.id ?? ""} ${blob}`;
  if (!addresses.has(key)) addresses.set(key, makeAddress(blob));
  const made = addresses.get(key);
  made.catch(() => addresses.delete(key));
  return made;
}

async function makeAddress(blob) {
  const path = `/files/${blob}`;
  const current = await session();
  if (current && typeof current.key !== "string") {
    await prove(current);
    const sealed = await code(current.key, ["file", location.origin, blob]);
    return `${at(path)}?s=${current.id}&k=${sealed}`;
  }
  const answer = await send("GET", path);
  if (!answer.ok) throw new Problem(answer.status, {});
  return URL.createObjectURL(await answer.blob());
}
