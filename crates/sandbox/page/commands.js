// The registered slash commands as a flat list, and the parsing of typed option values.

import { displayName, localised, world } from "./world.js";

const OPTION = { subcommand: 1, string: 3, integer: 4, boolean: 5, user: 6 };

/** Returns every command and subcommand that can be run, with texts in the user's language. */
export function runnableCommands() {
  return world.commands.filter(({ type }) => type === 1).flatMap((command) => runnable(command, command, []));
}

function runnable(command, node, path) {
  const children = (node.options ?? []).filter(({ type }) => type === OPTION.subcommand);
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

export function matchingCommands(text) {
  const query = text.replace(/^\//, "").toLowerCase().trimStart();
  const rank = ({ title, plainTitle }) => Math.min(...[title, plainTitle].map((name) => rankOf(name.toLowerCase(), query)));
  return runnableCommands().map((entry) => [rank(entry), entry]).filter(([order]) => order < 2).sort(([a], [b]) => a - b).map(([, entry]) => entry);
}

const rankOf = (name, query) => (name.startsWith(query) ? 0 : name.includes(query.trim()) ? 1 : 2);

/** Returns the command whose full name, followed by a space, is the whole text. */
export function findTypedCommand(text) {
  if (!/^\/.*\s$/.test(text)) return null;
  const name = text.slice(1).trim().toLowerCase();
  return runnableCommands().find(({ title, plainTitle }) => [title, plainTitle].some((known) => known.toLowerCase() === name)) ?? null;
}

/** Returns the choices of an option as `{title, detail, value}`; null for free text. */
export function choicesOf(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ title: localised(choice, "name"), value: choice.value }));
  if (option.type === OPTION.boolean) return [{ title: "True", value: true }, { title: "False", value: false }];
  if (option.type === OPTION.user) return world.users.map((user) => ({ title: displayName(user), value: user.id }));
  return null;
}

/** Parses the text of an option's field: `{value}` or `{problem}`. */
export function parseOptionValue(option, text, picked) {
  if (picked && picked.title === text) return { value: picked.value };
  const choices = choicesOf(option);
  if (choices) return parseChoice(choices, text);
  if (option.type === OPTION.integer) return parseNumber(option, text);
  return { value: text };
}

function parseChoice(choices, text) {
  const query = text.trim().toLowerCase();
  const choice = choices.find(({ title, value }) => title.toLowerCase() === query || String(value).toLowerCase() === query);
  return choice ? { value: choice.value } : { problem: "Choose an option from the list." };
}

function parseNumber(option, text) {
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value)) return { problem: "Enter a number." };
  if (!Number.isInteger(value)) return { problem: "Enter a whole number." };
  if (value < (option.min_value ?? -Infinity) || value > (option.max_value ?? Infinity)) return { problem: "This number is out of range." };
  return { value };
}
