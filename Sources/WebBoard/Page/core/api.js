// Requests to the server.

import { Impostor, PATIENCE, Problem, Unreachable, breakOff, leave, read, send, setUser, signInWith, windowName } from "./transport.js";

export { Impostor, Problem, Unreachable, breakOff, leave, signInWith, windowName };

/** The user authenticated by a proxy; undefined until known. */
let user;

/**
 * Sends a request.
 *
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, headers?: Object<string, string>, signal?: AbortSignal}} [options]
 * @returns {Promise<any>} The value of the response; null if it is empty.
 * @throws {Problem} If the server refuses.
 * @throws {Unreachable} If it does not answer.
 */
export async function request(method, path, options = {}) {
  try {
    return await read(await send(method, path, options));
  } catch (error) {
    // A proxy has authenticated another user, so nothing may be sent in that name.
    if (error.code === "other-user") location.reload();
    throw error;
  }
}

/**
 * Asks who is signed in.
 *
 * @returns {Promise<{user: string|null, readOnly: string|null, board: {id: string, name: string}, version: string, page: string}>} */
export async function loadSession() {
  // Behind a proxy that is stuck, a request is never answered.
  const session = await read(await send("GET", "/api/session", { signal: AbortSignal.timeout?.(PATIENCE) }));
  if (user !== undefined && user !== session.user) location.reload();
  user = session.user;
  setUser(user);
  return session;
}

export const get = (path, options) => request("GET", path, options);
export const post = (path, body = {}, headers = {}) => request("POST", path, { body, headers });
export const patch = (path, body, headers = {}) => request("PATCH", path, { body, headers });
export const put = (path, body, headers = {}) => request("PUT", path, { body, headers });
export const remove = (path, headers = {}) => request("DELETE", path, { headers });

/**
 * Attaches a file to a task.
 *
 * @param {string} task
 * @param {Blob} file
 * @param {string} name
 * @param {(part: number) => void} [onprogress]
 */
export async function postFile(task, file, name, onprogress) {
  const path = `/api/attachments${parameters({ task, name })}`;
  // The bytes are signed, and a file that has gone is noticed before anything is sent.
  return request("POST", path, { file: await file.arrayBuffer(), onprogress });
}

/** Returns the API path of a task. */
export const taskPath = (id, rest = "") => `/api/tasks/${encodeURIComponent(id)}${rest}`;

/** Returns a query string of the parameters that have a value. */
export function parameters(members) {
  const present = Object.entries(members).filter(([, value]) => value);
  return present.length ? `?${new URLSearchParams(present)}` : "";
}

/**
 * Loads a value only if it has changed.
 *
 * @returns {Promise<{tag: string, value: any}>} The value is null if the tag still matches.
 */
export async function getIfChanged(path, tag) {
  const answer = await send("GET", path, { headers: tag ? { "If-None-Match": tag } : {} });
  return { tag: answer.headers.get("ETag") ?? "", value: await read(answer) };
}
