// The open list of a select: next to it on a wide screen, a bottom sheet on a phone. It is a separate
// dialog, so it stays open when the message is edited.

import { partialEmoji, placeholderOf } from "./components.js";
import { el } from "./dom.js";

/**
 * Opens the list. `chosen` are the current values. `done` is called once with the new values, unless the
 * user cancels or closes a list of several choices without changing any.
 */
export function openPicker(anchor, component, chosen, done) {
  const [least, most] = [component.min_values ?? 1, component.max_values ?? 1];
  const picked = new Set(chosen);
  const dialog = el("dialog", { class: "picker", "aria-label": placeholderOf(component) });
  const finish = () => {
    dialog.close();
    const values = component.options.map(({ value }) => value).filter((value) => picked.has(value));
    if (values.length >= least && values.join() !== [...chosen].join()) done(values);
  };
  const toggle = (value) => {
    if (most === 1) return pickOnly(value);
    if (!picked.delete(value) && picked.size < most) picked.add(value);
    update();
  };
  // Discord sends a single choice immediately, even if it is the current one.
  const pickOnly = (value) => {
    dialog.close();
    if (picked.has(value) && least === 0) return done([]);
    done([value]);
  };
  const update = () => markPicked(dialog, picked, least, most);

  dialog.append(sheet(component, most, toggle, finish));
  dialog.addEventListener("click", (event) => event.target === dialog && finish());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("keydown", moveWithArrows);
  document.body.append(dialog);
  update();
  dialog.showModal();
  place(dialog, anchor);
}

function sheet(component, most, toggle, finish) {
  return el("div", { class: "sheet" },
    el("p", { class: "sheet-title" }, placeholderOf(component)),
    el("div", { role: "listbox", class: "options", "aria-label": placeholderOf(component), "aria-multiselectable": most > 1 ? "true" : null },
      component.options.map((option) => optionRow(option, most, toggle))),
    most > 1 && el("button", { type: "button", class: "button primary finish", on: { click: finish } }, "Done"));
}

function optionRow({ label, value, description, emoji }, most, toggle) {
  return el("button", { type: "button", role: "option", class: "option", data: { value }, on: { click: () => toggle(value) } },
    emoji && partialEmoji(emoji),
    el("span", { class: "option-text" }, el("span", {}, label), description && el("small", {}, description)),
    el("span", { class: most > 1 ? "tick box" : "tick", "aria-hidden": "true" }));
}

function markPicked(dialog, picked, least, most) {
  for (const row of dialog.querySelectorAll("[role=option]")) {
    const isPicked = picked.has(row.dataset.value);
    row.setAttribute("aria-selected", String(isPicked));
    row.disabled = most > 1 && !isPicked && picked.size >= most;
  }
  const finish = dialog.querySelector(".finish");
  if (finish) finish.disabled = picked.size < least;
}

function moveWithArrows(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll("[role=option]:not(:disabled)")];
  rows[(rows.indexOf(document.activeElement) + step + rows.length) % rows.length]?.focus();
}

function place(dialog, anchor) {
  if (matchMedia("(max-width: 600px)").matches) return;
  const box = anchor.getBoundingClientRect();
  const sheetBox = dialog.firstElementChild;
  sheetBox.style.width = `${Math.max(box.width, 240)}px`;
  sheetBox.style.left = `${Math.min(box.left, innerWidth - Math.max(box.width, 240) - 8)}px`;
  const height = sheetBox.offsetHeight;
  const below = box.bottom + 4 + height < innerHeight;
  sheetBox.style.top = `${below ? box.bottom + 4 : Math.max(8, box.top - 4 - height)}px`;
}
