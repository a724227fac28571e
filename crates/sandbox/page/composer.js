// The input line: plain words are said as the user, a slash opens the commands.

import { api } from "./api.js";
import { beginCommand, endCommand, isComposingCommand, submitCommand } from "./command-form.js";
import { commandsMatching, commandTyped, runnableCommands } from "./commands.js";
import { complain } from "./complaint.js";
import { byId } from "./dom.js";
import { hideSuggestions, suggest, suggestionKey } from "./suggestions.js";
import { channelById, localised, markOf, me, nameOf, world } from "./world.js";

let actions = null;

/** `given` are the page's own actions: refresh(), toPresent(). */
export function startComposer(given) {
  actions = given;
  const say = byId("say");
  say.addEventListener("input", onInput);
  say.addEventListener("keydown", onKey);
  byId("composer").addEventListener("submit", onSubmit);
  byId("composer").addEventListener("keydown", leaveCommand);
  byId("open-commands").addEventListener("click", toggleCommands);
  // By the path of the click: what was clicked may already have left the page.
  document.addEventListener("click", (event) => event.composedPath().includes(byId("composer")) || hideSuggestions());
}

/** Another seat, channel or language. */
export function resetComposer() {
  endCommand();
  const say = byId("say");
  const channel = channelById(world.channel);
  say.placeholder = `Message ${markOf(channel)}${channel?.name ?? ""}`;
  say.setAttribute("aria-label", `${say.placeholder} as ${nameOf(me())}`);
  hideSuggestions();
}

function onInput() {
  const say = byId("say");
  fit(say);
  complain(null);
  const typed = commandTyped(say.value);
  if (typed) return enterCommand(typed);
  if (!say.value.startsWith("/")) return hideSuggestions();
  suggestCommands(say.value);
}

function suggestCommands(text) {
  const items = commandsMatching(text).map((entry) => ({
    title: `/${entry.title}`,
    detail: entry.description,
    hints: entry.options.map((option) => localised(option, "name")),
    user: world.bot,
    entry,
  }));
  suggest(nameOf(world.bot), items, ({ entry }) => enterCommand(entry));
}

function enterCommand(entry) {
  const say = byId("say");
  say.value = "";
  fit(say);
  beginCommand(entry, actions);
}

/** Opens the form of the command with this name, as a click on its mention does. */
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
  if (suggestionKey(event)) return;
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId("composer").requestSubmit();
}

// The first Escape closes the list of choices, the next the command.
function leaveCommand(event) {
  if (event.key !== "Escape" || event.defaultPrevented || !isComposingCommand()) return;
  endCommand();
  byId("say").focus();
}

async function onSubmit(event) {
  event.preventDefault();
  complain(null);
  if (isComposingCommand()) return submitCommand();
  const say = byId("say");
  const content = say.value.trim();
  if (content === "") return;
  if (content.startsWith("/") && commandsMatching(content).length > 0) return suggestCommands(content);
  say.value = "";
  fit(say);
  await deliver(content, say);
}

async function deliver(content, say) {
  try {
    await api.say(world.channel, world.user, content);
    actions.toPresent();
    await actions.refresh();
  } catch (refusal) {
    if (say.value === "") say.value = content;
    complain(refusal.message);
  }
}

function fit(area) {
  area.style.height = "auto";
  area.style.height = `${Math.min(area.scrollHeight, 160)}px`;
}

