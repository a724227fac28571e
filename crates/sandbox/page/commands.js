// The registered slash commands as a flat list, and what a typed option value means.

import { allChannels, localised, nameOf, world } from "./world.js";

export const OPTION = { subcommand: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10 };
const CHAT_INPUT = 1;

/** Every command and subcommand that can be run: its names, texts in the user's language, options. */
export function runnableCommands() {
  return world.commands.filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT).flatMap((command) => runnable(command, command, []));
}

function runnable(command, node, path) {
  const children = (node.options ?? []).filter(({ type }) => type === OPTION.subcommand || type === OPTION.group);
  if (children.length > 0) return children.flatMap((child) => runnable(command, child, [...path, child]));
  return [{
    command: command.name,
    path: path.map(({ name }) => name),
    title: [command, ...path].map((part) => localised(part, "name")).join(" "),
    plainTitle: [command, ...path].map(({ name }) => name).join(" "),
    description: localised(node, "description"),
    options: node.options ?? [],
  }];
}

export function commandsMatching(text) {
  const sought = text.replace(/^\//, "").toLowerCase().trimStart();
  const rank = ({ title, plainTitle }) => Math.min(...[title, plainTitle].map((name) => rankOf(name.toLowerCase(), sought)));
  return runnableCommands().map((entry) => [rank(entry), entry]).filter(([order]) => order < 2).sort(([a], [b]) => a - b).map(([, entry]) => entry);
}

const rankOf = (name, sought) => (name.startsWith(sought) ? 0 : name.includes(sought.trim()) ? 1 : 2);

/** The command whose whole name has just been typed, followed by a space. */
export function commandTyped(text) {
  if (!/^\/.*\s$/.test(text)) return null;
  const name = text.slice(1).trim().toLowerCase();
  return runnableCommands().find(({ title, plainTitle }) => [title, plainTitle].some((known) => known.toLowerCase() === name)) ?? null;
}

/** What may be picked for an option, as `{title, detail, value}`; null where anything may be typed. */
export function knownChoices(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ title: localised(choice, "name"), value: choice.value }));
  if (option.type === OPTION.boolean) return [{ title: "True", value: true }, { title: "False", value: false }];
  if (option.type === OPTION.user) return people();
  if (option.type === OPTION.channel) return channels(option);
  if (option.type === OPTION.role) return roles();
  if (option.type === OPTION.mentionable) return [...people(), ...roles()];
  return null;
}

const people = () => [...world.users, world.bot].filter(Boolean).map((user) => ({ title: nameOf(user), detail: user.username, value: user.id, user }));
const roles = () => world.guilds.map(({ id }) => ({ title: "@everyone", value: id }));
const channels = ({ channel_types: types }) => allChannels().filter(({ type }) => !types?.length || types.includes(type)).map(({ id, name }) => ({ title: `# ${name}`, value: id }));

/** The value of an option for what stands in its field: `{value}` or `{problem}`. */
export function valueOf(option, text, picked) {
  if (picked && picked.title === text) return { value: picked.value };
  const choices = knownChoices(option);
  if (choices) return chosenFrom(choices, text);
  if (option.type === OPTION.integer || option.type === OPTION.number) return numberFrom(option, text);
  return { value: text };
}

function chosenFrom(choices, text) {
  const sought = text.trim().toLowerCase();
  const choice = choices.find(({ title, value }) => title.toLowerCase() === sought || String(value).toLowerCase() === sought);
  return choice ? { value: choice.value } : { problem: "Choose one of the list." };
}

function numberFrom(option, text) {
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value)) return { problem: "Enter a number." };
  if (option.type === OPTION.integer && !Number.isInteger(value)) return { problem: "Enter a whole number." };
  if (value < (option.min_value ?? -Infinity) || value > (option.max_value ?? Infinity)) return { problem: "This number is out of range." };
  return { value };
}
