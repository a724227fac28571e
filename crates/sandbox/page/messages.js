// The list of messages: one row each, keyed by the message's id and patched only when its JSON has
// changed, so that nothing flickers.

import { avatar } from "./avatars.js";
import { renderAttachments, renderComponents } from "./components.js";
import { byId, el, morph } from "./dom.js";
import { inline, isOnlyEmoji, markdown } from "./markdown.js";
import { longDate, sentAt, startOfDay } from "./timestamps.js";
import { channelById, channelPrefix, displayName, localised, userById, world } from "./world.js";

const FLAG = { ephemeral: 1 << 6, loading: 1 << 7, silent: 1 << 12, componentsV2: 1 << 15 };
const TYPE = { default: 0, threadCreated: 18, reply: 19, command: 20 };
// By the type of a command: the menu that lists it, and its icon here.
const MENU = { 2: ["user", "👤"], 3: ["message", "📖"] };
const GROUP_MINUTES = 7;

// The rows on the page: message id or date → { node, json }.
let rows = new Map();
let shown = [];

export function messageById(id) {
  return shown.find((message) => message.id === id) ?? null;
}

export function isEphemeral(message) {
  return (message.flags & FLAG.ephemeral) !== 0;
}

/** Removes all rows, after a change of channel, user or language. */
export function clearMessages() {
  rows = new Map();
  shown = [];
  byId("messages").replaceChildren();
}

export function showMessages(messages) {
  shown = messages;
  const kept = new Map();
  const nodes = messages.flatMap((message, at) => {
    const previous = messages[at - 1];
    return [...dividerBefore(message, previous, kept), rowOf(message, previous, kept)];
  });
  rows = kept;
  placeNodes(byId("messages"), nodes);
}

// Moves only the nodes that are in the wrong position: a moved node loses its focus.
function placeNodes(list, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...list.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, at) => {
    if (list.children[at] !== node) list.insertBefore(node, list.children[at] ?? null);
  });
}

function dividerBefore(message, previous, kept) {
  const day = startOfDay(new Date(message.timestamp));
  if (previous && startOfDay(new Date(previous.timestamp)) === day) return [];
  const key = `day ${day}`;
  const row = rows.get(key) ?? { node: el("li", { class: "divider" }, el("span", {}, longDate(day))) };
  kept.set(key, row);
  return [row.node];
}

function rowOf(message, previous, kept) {
  const json = JSON.stringify(message);
  const row = rows.get(message.id) ?? { node: renderMessage(message), json };
  if (row.json !== json) {
    morph(row.node, renderMessage(message));
    row.json = json;
  }
  row.node.classList.toggle("grouped", isGrouped(message, previous));
  kept.set(message.id, row);
  return row.node;
}

function isGrouped(message, previous) {
  if (!previous || previous.author.id !== message.author.id || originOf(message)) return false;
  if (isEphemeral(message) !== isEphemeral(previous) || !isWritten(previous)) return false;
  const [before, now] = [new Date(previous.timestamp), new Date(message.timestamp)];
  return now - before < GROUP_MINUTES * 60000 && startOfDay(now) === startOfDay(before);
}

const isWritten = ({ type }) => [TYPE.default, TYPE.reply, TYPE.command].includes(type ?? 0);

function renderMessage(message) {
  const classes = ["message", isEphemeral(message) && "ephemeral", mentionsMe(message) && "mentioned"].filter(Boolean);
  return el("li", { class: classes.join(" "), data: { messageId: message.id }, "aria-label": `Message of ${displayName(userById(message.author.id) ?? message.author)}` },
    isWritten(message) ? writtenMessage(message) : systemMessage(message));
}

export function mentionsMe(message, user = world.user) {
  return message.mention_everyone === true || (message.mentions ?? []).some(({ id }) => id === user);
}

function writtenMessage(message) {
  const author = userById(message.author.id) ?? message.author;
  return [
    originOf(message),
    el("div", { class: "gutter" }, avatar(author), sentAt(message.timestamp)),
    el("div", { class: "main" },
      el("div", { class: "byline" },
        el("span", { class: "author" }, displayName(author)),
        message.author.bot && el("span", { class: "badge" }, "APP"),
        sentAt(message.timestamp),
        message.flags & FLAG.silent ? el("span", { class: "silent", title: "This was a silent message" }, "🔕") : null),
      el("div", { class: "body" }, bodyOf(message)),
      isEphemeral(message) && ephemeralNotice()),
    el("div", { class: "tools" }, ...menuCommands(), el("button", { type: "button", class: "delete", title: "Delete message", "aria-label": "Delete message" }, "🗑️")),
  ];
}

// Returns a button for each command of the menus of the message and its author, which Discord shows after a long press.
function menuCommands() {
  return world.commands.filter(({ type }) => MENU[type]).map((command) => {
    const [menu, icon] = MENU[command.type];
    const name = localised(command, "name");
    return el("button", { type: "button", title: name, "aria-label": name, data: { menuCommand: command.name, menu } }, icon);
  });
}

function systemMessage(message) {
  const author = displayName(userById(message.author.id) ?? message.author);
  const text = message.type === TYPE.threadCreated ? `started a thread: ${message.content}` : message.content || "sent a system message that this page cannot show.";
  return [
    el("div", { class: "gutter" }, el("span", { class: "arrow", "aria-hidden": "true" }, "→")),
    el("div", { class: "main" }, el("div", { class: "body system" }, el("strong", {}, author), ` ${text} `, sentAt(message.timestamp))),
  ];
}

// Renders the line above a response: the user and their command, or the message replied to.
function originOf(message) {
  const use = message.interaction_metadata;
  if (message.type === TYPE.command && use) return commandOrigin(use, message.interaction?.name ?? use.name ?? use.command_name);
  if (message.type !== TYPE.reply) return null;
  const replied = message.referenced_message ?? messageById(message.message_reference?.message_id);
  if (!replied) return el("div", { class: "origin" }, el("em", {}, "Original message was deleted"));
  return origin(replied.author, excerpt(replied));
}

function commandOrigin(use, command) {
  return origin(use.user ?? { id: use.user_id }, command ? [" used ", el("span", { class: "mention" }, `/${command}`)] : " used a command");
}

function origin(user, rest) {
  const known = userById(user?.id) ?? user;
  return el("div", { class: "origin" }, avatar(known, "tiny"), el("span", { class: "origin-text" }, el("strong", {}, displayName(known)), " ", rest));
}

// Returns the first line of a replied-to message, from its content or its first text component.
function excerpt(message) {
  const text = message.content || firstText(message.components ?? []) || "Message";
  return inline(text.split("\n").find((line) => line.trim()) ?? "");
}

function firstText(components) {
  for (const { content, components: nested } of components) {
    const text = content ?? firstText(nested ?? []);
    if (text) return text.replace(/^(#{1,3}|-#|>) +/, "");
  }
  return null;
}

function bodyOf(message) {
  if (message.flags & FLAG.loading) return thinking(message);
  if (message.flags & FLAG.componentsV2) return renderComponents(message.components, message);
  return [
    message.content && contentOf(message),
    renderAttachments(message),
    renderComponents(message.components, message),
  ];
}

function contentOf(message) {
  const content = markdown(message.content);
  if (isOnlyEmoji(message.content)) content.classList.add("jumbo");
  if (message.edited_timestamp) (content.lastElementChild ?? content).append(el("small", { class: "edited" }, " (edited)"));
  return content;
}

export function dots() {
  return el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

function thinking(message) {
  return el("p", { class: "thinking", role: "status" }, dots(), `${displayName(userById(message.author.id) ?? message.author)} is thinking…`);
}

function ephemeralNotice() {
  return el("div", { class: "notice" }, el("span", { class: "icon eye" }), "Only you can see this • ", el("button", { type: "button", class: "dismiss" }, "Dismiss message"));
}

/** Renders the top of the channel, above its first message. */
export function beginning(channelId) {
  const channel = channelById(channelId);
  const name = `${channelPrefix(channel)}${channel?.name ?? "channel"}`;
  return [
    el("span", { class: "hash", "aria-hidden": "true" }, channelPrefix(channel)),
    el("p", { class: "welcome" }, `Welcome to ${name}!`),
    el("p", {}, `This is the start of ${name}.`),
  ];
}
