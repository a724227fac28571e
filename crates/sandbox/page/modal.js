// Dialogs: the page's own forms, and pictures in full size.

import { renderSelectValue } from "./components.js";
import { el } from "./dom.js";
import { openPicker } from "./picker.js";

/**
 * Shows a form with `inputs`, each with an `id` and a `label`: a line of text, or a select of its `options`.
 * `submit` gets the values by id and returns an error message if they were refused; the form then stays open and
 * shows it.
 */
export function openModal({ title, inputs }, submit) {
  const fields = new Map();
  const problem = el("p", { class: "problem", role: "alert" });
  const send = el("button", { type: "submit", class: "button primary" }, "Submit");
  const dialog = el("dialog", { class: "modal", "aria-label": title });
  const form = el("form", { method: "dialog" },
    el("header", {}, el("h2", {}, title), closeButton(dialog)),
    el("div", { class: "fields" }, inputs.map((input) => labelled(input, fields)), problem),
    el("footer", {}, el("button", { type: "button", class: "button plain", on: { click: () => dialog.close() } }, "Cancel"), send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.classList.add("pending");
    send.disabled = true;
    const error = await submit(Object.fromEntries([...fields].map(([id, read]) => [id, read()])));
    send.classList.remove("pending");
    send.disabled = false;
    problem.textContent = error ?? "";
    if (!error) dialog.close();
  });
  show(dialog, form);
}

function show(dialog, content) {
  dialog.append(content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function closeButton(dialog) {
  return el("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } }, "✕");
}

function labelled(input, fields) {
  const control = input.options ? selectInput(input, fields) : textInput(input, fields);
  return el(input.options ? "div" : "label", { class: "field", role: input.options ? "group" : null, "aria-label": input.options ? input.label : null },
    el("span", { class: "field-label" }, input.label, el("span", { class: "required", "aria-hidden": "true" }, " *")),
    control);
}

function textInput({ id, max_length: maxlength }, fields) {
  const input = el("input", { type: "text", maxlength, required: true, data: { customId: id } });
  fields.set(id, () => input.value);
  return input;
}

function selectInput({ id, ...select }, fields) {
  let values = select.options.filter((option) => option.default).map(({ value }) => value);
  const renderValue = () => renderSelectValue(select, select.options.filter(({ value }) => values.includes(value)));
  const trigger = el("button", { type: "button", class: "select", "aria-haspopup": "listbox", data: { customId: id } }, renderValue(), el("span", { class: "icon chevron" }));
  trigger.addEventListener("click", () => openPicker(trigger, select, values, (picked) => {
    values = picked;
    trigger.firstElementChild.replaceWith(renderValue());
  }));
  fields.set(id, () => values);
  return trigger;
}

/** Opens a picture in full size, with its alternative text. */
export function openPicture(image) {
  const dialog = el("dialog", { class: "lightbox", "aria-label": image.alt || "Picture" });
  dialog.addEventListener("click", () => dialog.close());
  show(dialog, el("figure", {}, el("img", { src: image.src, alt: image.alt }), image.alt && el("figcaption", {}, image.alt), el("button", { type: "button", class: "icon-button", "aria-label": "Close" }, "✕")));
}
