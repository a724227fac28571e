// Keeps the list at the bottom while it is scrolled there; otherwise offers a button to return.

import { byId } from "./dom.js";

const BOTTOM_TOLERANCE_PX = 48;
let atBottom = true;
let lastTop = 0;

export function startScrolling() {
  const scroller = byId("scroller");
  scroller.addEventListener("scroll", updatePosition, { passive: true });
  byId("jump").addEventListener("click", scrollToBottom);
  // Loading pictures, growing messages and a phone's keyboard all move the bottom.
  const observer = new ResizeObserver(followBottom);
  [scroller, byId("messages"), byId("pending-commands")].forEach((node) => observer.observe(node));
}

function updatePosition() {
  const { scrollTop, clientHeight, scrollHeight } = byId("scroller");
  // Only scrolling up leaves the bottom; content that grows below does not.
  const isNear = scrollHeight - scrollTop - clientHeight < BOTTOM_TOLERANCE_PX;
  if (isNear) atBottom = true;
  else if (scrollTop < lastTop) atBottom = false;
  lastTop = scrollTop;
  byId("jump").hidden = atBottom;
}

function followBottom() {
  if (atBottom) scrollToBottom();
  else updatePosition();
}

export function scrollToBottom() {
  const scroller = byId("scroller");
  scroller.scrollTop = scroller.scrollHeight;
  lastTop = scroller.scrollTop;
  atBottom = true;
  byId("jump").hidden = true;
}
