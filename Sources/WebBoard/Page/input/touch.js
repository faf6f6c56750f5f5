// Fingers in browsers that make only touch events of them, and no pointer events: WebKitGTK. The
// pointer events are made here, in the order and with the meaning that they have elsewhere.
//
// What `touch-action` leaves to the browser ends with `pointercancel`, and the browser scrolls. All
// else is the page's.

import { isDragging } from "./drag.js";

/** How far a finger moves before it is clear whose its movement is: the browser waits longer. */
const SLOP = 5;
/** How long the browser may still send the mouse events that it makes of a finger. */
const ECHO = 600;
/** Where the numbers of the pointers begin, so that none is the one of the mouse. */
const FIRST = 1000;

/** @typedef {{target: Element, x: number, y: number, owner: "page"|"browser"|null}} Finger */

/** @type {Map<number, Finger>} */
const fingers = new Map();
const made = new WeakSet();
let hasPointers = false;
/** Until when mouse events come from the last finger, and until when the menu of the browser does. */
let echoEnds = 0;
let menuEnds = 0;

/** Makes pointer events of touch events, where the browser makes none. */
export function setUpTouch() {
  // A browser that says how many fingers it follows makes the events itself.
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

/** Says whose a movement is; null while that is not clear. */
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

/** The browser may have begun to scroll before it heard that the page takes the movement. */
function stopPan(event) {
  if (event.cancelable && [...fingers.values()].some((finger) => finger.owner === "page")) event.preventDefault();
}

/** A finger that the page took ends in no click and no menu of the browser. */
function stopEcho(event) {
  // The next finger may come before the menu for this one: no finger asks for a menu as soon.
  const ends = event.type === "contextmenu" || event.button === 2 ? menuEnds : echoEnds;
  if (made.has(event) || !event.isTrusted || performance.now() > ends) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
