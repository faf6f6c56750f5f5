// The stream of events. Of several windows one reads it and tells the others: a browser has six
// connections to a server, and a stream takes one for as long as it lasts.

import { distrust, send, windowName } from "./transport.js";

/** A stream without a sign of life for so long is dead: the server sends one every 15 s. */
const SILENCE = 30_000;

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("pmd.events") : null;

/** Ends the stream, or the wait for it; null if this window follows no events. */
let following = null;
/** The last event that this window knows. */
let last = "";

/** @typedef {{name: string, id: string, data: any}} Event */

let take = () => {};
let fail = () => {};

/**
 * Sets what is called for an event, with whether it is this window's own stream, and when the
 * stream ends.
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

/** True while this window follows events, by its own stream or another window's. */
export const isFollowing = () => Boolean(following);

/** Follows events, unless this window does. */
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

/** Follows events no longer. Another window that is seen goes on with the stream. */
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
    // Whoever answers next must prove that it is the server.
    distrust();
  }
}

/** Returns the event of a block of lines; null for a sign of life. @returns {Event|null} */
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
