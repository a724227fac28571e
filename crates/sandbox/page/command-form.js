// The form of a slash command: its name, a field for each option, and the call that runs it.

import { api } from "./api.js";
import { choicesOf, parseOptionValue } from "./commands.js";
import { showInputError } from "./input-error.js";
import { byId, el } from "./dom.js";
import { addPendingCommand, removePendingCommand, failPendingCommand } from "./pending-commands.js";
import { hideSuggestions, showSuggestions, handleSuggestionKey } from "./suggestions.js";
import { localised, world } from "./world.js";

const AUTOCOMPLETE_PAUSE_MS = 150;

// The command being filled in: { entry, actions, fields: Map of option name → field }, or null.
let draft = null;

export function isComposingCommand() {
  return draft !== null;
}

export function beginCommand(entry, actions) {
  draft = { entry, actions, fields: new Map() };
  const box = byId("command");
  box.replaceChildren(
    el("span", { class: "command-name" }, `/${entry.title}`),
    el("span", { class: "fields" }),
    el("span", { class: "more" }),
    el("button", { type: "button", class: "cancel", "aria-label": "Cancel the command", on: { click: endCommand } }, "✕"));
  box.hidden = false;
  byId("say").hidden = true;
  entry.options.filter(({ required }) => required).forEach(addField);
  offerOptions();
  hideSuggestions();
  focusNext();
}

export function endCommand() {
  if (!draft) return;
  draft = null;
  byId("command").hidden = true;
  byId("command").replaceChildren();
  byId("say").hidden = false;
  showInputError(null);
  hideSuggestions();
}

function offerOptions() {
  const unused = draft.entry.options.filter(({ name }) => !draft.fields.has(name));
  byId("command").querySelector(".more").replaceChildren(...unused.map((option) =>
    el("button", { type: "button", class: "add-option", title: localised(option, "description"), data: { option: option.name }, on: { click: () => openField(option) } }, `+ ${localised(option, "name")}`)));
}

function openField(option) {
  addField(option);
  offerOptions();
  draft.fields.get(option.name).input.focus();
}

function addField(option) {
  const name = localised(option, "name");
  const input = el("input", { type: "text", "aria-label": `${name}: ${localised(option, "description")}`, data: { option: option.name }, inputmode: option.type === 4 ? "numeric" : null, maxlength: option.max_length ?? 6000, enterkeyhint: "send" });
  const field = { option, input, picked: null };
  const chip = el("label", { class: "chip" }, el("span", {}, name), input);
  input.addEventListener("input", () => { chip.classList.remove("wrong"); suggestFor(field); });
  input.addEventListener("focus", () => suggestFor(field));
  input.addEventListener("keydown", (event) => onFieldKey(event, field, chip));
  draft.fields.set(option.name, field);
  byId("command").querySelector(".fields").append(chip);
}

function onFieldKey(event, field, chip) {
  if (handleSuggestionKey(event)) return;
  if (event.key !== "Backspace" || field.input.value !== "") return;
  event.preventDefault();
  if (field.option.required) return endCommand();
  chip.remove();
  draft.fields.delete(field.option.name);
  offerOptions();
  focusNext();
}

// Focuses the first empty required field, or else the send button.
function focusNext() {
  const empty = [...draft.fields.values()].find(({ option, input }) => option.required && input.value === "");
  if (empty) return empty.input.focus();
  byId("send").focus();
}

function suggestFor(field) {
  const { option, input } = field;
  showInputError(null);
  const heading = `${localised(option, "name")} — ${localised(option, "description")}`;
  const pick = (item) => { input.value = item.title; field.picked = item; focusNext(); };
  if (option.autocomplete) return autocomplete(field, heading, pick);
  const choices = choicesOf(option);
  if (!choices) return showSuggestions(heading, null, pick);
  const query = field.picked?.title === input.value ? "" : input.value.trim().toLowerCase();
  showSuggestions(heading, choices.filter(({ title }) => title.toLowerCase().includes(query)), pick);
}

async function autocomplete(field, heading, pick) {
  const request = (field.request ?? 0) + 1;
  field.request = request;
  const currentDraft = draft;
  await new Promise((resolve) => setTimeout(resolve, AUTOCOMPLETE_PAUSE_MS));
  const isStale = () => draft !== currentDraft || field.request !== request || document.activeElement !== field.input;
  if (isStale()) return;
  const body = { ...call(), options: { ...readOptions().options, [field.option.name]: field.input.value }, focused: field.option.name };
  const outcome = await api.autocomplete(world.channel, body).catch((error) => ({ answered: false, reason: error.message }));
  if (isStale()) return;
  const choices = (outcome.choices ?? []).map((choice) => ({ title: localised(choice, "name"), value: choice.value }));
  showSuggestions(outcome.answered ? heading : `Loading options failed${outcome.reason ? `: ${outcome.reason}` : ""}`, choices, pick);
}

function call() {
  return { user: world.user, command: draft.entry.command, path: draft.entry.path };
}

function readOptions() {
  const options = {};
  let invalid = null;
  for (const field of draft.fields.values()) {
    const { option, input, picked } = field;
    if (input.value === "" && !option.required) continue;
    const read = input.value === "" ? { problem: "This option is required." } : parseOptionValue(option, input.value, picked);
    if (read.problem) invalid ??= { field, problem: read.problem };
    else options[option.name] = read.value;
  }
  return { options, invalid };
}

export async function submitCommand() {
  const { options, invalid } = readOptions();
  if (invalid) return showInvalidField(invalid);
  const body = { ...call(), options };
  const { entry, actions } = draft;
  const [channel, user] = [world.channel, world.user];
  endCommand();
  // On a phone, focus would open the keyboard again.
  if (matchMedia("(hover: hover)").matches) byId("say").focus();
  const pending = addPendingCommand(channel, user, `/${entry.title}`);
  actions.scrollToBottom();
  try {
    const outcome = await api.command(channel, body);
    await actions.refresh();
    if (outcome.answered) removePendingCommand(pending);
    else failPendingCommand(pending, "The application did not respond");
  } catch (error) {
    failPendingCommand(pending, error.message);
  }
}

function showInvalidField({ field, problem }) {
  field.input.closest(".chip").classList.add("wrong");
  field.input.focus();
  showInputError(`${localised(field.option, "name")}: ${problem}`);
}
