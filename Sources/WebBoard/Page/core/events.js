// The event stream. Of several windows, one reads it and forwards events to the others: a browser
// allows six connections to a server, and a stream permanently occupies one.

import { here } from "./place.js";
import { distrust, send, windowName } from "./transport.js";

/**
 * The time after which a silent stream is considered dead. The server sends a heartbeat every 15
 * s.
 */
const SILENCE = 30_000;
/** The additional time for a window that reads the stream for others. */
const GRACE = 5_000;

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(here("pmd.events")) : null;

/** Ends the stream, or the wait for it; null if this window does not follow events. */
let following = null;
/** The ID of the last event received by this window. */
let last = "";

/** @typedef {{name: string, id: string, data: any}} Event */

let take = () => {};
let fail = () => {};

/**
 * Sets the callbacks for an event and for the end of the stream. `isOwn` is true for an event from
 * this window's own stream.
 *
 * @param {(event: Event, isOwn: boolean) => void} onEvent
 * @param {() => void} onEnd
 */
export function setEvents(onEvent, onEnd) {
  [take, fail] = [onEvent, onEnd];
}

channel?.addEventListener("message", ({ data }) => {
  if (!following) return;
  if (data === "lost") return end();
  watch(following);
  if (data !== "alive") accept(data, false);
});

function accept(event, isOwn) {
  if (event.id) last = event.id;
  take(event, isOwn);
}

/** True while this window follows events, with its own stream or another window's. */
export const isFollowing = () => Boolean(following);

/** Follows events, unless this window already does. */
export function followEvents() {
  if (following) return;
  following = new AbortController();
  lead(following);
  watch(following);
}

function end() {
  stopFollowing();
  fail();
}

/** Stops following events. Another visible window continues with the stream. */
export function stopFollowing() {
  clearTimeout(silence);
  following?.abort();
  following = null;
}

/** The timer that ends a silent stream, or the wait for a window that has one. */
let silence = 0;
/** True while this window reads the stream. */
let isLeading = false;

/** Waits for the next sign of life: of the server, or of the window that reads the stream. */
function watch(stop) {
  clearTimeout(silence);
  silence = setTimeout(() => {
    if (stop !== following) return;
    if (isLeading || !navigator.locks) return stop.abort();
    // The browser has suspended the window that reads the stream.
    lead(stop, { steal: true });
    watch(stop);
  }, isLeading ? SILENCE : SILENCE + GRACE);
}

/** Reads the stream once no other window does. */
async function lead(stop, options = { signal: stop.signal }) {
  const read = () => follow(stop);
  try {
    await (navigator.locks ? navigator.locks.request(here("pmd.events"), options, read) : read());
  } catch {
    // The stream was aborted, or another window has taken over.
  }
  if (following !== stop) return;
  channel?.postMessage("lost");
  end();
}

async function follow(stop) {
  isLeading = true;
  // The server, or a proxy in front of it, may not even answer.
  watch(stop);
  try {
    const headers = last ? { "Last-Event-ID": last } : {};
    const answer = await send("GET", `/api/events?window=${windowName}`, { headers, signal: stop.signal });
    if (answer.ok) await readStream(answer.body.getReader(), stop);
  } finally {
    isLeading = false;
    // The next server to respond must prove its identity again.
    distrust();
  }
}

async function readStream(reader, stop) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    watch(stop);
    channel?.postMessage("alive");
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const event of blocks.map(parsed).filter(Boolean)) {
      if (event.name === "board" || event.name === "status" || event.name === "reset") channel?.postMessage(event);
      accept(event, true);
    }
  }
}

/** Returns the event in a block of lines; null for a heartbeat. @returns {Event|null} */
function parsed(block) {
  const event = { name: "", id: "", data: null };
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") event.name = value;
    if (field === "id") event.id = value;
    if (field === "data") event.data = JSON.parse(value);
  }
  return event.name ? event : null;
}
