// The list of servers and channels: a column, or a drawer on a phone.

import { api } from "./api.js";
import { byId, el, rebuild } from "./dom.js";
import { openModal } from "./modal.js";
import { channelById, guildOf, channelPrefix, myDirectMessages, world } from "./world.js";

const THREADS = [10, 11, 12];
const TEXT = 0;

const unread = new Set();

export function markUnread(channel) {
  unread.add(channel);
}

export function startSidebar() {
  byId("open-sidebar").addEventListener("click", () => setOpen(!document.body.classList.contains("sidebar-open")));
  byId("backdrop").addEventListener("click", () => setOpen(false));
  byId("sidebar").addEventListener("keydown", (event) => event.key === "Escape" && setOpen(false));
}

function setOpen(open) {
  document.body.classList.toggle("sidebar-open", open);
  byId("open-sidebar").setAttribute("aria-expanded", String(open));
}

export function showSidebar({ openChannel, reload }) {
  unread.delete(world.channel);
  const guild = guildOf(world.channel);
  const open = (id) => { setOpen(false); openChannel(id); };
  rebuild(byId("guilds"), [world.guilds, guild?.id], () => world.guilds.map((each) => guildButton(each, each === guild, open)));
  byId("guild-name").textContent = guild?.name ?? "";
  const direct = myDirectMessages();
  rebuild(byId("channels"), [guild, direct, world.channel, [...unread]], () => [
    channelRows(guild, open),
    guild && addChannelButton(guild, open, reload),
    direct.length > 0 && el("h2", {}, "Direct messages"),
    direct.map((channel) => channelButton(channel, open)),
  ]);
  const current = channelById(world.channel);
  byId("channel-name").textContent = current?.name ?? "no channel";
  byId("channel-name").dataset.mark = channelPrefix(current);
}

function guildButton(guild, current, open) {
  const first = guild.channels?.find(({ type }) => type === TEXT);
  const initials = guild.name.split(/\s+/).map((word) => [...word][0]).join("").slice(0, 3);
  return el("button", { type: "button", class: "guild", title: guild.name, "aria-label": guild.name, "aria-current": current ? "true" : null, disabled: !first, data: { guild: guild.id }, on: { click: () => open(first.id) } }, initials);
}

function channelRows(guild, open) {
  const channels = guild?.channels ?? [];
  const isThread = ({ type }) => THREADS.includes(type);
  return channels.filter((channel) => !isThread(channel)).flatMap((channel) => [
    channelButton(channel, open),
    ...channels.filter((thread) => isThread(thread) && thread.parent_id === channel.id).map((thread) => channelButton(thread, open, true)),
  ]);
}

function channelButton(channel, open, thread = false) {
  const { id, name, archived } = channel;
  const classes = ["channel-link", thread && "thread", archived && "archived", unread.has(id) && "unread"].filter(Boolean).join(" ");
  return el("button", { type: "button", class: classes, "aria-current": id === world.channel ? "page" : null, title: archived ? "Archived" : null, data: { channel: id }, on: { click: () => open(id) } },
    el("span", { class: "hash", "aria-hidden": "true" }, thread ? "↳" : channelPrefix(channel)), el("span", { class: "channel-link-name" }, name));
}

function addChannelButton(guild, open, reload) {
  return el("button", { type: "button", class: "channel-link add", on: { click: () => addChannel(guild, open, reload) } }, el("span", { class: "hash", "aria-hidden": "true" }, "+"), "Add a channel");
}

function addChannel(guild, open, reload) {
  const inputs = [{ id: "name", label: "Channel name", max_length: 100 }];
  openModal({ title: "Add a channel", inputs }, async ({ name }) => {
    try {
      const channel = await api.addChannel(guild.id, { name: name.trim().toLowerCase().replace(/\s+/g, "-") });
      await reload();
      open(channel.id);
      return null;
    } catch (error) {
      return error.message;
    }
  });
}
