// The input line: sends text as the current user; a slash opens the list of commands.

import { api } from "./api.js";
import { beginCommand, endCommand, isComposingCommand, submitCommand } from "./command-form.js";
import { matchingCommands, findTypedCommand, runnableCommands } from "./commands.js";
import { showInputError } from "./input-error.js";
import { byId } from "./dom.js";
import { hideSuggestions, showSuggestions, handleSuggestionKey } from "./suggestions.js";
import { channelById, localised, channelPrefix, me, displayName, world } from "./world.js";

let actions = null;

/** `pageActions` are the page's refresh() and scrollToBottom(). */
export function startComposer(pageActions) {
  actions = pageActions;
  const say = byId("say");
  say.addEventListener("input", onInput);
  say.addEventListener("keydown", onKey);
  byId("composer").addEventListener("submit", onSubmit);
  byId("composer").addEventListener("keydown", leaveCommand);
  byId("open-commands").addEventListener("click", toggleCommands);
  // Checks the event's path, because the clicked node may already have been removed.
  document.addEventListener("click", (event) => event.composedPath().includes(byId("composer")) || hideSuggestions());
}

/** Resets the input line after a change of user, channel or language. */
export function resetComposer() {
  endCommand();
  const say = byId("say");
  const channel = channelById(world.channel);
  say.placeholder = `Message ${channelPrefix(channel)}${channel?.name ?? ""}`;
  say.setAttribute("aria-label", `${say.placeholder} as ${displayName(me())}`);
  hideSuggestions();
}

function onInput() {
  const say = byId("say");
  resizeToContent(say);
  showInputError(null);
  const typed = findTypedCommand(say.value);
  if (typed) return enterCommand(typed);
  if (!say.value.startsWith("/")) return hideSuggestions();
  suggestCommands(say.value);
}

function suggestCommands(text) {
  const items = matchingCommands(text).map((entry) => ({
    title: `/${entry.title}`,
    detail: entry.description,
    hints: entry.options.map((option) => localised(option, "name")),
    user: world.bot,
    entry,
  }));
  showSuggestions(displayName(world.bot), items, ({ entry }) => enterCommand(entry));
}

function enterCommand(entry) {
  const say = byId("say");
  say.value = "";
  resizeToContent(say);
  beginCommand(entry, actions);
}

/** Opens the form of the command with this name, after a click on its mention. */
export function startCommand(name) {
  const entry = runnableCommands().find(({ plainTitle }) => plainTitle === name);
  if (entry) enterCommand(entry);
}

function toggleCommands() {
  const say = byId("say");
  if (isComposingCommand()) return endCommand();
  if (!byId("suggestions").hidden) return hideSuggestions();
  say.value = "/";
  say.focus();
  suggestCommands("/");
}

function onKey(event) {
  if (handleSuggestionKey(event)) return;
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId("composer").requestSubmit();
}

// The first Escape closes the list of choices, the second closes the command.
function leaveCommand(event) {
  if (event.key !== "Escape" || event.defaultPrevented || !isComposingCommand()) return;
  endCommand();
  byId("say").focus();
}

async function onSubmit(event) {
  event.preventDefault();
  showInputError(null);
  if (isComposingCommand()) return submitCommand();
  const say = byId("say");
  const content = say.value.trim();
  if (content === "") return;
  if (content.startsWith("/") && matchingCommands(content).length > 0) return suggestCommands(content);
  say.value = "";
  resizeToContent(say);
  await sendMessage(content, say);
}

async function sendMessage(content, say) {
  try {
    await api.say(world.channel, world.user, content);
    actions.scrollToBottom();
    await actions.refresh();
  } catch (error) {
    if (say.value === "") say.value = content;
    showInputError(error.message);
  }
}

function resizeToContent(area) {
  area.style.height = "auto";
  area.style.height = `${Math.min(area.scrollHeight, 160)}px`;
}

