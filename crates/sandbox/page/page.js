// The sandbox's page: one channel, as one user sees it. It knows nothing of what any bot is about.
//
// `/?user=U&channel=C` makes the tab that user's alone; without `user` it may sit in every seat.

import { api, Refused } from "./api.js";
import { resetComposer, startCommand, startComposer } from "./composer.js";
import { byId } from "./dom.js";
import { listenForChanges } from "./events.js";
import { startInteractions } from "./interactions.js";
import { beginning, clearMessages, mentionsMe, showMessages } from "./messages.js";
import { showNotes } from "./notes.js";
import { markUnread, showPlaces, startPlaces } from "./places.js";
import { startScrolling, toPresent } from "./scroll.js";
import { addPing, clearPings, showSeats } from "./seats.js";
import { startCountdowns } from "./timestamps.js";
import { allChannels, channelById, markOf, me, myDirectMessages, nameOf, rememberPeople, world } from "./world.js";

const wished = new URLSearchParams(location.search);
const fixed = wished.has("user");
const MEMORY = "sandbox-seat";

// Mentions older than this are history, not news.
let newest = { channel: null, id: 0n };

async function loadState() {
  const state = await api.state();
  const { application, bot, users, guilds, commands, emojis } = state;
  Object.assign(world, { application, bot, users, guilds, commands, emojis });
  world.directMessages = state.direct_messages ?? [];
  world.isBotConnected = state.gateway_connections !== 0;
  world.clockAhead = (state.now ?? Date.now()) - Date.now();
  const known = (list, ...ids) => ids.find((id) => list.some((item) => item.id === id)) ?? list[0]?.id ?? null;
  world.user = known(users, world.user, wished.get("user"), remembered().user);
  world.channel = known(readable(), world.channel, wished.get("channel"), remembered().channel);
}

const CATEGORY = 4;
const readable = () => [...allChannels().filter(({ type }) => type !== CATEGORY), ...myDirectMessages()];

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(MEMORY)) ?? {};
  } catch {
    return {};
  }
}

// At most one fetch at a time; a change meanwhile makes one more, not one for each event.
let fetching = null;
let again = false;

function refresh() {
  if (fetching) {
    again = true;
    return fetching;
  }
  fetching = refreshUntilCurrent().finally(() => { fetching = null; });
  return fetching;
}

async function refreshUntilCurrent() {
  do {
    again = false;
    await fetchMessages();
  } while (again);
}

async function fetchMessages() {
  const { user, channel } = world;
  if (!user || !channel) return;
  const { messages, revision } = await api.messages(channel, user);
  // The seat or the channel was changed while the answer was under way.
  if (user !== world.user || channel !== world.channel) { again = true; return; }
  rememberPeople(messages);
  countPings(channel, messages);
  showMessages(messages);
  markShown(user, channel, revision);
}

// For whoever drives the page: whose view of which channel stands there, as of which revision.
function markShown(currentUser, currentChannel, revision) {
  Object.assign(document.body.dataset, { currentUser, currentChannel, revision });
}

function countPings(channel, messages) {
  const last = messages.reduce((most, { id }) => (BigInt(id) > most ? BigInt(id) : most), 0n);
  if (newest.channel !== channel) newest = { channel, id: last };
  const fresh = messages.filter(({ id }) => BigInt(id) > newest.id);
  newest.id = last > newest.id ? last : newest.id;
  const named = fresh.flatMap((message) => world.users.filter(({ id }) => id !== world.user && id !== message.author.id && mentionsMe(message, id)));
  named.forEach(({ id }) => addPing(id));
  if (named.length > 0) showSeats(seatActions);
}

function showAround() {
  sessionStorage.setItem(MEMORY, JSON.stringify({ user: world.user, channel: world.channel }));
  document.title = `${markOf(channelById(world.channel))}${channelById(world.channel)?.name ?? ""} · ${nameOf(me())}`;
  document.documentElement.lang = me()?.locale ?? "en";
  document.body.classList.toggle("fixed", fixed);
  showConnection();
  showPlaces({ openChannel, reload });
  showSeats(seatActions);
}

async function look() {
  clearPings(world.user);
  clearMessages();
  showAround();
  byId("beginning").replaceChildren(...beginning(world.channel));
  resetComposer();
  showNotes();
  await refresh();
  toPresent();
}

async function reload() {
  const [user, channel, language] = [world.user, world.channel, me()?.locale];
  await loadState();
  if (user !== world.user || channel !== world.channel || language !== me()?.locale) return look();
  showAround();
  await refresh();
}

const seatActions = {
  fixed,
  reload,
  sitAs: (user) => {
    if (user === world.user) return;
    world.user = user;
    // Direct messages are one user's alone.
    if (!channelById(world.channel)) world.channel = readable()[0]?.id ?? null;
    look();
  },
};

function openChannel(channel) {
  if (channel === world.channel || !channelById(channel)) return;
  world.channel = channel;
  look();
}

let isLost = false;

function showConnection() {
  const trouble = isLost ? "Connection lost. Trying again…" : world.isBotConnected ? "" : "The bot is not connected.";
  byId("connection").textContent = trouble;
  byId("connection").hidden = trouble === "";
}

function onNews({ kind, change }) {
  isLost = kind === "lost";
  showConnection();
  if (kind === "opened") reload().catch(report);
  if (kind === "changed") onChange(change).catch(report);
}

// A channel may go between the news of it and the look at it; the next event sets that right.
function report(problem) {
  if (!(problem instanceof Refused)) throw problem;
  console.warn(problem.message);
}

async function onChange({ channel }) {
  if (channel === world.channel) return refresh();
  if (!channel || !channelById(channel)) return reload();
  markUnread(channel);
  showPlaces({ openChannel, reload });
}

// The first connection brings the first view; each later one, what was missed.
function start() {
  startPlaces();
  startScrolling();
  startCountdowns();
  startInteractions({ refresh, openChannel, startCommand });
  startComposer({ refresh, toPresent });
  listenForChanges(onNews);
}

start();
