// Handles clicks in the list of messages, with one listener for all rows.

import { api, ApiError } from "./api.js";
import { findComponent, renderSelectValue } from "./components.js";
import { byId, el } from "./dom.js";
import { isEphemeral, messageById } from "./messages.js";
import { openModal, openPicture } from "./modal.js";
import { openPicker } from "./picker.js";
import { world } from "./world.js";

const FAILED = "This interaction failed";

/** `actions` are the page's refresh(), openChannel(id) and startCommand(name). */
export function startInteractions(actions) {
  const scroller = byId("scroller");
  scroller.addEventListener("click", (event) => onClick(event, actions));
  scroller.addEventListener("keydown", (event) => {
    const spoiler = event.target.closest(".spoiler:not(.revealed)");
    if (!spoiler || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    reveal(spoiler);
  });
}

function onClick(event, actions) {
  const spoiler = event.target.closest(".spoiler:not(.revealed)");
  if (spoiler) {
    event.preventDefault();
    return reveal(spoiler);
  }
  const target = event.target.closest("button");
  const row = event.target.closest("[data-message-id]");
  if (!target || !row) return;
  const { component, picture, channelLink, commandLink, menuCommand } = target.dataset;
  if (component === "button") return pressButton(target, row, actions);
  if (component === "select") return openSelect(target, row, actions);
  if (picture) return openPicture(target.querySelector("img"));
  if (channelLink) return actions.openChannel(channelLink);
  if (menuCommand) return runMenuCommand(target, row, actions);
  if (commandLink) return actions.startCommand(commandLink);
  if (target.matches(".dismiss, .delete")) return remove(row, actions);
}

function reveal(spoiler) {
  spoiler.classList.add("revealed");
  spoiler.setAttribute("aria-expanded", "true");
  for (const name of ["role", "aria-label"]) if (!spoiler.matches("button")) spoiler.removeAttribute(name);
}

async function remove(row, { refresh }) {
  const message = messageById(row.dataset.messageId);
  if (!message) return;
  const call = isEphemeral(message) ? api.dismiss(world.channel, message.id, world.user) : api.deleteMessage(world.channel, message.id);
  await call.then(refresh, (error) => fail(row, error.message));
}

function pressButton(button, row, actions) {
  return click(button, row, {}, actions);
}

function openSelect(trigger, row, actions) {
  const component = findComponent(messageById(row.dataset.messageId)?.components, trigger.dataset.customId);
  if (!component) return;
  const { options } = component;
  const chosen = options.filter((option) => option.default).map(({ value }) => value);
  openPicker(trigger, component, chosen, (values) => {
    trigger.querySelector(".select-value")?.replaceWith(renderSelectValue(component, options.filter(({ value }) => values.includes(value))));
    click(trigger, row, { values }, actions);
  });
}

function click(control, row, detail, actions) {
  const body = { user: world.user, message: row.dataset.messageId, custom_id: control.dataset.customId, ...detail };
  return interact(control, row, () => api.click(world.channel, body), actions);
}

// Runs a command of the menu of a message, or of its author.
function runMenuCommand(button, row, actions) {
  const message = messageById(row.dataset.messageId);
  if (!message) return;
  const { menuCommand: command, menu } = button.dataset;
  const target = menu === "user" ? { user: message.author.id } : { message: message.id };
  return interact(button, row, () => api.menuCommand(world.channel, { user: world.user, command, target }), actions);
}

async function interact(control, row, call, { refresh }) {
  if (control.classList.contains("pending")) return;
  const { channel, user } = world;
  setPending(control, true);
  clearFailure(row);
  try {
    const outcome = await call();
    await refresh();
    if (!outcome.answered) fail(row, FAILED);
    if (outcome.modal) openForm(outcome, channel, user, refresh);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    fail(row, `${FAILED}: ${error.message}`);
    await refresh();
  } finally {
    setPending(control, false);
  }
}

function openForm({ interaction_id: interaction, modal }, channel, user, refresh) {
  const inputs = modal.components.map(({ components: [{ custom_id: id, label, max_length }] }) => ({ id, label, max_length }));
  openModal({ title: modal.title, inputs }, async (values) => {
    const error = await api.submit(channel, { user, interaction, values }).then(() => null, ({ message }) => message);
    await refresh();
    return error;
  });
}

function setPending(control, pending) {
  control.classList.toggle("pending", pending);
  if (pending) control.setAttribute("aria-busy", "true");
  else control.removeAttribute("aria-busy");
}

function clearFailure(row) {
  row.querySelector(".failure")?.remove();
}

function fail(row, text) {
  clearFailure(row);
  row.querySelector(".main")?.append(el("p", { class: "failure", role: "alert" }, text));
}
