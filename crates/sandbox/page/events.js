// Subscribes to the sandbox's stream of changes, and reconnects when it breaks.

const RETRY_MS = 2000;

/** Calls `onUpdate` with `{kind: "opened"}`, `{kind: "lost"}`, or `{kind: "changed", change}`. */
export function followEvents(onUpdate) {
  const source = new EventSource("/sandbox/events");
  source.addEventListener("open", () => onUpdate({ kind: "opened" }));
  source.addEventListener("message", ({ data }) => onUpdate({ kind: "changed", change: JSON.parse(data) }));
  source.addEventListener("error", () => {
    onUpdate({ kind: "lost" });
    // Browsers reconnect by themselves, except after a response that was not a stream.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => followEvents(onUpdate), RETRY_MS);
  });
}

/**
 * Does the same for a page, with one connection for all tabs where the browser supports it: browsers
 * open at most six connections per host, which one tab per user would use up.
 */
export function listenForChanges(onUpdate) {
  if (!globalThis.SharedWorker) return followEvents(onUpdate);
  const { port } = new SharedWorker("/events-worker.js", { type: "module" });
  port.onmessage = ({ data }) => onUpdate(data);
  addEventListener("pagehide", () => port.postMessage("close"));
  // A page restored from the back/forward cache has closed its port, so it must load again.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}
