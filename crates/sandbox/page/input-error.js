// The error message beside the input line.

import { byId } from "./dom.js";

/** Shows `text` as an error; null hides the error. */
export function showInputError(text) {
  const element = byId("input-error");
  element.textContent = text ?? "";
  element.hidden = !text;
}
