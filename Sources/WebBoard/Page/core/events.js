// The event stream. Of several windows, one reads it and forwards events to the others: a browser
// allows six connections to a server, and a stream permanently occupies one.

import { distrust, send, windowName } from "./transport.js";

/**
 * The time after which a silent stream is considered dead. The server sends a heartbeat every 15
 * s.
 */
const SILENCE = 30_000;

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("pmd.events") : null;

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
  accept(data, false);
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
  const stop = new AbortController();
  following = stop;
  lead(stop).catch(() => {}).finally(() => {
    if (following !== stop) return;
    channel?.postMessage("lost");
    end();
  });
}

function end() {
  stopFollowing();
  fail();
}

/** Stops following events. Another visible window continues with the stream. */
export function stopFollowing() {
  following?.abort();
  following = null;
}

/** Reads the stream once no other window does. */
async function lead(stop) {
  const { signal } = stop;
  if (!navigator.locks) return follow(stop);
  await navigator.locks.request("pmd.events", { signal }, () => follow(stop));
}

async function follow(stop) {
  const headers = last ? { "Last-Event-ID": last } : {};
  const answer = await send("GET", `/api/events?window=${windowName}`, { headers, signal: stop.signal });
  if (!answer.ok) return;
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let [text, timer] = ["", 0];
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), SILENCE);
  };
  try {
    for (alive(); ; alive()) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop();
      for (const event of blocks.map(parsed).filter(Boolean)) {
        if (event.name === "board" || event.name === "status" || event.name === "reset") channel?.postMessage(event);
        accept(event, true);
      }
    }
  } finally {
    clearTimeout(timer);
    // The next server to respond must prove its identity again.
    distrust();
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
