// Keeps a reader who is at the bottom there, and offers the way back to one who is not.

import { byId } from "./dom.js";

const NEAR = 48;
let atBottom = true;
let lastTop = 0;

export function startScrolling() {
  const scroller = byId("scroller");
  scroller.addEventListener("scroll", noteWhere, { passive: true });
  byId("jump").addEventListener("click", toPresent);
  // Pictures that load and messages that grow push the bottom away; so does a phone's keyboard.
  const observer = new ResizeObserver(settle);
  [scroller, byId("messages"), byId("notes")].forEach((node) => observer.observe(node));
}

function noteWhere() {
  const { scrollTop, clientHeight, scrollHeight } = byId("scroller");
  // Only a reader who moves up leaves the bottom: the bottom moving away from him does not count.
  const isNear = scrollHeight - scrollTop - clientHeight < NEAR;
  if (isNear) atBottom = true;
  else if (scrollTop < lastTop) atBottom = false;
  lastTop = scrollTop;
  byId("jump").hidden = atBottom;
}

function settle() {
  if (atBottom) toPresent();
  else noteWhere();
}

export function toPresent() {
  const scroller = byId("scroller");
  scroller.scrollTop = scroller.scrollHeight;
  lastTop = scroller.scrollTop;
  atBottom = true;
  byId("jump").hidden = true;
}
