// Forms in a dialog: the modals of the bot, and the page's own forms in the same format.

import { KIND, optionsOf, renderSelectValue } from "./components.js";
import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { openPicker } from "./picker.js";

/**
 * Shows `{title, components}` as a modal. `submit` gets the values by custom id and returns an error
 * message if they were refused; the form then stays open and shows it.
 */
export function openModal({ title, components, notice }, submit) {
  const fields = new Map();
  const problem = el("p", { class: "problem", role: "alert" });
  const send = el("button", { type: "submit", class: "button primary" }, "Submit");
  const dialog = el("dialog", { class: "modal", "aria-label": title });
  const form = el("form", { method: "dialog" },
    el("header", {}, el("h2", {}, title), closeButton(dialog)),
    notice && el("p", { class: "warning" }, notice),
    el("div", { class: "fields" }, components.map((component) => part(component, fields)), problem),
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

function part(component, fields) {
  if (component.type === KIND.row) return component.components.map((child) => part(child, fields));
  if (component.type === KIND.text) return markdown(component.content);
  if (component.type === KIND.label) return labelled(component.label, component.description, component.component, fields);
  return labelled(component.label ?? "", null, component, fields);
}

function labelled(label, description, component, fields) {
  const required = component.required !== false && component.type !== KIND.checkbox;
  const control = INPUTS[component.type]?.(component, required, fields) ?? el("p", {}, "This page cannot show this field.");
  const tag = component.type === KIND.textInput ? "label" : "div";
  return el(tag, { class: "field", role: tag === "div" ? "group" : null, "aria-label": tag === "div" ? label : null },
    el("span", { class: "field-label" }, label, required && el("span", { class: "required", "aria-hidden": "true" }, " *")),
    description && el("small", {}, description),
    control);
}

const INPUTS = {
  [KIND.textInput]: textInput,
  [KIND.stringSelect]: selectInput,
  [KIND.userSelect]: selectInput,
  [KIND.roleSelect]: selectInput,
  [KIND.mentionableSelect]: selectInput,
  [KIND.channelSelect]: selectInput,
  [KIND.radioGroup]: (component, required, fields) => choiceGroup(component, "radio", required, fields),
  [KIND.checkboxGroup]: (component, required, fields) => choiceGroup(component, "checkbox", required, fields),
  [KIND.checkbox]: singleCheckbox,
};

function textInput(component, required, fields) {
  const long = component.style === 2;
  const input = el(long ? "textarea" : "input", {
    type: long ? null : "text",
    rows: long ? 4 : null,
    minlength: component.min_length,
    maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder,
    required,
    data: { customId: component.custom_id },
  });
  input.value = component.value ?? "";
  fields.set(component.custom_id, () => input.value);
  return input;
}

function selectInput(component, required, fields) {
  const options = optionsOf(component);
  let values = options.filter((option) => option.default).map(({ value }) => value);
  const renderValue = () => renderSelectValue(component, options.filter(({ value }) => values.includes(value)));
  const trigger = el("button", { type: "button", class: "select", "aria-haspopup": "listbox", data: { customId: component.custom_id } }, renderValue(), el("span", { class: "icon chevron" }));
  trigger.addEventListener("click", () => openPicker(trigger, { min_values: required ? 1 : 0, ...component }, values, (picked) => {
    values = picked;
    trigger.firstElementChild.replaceWith(renderValue());
  }));
  fields.set(component.custom_id, () => values);
  return trigger;
}

function choiceGroup(component, type, required, fields) {
  const inputs = component.options.map((option) => el("input", { type, name: component.custom_id, value: option.value, checked: option.default, required: required && type === "radio" }));
  fields.set(component.custom_id, () => {
    const picked = inputs.filter((input) => input.checked).map((input) => input.value);
    return type === "radio" ? picked[0] ?? null : picked;
  });
  return el("div", { class: "choices", data: { customId: component.custom_id } }, inputs.map((input, at) =>
    el("label", { class: "choice" }, input, el("span", {}, component.options[at].label, component.options[at].description && el("small", {}, component.options[at].description)))));
}

function singleCheckbox(component, required, fields) {
  const input = el("input", { type: "checkbox", checked: component.default, data: { customId: component.custom_id } });
  fields.set(component.custom_id, () => input.checked);
  return el("span", { class: "choice" }, input);
}

/** Opens a picture in full size, with its alternative text. */
export function openPicture(image) {
  const dialog = el("dialog", { class: "lightbox", "aria-label": image.alt || "Picture" });
  dialog.addEventListener("click", () => dialog.close());
  show(dialog, el("figure", {}, el("img", { src: image.src, alt: image.alt }), image.alt && el("figcaption", {}, image.alt), el("button", { type: "button", class: "icon-button", "aria-label": "Close" }, "✕")));
}
