// The session of this browser: its ID and its key, in a database of their own. In a secure context
// the key can only be used, not read. Otherwise it is text, and each request contains it.

import { here } from "./place.js";
import { randomName } from "./random.js";

/** @typedef {{id: string, key: CryptoKey|string}} Session */

/** True if requests are signed. Browsers sign only in secure contexts; loopback is one. */
export const signs = Boolean(globalThis.isSecureContext && globalThis.crypto?.subtle);

/**
 * The session of this window; undefined until it has been loaded. @type {Session|null|undefined}
 */
let current;

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(here("pmd.session")) : null;
const listeners = new Set();

/**
 * Calls a function when the session changes in another window: `in` after a sign-in, `out` after a
 * sign-out, `ended` when the server no longer accepts it.
 */
export function onSession(listener) {
  listeners.add(listener);
}

channel?.addEventListener("message", ({ data }) => {
  if (data !== "ended") current = undefined;
  for (const listener of listeners) listener(data);
});

/** Notifies the other windows of a session change. */
export const announceSession = (what) => channel?.postMessage(what);

/** Returns the session; null if nobody has signed in. */
export async function session() {
  if (current === undefined) current = (await using("readonly", (store) => store.get("session")).catch(() => null)) ?? null;
  return current;
}

/** Loads the session again. Returns true if it has changed. */
export async function lookAgain() {
  const before = current?.id;
  current = undefined;
  return (await session())?.id !== before;
}

let storing = Promise.resolve();

/**
 * Uses a session at once, and stores it; only in memory if the browser does not have a database.
 *
 * @param {Session} next
 */
export function keepSession(next) {
  current = next;
  storing = using("readwrite", (store) => store.put(next, "session")).catch(() => {}).then(() => announceSession("in"));
}

/** Waits until the session has been stored, which a new document needs. */
export const sessionStored = () => storing;

/** Forgets the session. */
export async function dropSession() {
  current = null;
  await using("readwrite", (store) => store.delete("session")).catch(() => {});
}

function using(mode, use) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(here("pmd.session"), 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("session");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("session", mode);
      const request = use(transaction.objectStore("session"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      const close = () => database.close();
      transaction.addEventListener("complete", close);
      transaction.addEventListener("abort", close);
    };
  });
}

// MARK: Codes

const bytes = (text) => (typeof text === "string" ? new TextEncoder().encode(text) : text);
const digits = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Imports a key from text so that it can only be used, not read. */
export const importKey = (text) =>
  crypto.subtle.importKey("raw", bytes(text), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** Returns the HMAC-SHA-256 of parts separated by line feeds. */
export const code = async (key, parts) => digits(await crypto.subtle.sign("HMAC", key, bytes(parts.join("\n"))));

const sha256 = async (text) => digits(await crypto.subtle.digest("SHA-256", bytes(text)));

/**
 * Returns the value of the `Pmd-Session` header for a request.
 *
 * @param {Session} session
 * @param {string} method
 * @param {string} target The path and the query.
 * @param {string|ArrayBuffer} body
 * @param {number} time In milliseconds, by the server's clock.
 */
export async function credentials({ id, key }, method, target, body, time) {
  if (typeof key === "string") return `${id} ${key}`;
  const nonce = randomName();
  const sealed = await code(key, ["client", location.origin, method, target, await sha256(body), String(time), nonce]);
  return `${id} ${time} ${nonce} ${sealed}`;
}

/** Returns the key sent by the server, or derived from its token. */
export async function keyFrom({ session, key }, tokenKey) {
  const text = key ?? (await code(tokenKey, ["session", session]));
  return { id: session, key: signs ? await importKey(text) : text };
}
