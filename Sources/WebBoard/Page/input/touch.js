// Pointer events for browsers that send only touch events for fingers: WebKitGTK. This module
// generates them in the order and with the meaning they have elsewhere.
//
// A gesture that `touch-action` leaves to the browser ends with `pointercancel`, and the browser
// scrolls. The page handles all others.

import { isDragging } from "./drag.js";

/**
 * The distance a finger must move before its movement is assigned to the page or the browser; the
 * browser's own threshold is larger.
 */
const SLOP = 5;
/** The time during which the browser may still send mouse events emulated from a finger. */
const ECHO = 600;
/** The first pointer ID, so that no ID is the mouse's. */
const FIRST = 1000;

/** @typedef {{target: Element, x: number, y: number, owner: "page"|"browser"|null}} Finger */

/** @type {Map<number, Finger>} */
const fingers = new Map();
const made = new WeakSet();
let hasPointers = false;
/**
 * The end of the time for emulated mouse events from the last finger, and for the browser's
 * context menu.
 */
let echoEnds = 0;
let menuEnds = 0;

/** Generates pointer events from touch events in browsers that do not. */
export function setUpTouch() {
  // A browser that reports a number of touch points sends pointer events itself.
  if (navigator.maxTouchPoints > 0 || !("ontouchstart" in window)) return;
  const take = { capture: true, passive: false };
  addEventListener("pointerdown", notePointer, true);
  addEventListener("touchstart", started, take);
  addEventListener("touchmove", moved, take);
  addEventListener("touchend", ended, take);
  addEventListener("touchcancel", cancelled, take);
  addEventListener("wheel", stopPan, take);
  for (const type of ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "contextmenu"]) {
    addEventListener(type, stopEcho, true);
  }
}

function notePointer(event) {
  if (event.pointerType === "touch" && !made.has(event)) hasPointers = true;
}

function started(event) {
  if (hasPointers) return;
  echoEnds = 0;
  for (const touch of event.changedTouches) {
    fingers.set(touch.identifier, { target: event.target, x: touch.clientX, y: touch.clientY, owner: null });
    send("pointerdown", touch);
  }
  if (fingers.size > 1) leaveAll([...event.touches]);
}

function moved(event) {
  for (const touch of event.changedTouches) {
    const finger = fingers.get(touch.identifier);
    if (!finger) continue;
    finger.owner ??= isDragging() ? "page" : ownerOf(finger, touch);
    if (finger.owner === "browser") {
      leave(finger, touch);
    } else {
      if (finger.owner === "page" && event.cancelable) event.preventDefault();
      send("pointermove", touch);
    }
  }
}

function ended(event) {
  for (const touch of event.changedTouches) {
    const finger = fingers.get(touch.identifier);
    if (!finger) continue;
    const isTaken = finger.owner === "page" || isDragging();
    send("pointerup", touch);
    fingers.delete(touch.identifier);
    if (!isTaken) continue;
    echoEnds = menuEnds = performance.now() + ECHO;
    if (event.cancelable) event.preventDefault();
  }
}

function cancelled(event) {
  leaveAll([...event.changedTouches]);
}

/** Returns the owner of a movement; null while it is not clear. */
function ownerOf({ target, x, y }, touch) {
  const [dx, dy] = [Math.abs(touch.clientX - x), Math.abs(touch.clientY - y)];
  if (Math.max(dx, dy) < SLOP) return null;
  const direction = dx > dy ? "pan-x" : "pan-y";
  for (let element = target; element; element = element.parentElement) {
    const allowed = getComputedStyle(element).touchAction.split(" ");
    if (!allowed.some((each) => [direction, "auto", "manipulation"].includes(each))) return "page";
  }
  return "browser";
}

/** Leaves a finger to the browser. */
function leave(finger, touch) {
  send("pointercancel", touch);
  fingers.delete(touch.identifier);
}

function leaveAll(touches) {
  for (const touch of touches) {
    const finger = fingers.get(touch.identifier);
    if (finger) leave(finger, touch);
  }
}

function send(type, touch) {
  const { target } = fingers.get(touch.identifier);
  const isUp = type === "pointerup" || type === "pointercancel";
  const event = new PointerEvent(type, {
    bubbles: true, cancelable: type !== "pointercancel", composed: true, view: window,
    pointerId: FIRST + touch.identifier, pointerType: "touch", isPrimary: fingers.size === 1,
    clientX: touch.clientX, clientY: touch.clientY, screenX: touch.screenX, screenY: touch.screenY,
    button: type === "pointermove" || type === "pointercancel" ? -1 : 0, buttons: isUp ? 0 : 1,
  });
  made.add(event);
  (target.isConnected ? target : document.documentElement).dispatchEvent(event);
}

/** The browser may have started to scroll before it learned that the page handles the movement. */
function stopPan(event) {
  if (event.cancelable && [...fingers.values()].some((finger) => finger.owner === "page")) event.preventDefault();
}

/** A finger handled by the page must not cause a click or a browser menu. */
function stopEcho(event) {
  // The next finger may arrive before the menu for this one, but no finger requests a menu that
  // soon.
  const ends = event.type === "contextmenu" || event.button === 2 ? menuEnds : echoEnds;
  if (made.has(event) || !event.isTrusted || performance.now() > ends) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
