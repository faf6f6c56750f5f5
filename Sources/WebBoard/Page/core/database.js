// The data that the page stores in the browser: the queue, the last board and its tasks, and the
// files that wait to be sent.
//
// Each entry belongs to one board and one user, its owner.

import { here } from "./place.js";

/** The stores of each database, with the path of their keys. */
const STORES = {
  pmd: { queue: ["owner", "id"], boards: "owner", tasks: ["owner", "id"] },
  // Apart from the others, so that large files do not slow them.
  "pmd.files": { files: ["owner", "id"] },
};

/** The open databases by name. */
const opened = new Map();

/** Returns the name of the database with a store. */
const databaseOf = (store) => Object.keys(STORES).find((name) => store in STORES[name]);

function open(name) {
  if (!opened.has(name)) opened.set(name, opening(name));
  const database = opened.get(name);
  database.catch(() => opened.delete(name));
  return database;
}

function opening(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(here(name), 1);
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(STORES[name])) request.result.createObjectStore(store, { keyPath });
    };
    request.onsuccess = () => {
      // Safari closes the connection of a page that was in the background for long.
      request.result.onclose = () => opened.delete(name);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs a function on a store, and returns the result of its request once the transaction is
 * complete.
 */
async function using(name, mode, use) {
  try {
    return await transact(await open(databaseOf(name)), name, mode, use);
  } catch (error) {
    // The connection was closed before the transaction wrote anything.
    if (error?.name !== "InvalidStateError" && error?.name !== "UnknownError") throw error;
    opened.delete(databaseOf(name));
    return transact(await open(databaseOf(name)), name, mode, use);
  }
}

function transact(database, name, mode, use) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = use(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

const range = (owner) => IDBKeyRange.bound([owner], [owner, []]);

export const keep = (name, value) => using(name, "readwrite", (store) => store.put(value));
export const find = (name, key) => using(name, "readonly", (store) => store.get(key));
export const findAll = (name, owner) => using(name, "readonly", (store) => store.getAll(range(owner)));
export const drop = (name, key) => using(name, "readwrite", (store) => store.delete(key));

/** Stores several values in one transaction. */
export const keepAll = (name, values) =>
  using(name, "readwrite", (store) => {
    for (const value of values) store.put(value);
  });

/**
 * Changes a value in one transaction, so that two windows never overwrite each other.
 *
 * @param {string} name
 * @param {any} key
 * @param {(old: any) => any} change Returns the new value; null to remove it.
 */
export function update(name, key, change) {
  return using(name, "readwrite", (store) => {
    const request = store.get(key);
    request.onsuccess = () => {
      const value = change(request.result);
      if (value) store.put(value);
      else if (request.result) store.delete(key);
    };
  });
}

/**
 * Changes the values of an owner in one transaction.
 *
 * @param {string} name
 * @param {string} owner
 * @param {(all: any[]) => Map<string, any>} change Returns the new values by ID; null to remove one.
 */
export function rewrite(name, owner, change) {
  return using(name, "readwrite", (store) => {
    const request = store.getAll(range(owner));
    request.onsuccess = () => {
      for (const [id, value] of change(request.result)) {
        if (value) store.put(value);
        else store.delete([owner, id]);
      }
    };
  });
}

/** Removes the stored boards and their tasks, but not the queue. */
export async function forgetBoards() {
  for (const name of ["boards", "tasks"]) await using(name, "readwrite", (store) => store.clear());
}

/** Removes everything stored for an owner. */
export async function forget(owner) {
  await using("boards", "readwrite", (store) => store.delete(owner));
  for (const name of ["queue", "tasks", "files"]) {
    await using(name, "readwrite", (store) => store.delete(range(owner)));
  }
}
