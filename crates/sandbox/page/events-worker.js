// A shared worker: one event stream from the sandbox for all tabs of a browser.

import { followEvents } from "./events.js";

const ports = new Set();
let isOpen = false;

followEvents((update) => {
  if (update.kind !== "changed") isOpen = update.kind === "opened";
  for (const port of ports) port.postMessage(update);
});

addEventListener("connect", ({ ports: [port] }) => {
  ports.add(port);
  port.onmessage = () => ports.delete(port);
  if (isOpen) port.postMessage({ kind: "opened" });
});
