// One window at a time sends the queue. The browser may suspend the window whose turn it is, which
// then keeps its lock: a window that gives no sign of life loses its turn.

import { here } from "../core/place.js";

/** The time without a sign of life, in milliseconds. A request takes at most 35 s. */
const SILENCE = 40_000;

const channel = "BroadcastChannel" in window ? new BroadcastChannel(here("pmd.turn")) : null;
/** The time of the last sign of life of another window. */
let heard = 0;
channel?.addEventListener("message", () => (heard = performance.now()));
/** True while it is this window's turn. */
let isOwn = false;
/** The last turn, in a browser without locks. */
let last = Promise.resolve();

/** Gives other windows a sign of life. */
export const goOn = () => channel?.postMessage("alive");

/**
 * Runs a function when it is this window's turn.
 *
 * @param {string} name
 * @param {(isOver: () => boolean) => Promise<void>} run Must stop when `isOver` returns true, because
 *   another window has taken the turn.
 */
export async function inTurn(name, run) {
  let isOver = false;
  const take = async () => {
    stop();
    isOwn = true;
    await run(() => isOver).finally(() => (isOwn = false));
  };
  const { signal, stop } = silence();
  if (!navigator.locks) return (last = last.then(take, take));
  try {
    await navigator.locks.request(name, { signal }, take);
  } catch (error) {
    if (signal.aborted) return takeOver(name, take, () => (isOver = true));
    if (!isTaken(error)) throw error;
    isOver = true;
  }
}

async function takeOver(name, take, onTaken) {
  try {
    await navigator.locks.request(name, { steal: true }, take);
  } catch (error) {
    if (!isTaken(error)) throw error;
    onTaken();
  }
}

const isTaken = (error) => error.name === "AbortError";

/** Returns a signal that is aborted when the window whose turn it is gives no sign of life. */
function silence() {
  const silent = new AbortController();
  const begin = performance.now();
  let timer = 0;
  const watch = () => {
    const left = SILENCE - (performance.now() - Math.max(begin, heard));
    if (!isOwn && left <= 0) return silent.abort();
    timer = setTimeout(watch, isOwn ? SILENCE : left);
  };
  watch();
  return { signal: silent.signal, stop: () => clearTimeout(timer) };
}
