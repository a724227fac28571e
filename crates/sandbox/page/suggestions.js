// The list above the input line, for commands, choices or autocompletion.

import { avatar } from "./avatars.js";
import { byId, el } from "./dom.js";

let current = null;
// The focused input field; its aria-activedescendant tells screen readers which row is highlighted.
let inputField = null;

/**
 * Shows `choices` (`{title, detail, hints, user}`) and calls `pick` with the chosen one. Null shows
 * only the heading, for free text.
 */
export function showSuggestions(heading, choices, pick) {
  const box = byId("suggestions");
  const items = choices ?? [];
  current = { items, pick, at: 0 };
  inputField?.removeAttribute("aria-activedescendant");
  inputField = document.activeElement;
  box.replaceChildren(
    el("p", { class: "suggestions-title" }, heading),
    el("div", { role: "listbox", "aria-label": heading }, items.map((item, at) => itemRow(item, at))),
    choices?.length === 0 ? el("p", { class: "empty" }, "Nothing matches") : "");
  box.hidden = false;
  byId("say").setAttribute("aria-expanded", "true");
  highlight();
}

function itemRow(item, at) {
  // Keeps the focus in the field; otherwise a phone would close its keyboard between two choices.
  const listeners = { mousedown: (event) => event.preventDefault(), click: () => choose(at) };
  return el("button", { type: "button", role: "option", id: `suggestion-${at}`, tabindex: "-1", class: "suggestion", data: { value: item.value ?? item.title }, on: listeners },
    item.user && avatar(item.user, "small"),
    el("span", { class: "suggestion-text" },
      el("span", { class: "suggestion-name" }, item.title, (item.hints ?? []).map((hint) => el("span", { class: "hint" }, hint))),
      item.detail && el("small", {}, item.detail)));
}

export function hideSuggestions() {
  current = null;
  byId("suggestions").hidden = true;
  byId("suggestions").replaceChildren();
  byId("say").setAttribute("aria-expanded", "false");
  inputField?.removeAttribute("aria-activedescendant");
}

function choose(at) {
  const { items, pick } = current ?? {};
  if (!items?.[at]) return;
  hideSuggestions();
  pick(items[at]);
}

function highlight() {
  if (current.items.length > 0) inputField?.setAttribute("aria-activedescendant", `suggestion-${current.at}`);
  byId("suggestions").querySelectorAll("[role=option]").forEach((row, at) => {
    row.setAttribute("aria-selected", String(at === current.at));
    if (at === current.at) row.scrollIntoView({ block: "nearest" });
  });
}

/** Handles arrow keys, Enter, Tab and Escape while the list is open; returns true if it did. */
export function handleSuggestionKey(event) {
  if (!current || event.isComposing) return false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") hideSuggestions();
  else if (current.items.length === 0) return false;
  else if (step) move(step);
  else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) choose(current.at);
  else return false;
  event.preventDefault();
  return true;
}

function move(step) {
  current.at = (current.at + step + current.items.length) % current.items.length;
  highlight();
}
