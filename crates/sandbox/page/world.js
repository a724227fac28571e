// What the page knows of the sandbox: the last state, whose eyes it looks through, and where.

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
  /** How far the sandbox's clock is ahead of the browser's, in milliseconds: tests skip time. */
  clockAhead: 0,
  /** Id of the user in whose seat this tab sits at the moment. */
  user: null,
  /** Id of the channel that is open. */
  channel: null,
};

// People who are known only because they wrote or were named in a message.
const strangers = new Map();

export function rememberPeople(messages) {
  for (const { author, mentions = [] } of messages) {
    for (const person of [author, ...mentions]) if (person) strangers.set(person.id, person);
  }
}

export function userById(id) {
  if (world.bot?.id === id) return world.bot;
  return world.users.find((user) => user.id === id) ?? strangers.get(id) ?? null;
}

export function nameOf(user) {
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

/** The direct messages that the current user may read, as channels. */
export function myDirectMessages() {
  return world.directMessages.filter(({ user }) => user === world.user).map(({ id }) => ({ id, name: nameOf(world.bot), type: DIRECT }));
}

/** A channel that the current user may read. */
export function channelById(id) {
  return [...allChannels(), ...myDirectMessages()].find((channel) => channel.id === id) ?? null;
}

/** The sign that stands before a channel's name. */
export function markOf(channel) {
  return channel?.type === DIRECT ? "@" : "#";
}

/** Now, in milliseconds, on the sandbox's clock. */
export function now() {
  return Date.now() + world.clockAhead;
}

export function guildOf(channelId) {
  return world.guilds.find((guild) => guild.channels?.some((channel) => channel.id === channelId)) ?? world.guilds[0] ?? null;
}

/** Discord's client falls back between the two Englishes, and from there to the default text. */
export function localised(thing, field) {
  const texts = thing[`${field}_localizations`] ?? {};
  const neighbour = { "en-US": "en-GB", "en-GB": "en-US" }[locale()];
  return texts[locale()] ?? texts[neighbour] ?? thing[field] ?? "";
}

/** Files of this server are fetched from where the page came from, whatever host the link names. */
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
