// The sandbox's page: shows one channel as one user sees it. It does not depend on the bot.
//
// `/?user=U&channel=C` binds the tab to that user; without `user`, it can switch between all users.

import { api, ApiError } from "./api.js";
import { resetComposer, startCommand, startComposer } from "./composer.js";
import { byId } from "./dom.js";
import { listenForChanges } from "./events.js";
import { startInteractions } from "./interactions.js";
import { beginning, clearMessages, mentionsMe, showMessages } from "./messages.js";
import { showPendingCommands } from "./pending-commands.js";
import { markUnread, showSidebar, startSidebar } from "./sidebar.js";
import { startScrolling, scrollToBottom } from "./scroll.js";
import { addPing, clearPings, showUserSwitcher } from "./user-switcher.js";
import { startTheme } from "./theme.js";
import { startCountdowns } from "./timestamps.js";
import { allChannels, channelById, channelPrefix, me, myDirectMessages, displayName, rememberUsers, world } from "./world.js";

const query = new URLSearchParams(location.search);
const fixed = query.has("user");
const STORAGE_KEY = "sandbox-seat";

// The newest message seen; mentions in older ones are not counted as unread.
let newest = { channel: null, id: 0n };

async function loadState() {
  const state = await api.state();
  const { application, bot, users, guilds, commands, emojis } = state;
  Object.assign(world, { application, bot, users, guilds, commands, emojis });
  world.directMessages = state.direct_messages ?? [];
  world.isBotConnected = state.gateway_connections !== 0;
  world.clockAhead = (state.now ?? Date.now()) - Date.now();
  const known = (list, ...ids) => ids.find((id) => list.some((item) => item.id === id)) ?? list[0]?.id ?? null;
  world.user = known(users, world.user, query.get("user"), remembered().user);
  world.channel = known(readableChannels(), world.channel, query.get("channel"), remembered().channel);
}

const CATEGORY = 4;
const readableChannels = () => [...allChannels().filter(({ type }) => type !== CATEGORY), ...myDirectMessages()];

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY)) ?? {};
  } catch {
    return {};
  }
}

// At most one fetch at a time. Changes during a fetch cause one more fetch, not one per event.
let fetching = null;
let mustRefetch = false;

function refresh() {
  if (fetching) {
    mustRefetch = true;
    return fetching;
  }
  fetching = refreshUntilCurrent().finally(() => { fetching = null; });
  return fetching;
}

async function refreshUntilCurrent() {
  do {
    mustRefetch = false;
    await fetchMessages();
  } while (mustRefetch);
}

async function fetchMessages() {
  const { user, channel } = world;
  if (!user || !channel) return;
  const { messages, revision } = await api.messages(channel, user);
  // The user or the channel was switched during the call.
  if (user !== world.user || channel !== world.channel) { mustRefetch = true; return; }
  rememberUsers(messages);
  countPings(channel, messages);
  showMessages(messages);
  markShown(user, channel, revision);
}

// For tests that drive the page: the user, channel and revision that it shows.
function markShown(currentUser, currentChannel, revision) {
  Object.assign(document.body.dataset, { currentUser, currentChannel, revision });
}

function countPings(channel, messages) {
  const last = messages.reduce((most, { id }) => (BigInt(id) > most ? BigInt(id) : most), 0n);
  if (newest.channel !== channel) newest = { channel, id: last };
  const fresh = messages.filter(({ id }) => BigInt(id) > newest.id);
  newest.id = last > newest.id ? last : newest.id;
  const mentions = fresh.flatMap((message) => world.users.filter(({ id }) => id !== world.user && id !== message.author.id && mentionsMe(message, id)));
  mentions.forEach(({ id }) => addPing(id));
  if (mentions.length > 0) showUserSwitcher(userActions);
}

function showNavigation() {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ user: world.user, channel: world.channel }));
  document.title = `${channelPrefix(channelById(world.channel))}${channelById(world.channel)?.name ?? ""} · ${displayName(me())}`;
  document.documentElement.lang = me()?.locale ?? "en";
  document.body.classList.toggle("fixed", fixed);
  showConnection();
  showSidebar({ openChannel, reload });
  showUserSwitcher(userActions);
}

async function showView() {
  clearPings(world.user);
  clearMessages();
  showNavigation();
  byId("beginning").replaceChildren(...beginning(world.channel));
  resetComposer();
  showPendingCommands();
  await refresh();
  scrollToBottom();
}

async function reload() {
  const [user, channel, language] = [world.user, world.channel, me()?.locale];
  await loadState();
  if (user !== world.user || channel !== world.channel || language !== me()?.locale) return showView();
  showNavigation();
  await refresh();
}

const userActions = {
  fixed,
  reload,
  switchUser: (user) => {
    if (user === world.user) return;
    world.user = user;
    // The other user cannot see these direct messages.
    if (!channelById(world.channel)) world.channel = readableChannels()[0]?.id ?? null;
    showView();
  },
};

function openChannel(channel) {
  if (channel === world.channel || !channelById(channel)) return;
  world.channel = channel;
  showView();
}

let isLost = false;

function showConnection() {
  const problem = isLost ? "Connection lost. Trying again…" : world.isBotConnected ? "" : "The bot is not connected.";
  byId("connection").textContent = problem;
  byId("connection").hidden = problem === "";
}

function onUpdate({ kind, change }) {
  isLost = kind === "lost";
  showConnection();
  if (kind === "opened") reload().catch(report);
  if (kind === "changed") onChange(change).catch(report);
}

// A channel may be deleted between the event and the fetch; the next event then corrects the page.
function report(error) {
  if (!(error instanceof ApiError)) throw error;
  console.warn(error.message);
}

async function onChange({ channel }) {
  if (channel === world.channel) return refresh();
  if (!channel || !channelById(channel)) return reload();
  markUnread(channel);
  showSidebar({ openChannel, reload });
}

// The page loads when the event stream opens, and loads again after each reconnect.
function start() {
  startTheme();
  startSidebar();
  startScrolling();
  startCountdowns();
  startInteractions({ refresh, openChannel, startCommand });
  startComposer({ refresh, scrollToBottom });
  listenForChanges(onUpdate);
}

start();
