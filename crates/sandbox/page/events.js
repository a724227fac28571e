// The sandbox's news of changes, as long as the page or its worker lives.

const RETRY_MS = 2000;

/** Calls `tell` with `{kind: "opened"}`, `{kind: "lost"}`, or `{kind: "changed", change}`. */
export function followEvents(tell) {
  const source = new EventSource("/sandbox/events");
  source.addEventListener("open", () => tell({ kind: "opened" }));
  source.addEventListener("message", ({ data }) => tell({ kind: "changed", change: JSON.parse(data) }));
  source.addEventListener("error", () => {
    tell({ kind: "lost" });
    // A browser tries again by itself, except after an answer that was no stream.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => followEvents(tell), RETRY_MS);
  });
}

/**
 * The same for a page. All tabs share one connection where the browser can: it keeps only six to a
 * host, and with a tab for each user they would soon be used up.
 */
export function listenForChanges(tell) {
  if (!globalThis.SharedWorker) return followEvents(tell);
  const { port } = new SharedWorker("/events-worker.js", { type: "module" });
  port.onmessage = ({ data }) => tell(data);
  addEventListener("pagehide", () => port.postMessage("bye"));
  // A page that comes back from the browser's memory has said goodbye.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}
