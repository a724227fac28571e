// A slash command being filled in: its name, a field for each option, and then the call.

import { api } from "./api.js";
import { knownChoices, valueOf } from "./commands.js";
import { complain } from "./complaint.js";
import { byId, el } from "./dom.js";
import { showModal } from "./interactions.js";
import { addNote, dropNote, failNote } from "./notes.js";
import { hideSuggestions, suggest, suggestionKey } from "./suggestions.js";
import { localised, world } from "./world.js";

const AUTOCOMPLETE_PAUSE_MS = 150;

// The command on the line: { entry, actions, fields: Map of option name → field }, or null.
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
  complain(null);
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
  if (suggestionKey(event)) return;
  if (event.key !== "Backspace" || field.input.value !== "") return;
  event.preventDefault();
  if (field.option.required) return endCommand();
  chip.remove();
  draft.fields.delete(field.option.name);
  offerOptions();
  focusNext();
}

// The next thing a person would do: fill what is missing, or send.
function focusNext() {
  const empty = [...draft.fields.values()].find(({ option, input }) => option.required && input.value === "");
  if (empty) return empty.input.focus();
  byId("send").focus();
}

function suggestFor(field) {
  const { option, input } = field;
  complain(null);
  const heading = `${localised(option, "name")} — ${localised(option, "description")}`;
  const pick = (item) => { input.value = item.title; field.picked = item; focusNext(); };
  if (option.autocomplete) return autocomplete(field, heading, pick);
  const choices = knownChoices(option);
  if (!choices) return suggest(heading, null, pick);
  const sought = field.picked?.title === input.value ? "" : input.value.trim().toLowerCase();
  suggest(heading, choices.filter(({ title }) => title.toLowerCase().includes(sought)), pick);
}

async function autocomplete(field, heading, pick) {
  const asked = (field.asked ?? 0) + 1;
  field.asked = asked;
  const form = draft;
  await new Promise((resolve) => setTimeout(resolve, AUTOCOMPLETE_PAUSE_MS));
  const isStale = () => draft !== form || field.asked !== asked || document.activeElement !== field.input;
  if (isStale()) return;
  const body = { ...call(), options: { ...readOptions().options, [field.option.name]: field.input.value }, focused: field.option.name };
  const outcome = await api.autocomplete(world.channel, body).catch((refusal) => ({ answered: false, reason: refusal.message }));
  if (isStale()) return;
  const choices = (outcome.choices ?? []).map((choice) => ({ title: localised(choice, "name"), value: choice.value }));
  suggest(outcome.answered ? heading : `Loading options failed${outcome.reason ? `: ${outcome.reason}` : ""}`, choices, pick);
}

function call() {
  return { user: world.user, command: draft.entry.command, path: draft.entry.path };
}

function readOptions() {
  const options = {};
  let wrong = null;
  for (const field of draft.fields.values()) {
    const { option, input, picked } = field;
    if (input.value === "" && !option.required) continue;
    const read = input.value === "" ? { problem: "This option is required." } : valueOf(option, input.value, picked);
    if (read.problem) wrong ??= { field, problem: read.problem };
    else options[option.name] = read.value;
  }
  return { options, wrong };
}

export async function submitCommand() {
  const { options, wrong } = readOptions();
  if (wrong) return showWrong(wrong);
  const body = { ...call(), options };
  const { entry, actions } = draft;
  const [channel, user] = [world.channel, world.user];
  endCommand();
  // On a phone this would bring the keyboard up again.
  if (matchMedia("(hover: hover)").matches) byId("say").focus();
  const note = addNote(channel, user, `/${entry.title}`);
  actions.toPresent();
  try {
    const outcome = await api.command(channel, body);
    await actions.refresh();
    if (outcome.answered) dropNote(note);
    else failNote(note, "The application did not respond");
    if (outcome.modal) showModal(outcome.modal, { channel, user }, actions.refresh);
  } catch (refusal) {
    failNote(note, refusal.message);
  }
}

function showWrong({ field, problem }) {
  field.input.closest(".chip").classList.add("wrong");
  field.input.focus();
  complain(`${localised(field.option, "name")}: ${problem}`);
}
