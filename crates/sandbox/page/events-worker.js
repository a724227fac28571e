// One connection to the sandbox for all tabs of a browser.

import { followEvents } from "./events.js";

const ports = new Set();
let isOpen = false;

followEvents((news) => {
  if (news.kind !== "changed") isOpen = news.kind === "opened";
  for (const port of ports) port.postMessage(news);
});

addEventListener("connect", ({ ports: [port] }) => {
  ports.add(port);
  port.onmessage = () => ports.delete(port);
  if (isOpen) port.postMessage({ kind: "opened" });
});
