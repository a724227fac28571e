// The state of the page: the last state of the sandbox, the current user and the open channel.

const DIRECT = 1;

export const world = {
  application: null,
  bot: null,
  users: [],
  guilds: [],
  commands: [],
  emojis: [],
  /** Channels between the bot and one user: `{id, user}`. */
  directMessages: [],
  isBotConnected: true,
  /** Milliseconds by which the sandbox's clock, which tests can advance, is ahead of the browser's. */
  clockAhead: 0,
  /** Id of the user that this tab acts as. */
  user: null,
  /** Id of the channel that is open. */
  channel: null,
};

// Users known only as the author of a message or from a mention.
const otherUsers = new Map();

export function rememberUsers(messages) {
  for (const { author, mentions = [] } of messages) {
    for (const person of [author, ...mentions]) if (person) otherUsers.set(person.id, person);
  }
}

export function userById(id) {
  if (world.bot?.id === id) return world.bot;
  return world.users.find((user) => user.id === id) ?? otherUsers.get(id) ?? null;
}

export function displayName(user) {
  return user?.global_name ?? user?.username ?? "unknown-user";
}

export function me() {
  return world.users.find((user) => user.id === world.user) ?? null;
}

export function locale() {
  return me()?.locale ?? "en-US";
}

export function allChannels() {
  return world.guilds.flatMap((guild) => guild.channels ?? []);
}

/** Returns the direct messages that the current user can read, as channels. */
export function myDirectMessages() {
  return world.directMessages.filter(({ user }) => user === world.user).map(({ id }) => ({ id, name: displayName(world.bot), type: DIRECT }));
}

/** Returns a channel that the current user can read; null if there is none. */
export function channelById(id) {
  return [...allChannels(), ...myDirectMessages()].find((channel) => channel.id === id) ?? null;
}

/** Returns the symbol before a channel's name: # or @. */
export function channelPrefix(channel) {
  return channel?.type === DIRECT ? "@" : "#";
}

/** Returns the time on the sandbox's clock, in milliseconds since 1970. */
export function now() {
  return Date.now() + world.clockAhead;
}

export function guildOf(channelId) {
  return world.guilds.find((guild) => guild.channels?.some((channel) => channel.id === channelId)) ?? world.guilds[0] ?? null;
}

/** Returns a localised text. Falls back as Discord does: to the other variety of English, then to the default. */
export function localised(thing, field) {
  const texts = thing[`${field}_localizations`] ?? {};
  const neighbour = { "en-US": "en-GB", "en-GB": "en-US" }[locale()];
  return texts[locale()] ?? texts[neighbour] ?? thing[field] ?? "";
}

/** Returns the URL of a file; files of the sandbox are loaded from the page's own host. */
export function fileUrl(url) {
  try {
    const { pathname, search } = new URL(url, location.href);
    return pathname.startsWith("/cdn/") ? pathname + search : url;
  } catch {
    return url;
  }
}

export function emojiUrl(id) {
  const known = world.emojis.find((emoji) => emoji.id === id);
  return fileUrl(known?.url ?? `/cdn/emojis/${id}.png`);
}
