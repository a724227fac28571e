// What was wrong with what was typed, said beside the input line.

import { byId } from "./dom.js";

/** Shows the sentence; null takes the last one away. */
export function complain(text) {
  const complaint = byId("complaint");
  complaint.textContent = text ?? "";
  complaint.hidden = !text;
}
