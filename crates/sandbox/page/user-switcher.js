// The buttons that switch the tab's user, and the panel of the current user below the channels.

import { api } from "./api.js";
import { avatar } from "./avatars.js";
import { byId, el, rebuild } from "./dom.js";
import { openModal } from "./modal.js";
import { themeSelect } from "./theme.js";
import { me, displayName, world } from "./world.js";

// Discord's locales, each with its name in its own language.
const LOCALES = {
  "en-US": "English, US", "en-GB": "English, UK", bg: "български", "zh-CN": "中文", "zh-TW": "繁體中文", hr: "Hrvatski", cs: "Čeština", da: "Dansk", nl: "Nederlands",
  fi: "Suomi", fr: "Français", de: "Deutsch", el: "Ελληνικά", hi: "हिन्दी", hu: "Magyar", id: "Bahasa Indonesia", it: "Italiano", ja: "日本語", ko: "한국어",
  lt: "Lietuviškai", no: "Norsk", pl: "Polski", "pt-BR": "Português do Brasil", ro: "Română", ru: "Pусский", "es-ES": "Español", "es-419": "Español, LATAM",
  "sv-SE": "Svenska", th: "ไทย", tr: "Türkçe", uk: "Українська", vi: "Tiếng Việt",
};

// Unread mentions: user id → count.
const pings = new Map();

export function addPing(user) {
  pings.set(user, (pings.get(user) ?? 0) + 1);
}

export function clearPings(user) {
  pings.delete(user);
}

/** `fixed` tabs belong to one user and cannot switch. */
export function showUserSwitcher({ fixed, switchUser, reload }) {
  const users = fixed ? [me()].filter(Boolean) : world.users;
  const key = [users, world.user, [...pings]];
  rebuild(byId("switcher"), key, () => [users.map((user) => userButton(user, switchUser)), !fixed && addButton(switchUser, reload)]);
  rebuild(byId("me"), [me(), world.channel], () => me() && [myPanel(me(), reload), !fixed && ownTab()]);
  // The current user must be visible even if the list overflows.
  byId("switcher").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function userButton(user, switchUser) {
  const current = user.id === world.user;
  const count = pings.get(user.id) ?? 0;
  return el("button", {
    type: "button",
    class: "user-button",
    title: `${displayName(user)} (${LOCALES[user.locale] ?? user.locale})`,
    "aria-label": `${displayName(user)}, ${user.locale}${count ? `, ${count} unread mentions` : ""}`,
    "aria-pressed": String(current),
    data: { user: user.id, locale: user.locale },
    on: { click: () => switchUser(user.id) },
  }, el("span", { class: "avatar-frame" }, avatar(user, "small"), count > 0 && el("span", { class: "ping" }, String(count))),
  el("span", { class: "user-button-name" }, el("span", {}, displayName(user)), el("small", {}, user.locale)));
}

function addButton(switchUser, reload) {
  return el("button", { type: "button", class: "add", title: "Add a user", "aria-label": "Add a user", on: { click: () => addUser(switchUser, reload) } }, "+");
}

function myPanel(user, reload) {
  const change = async (event) => { await api.changeUser(user.id, { locale: event.target.value }); await reload(); };
  const select = el("select", { "aria-label": "Language", on: { change } }, localeOptions(user.locale));
  return [avatar(user, "small"), el("span", { class: "me-name" }, displayName(user), el("small", {}, user.username)), select, themeSelect(), directSwitch(user, reload)];
}

/** Lets the user accept or refuse the bot's direct messages. */
function directSwitch(user, reload) {
  const accepts = user.accepts_direct_messages;
  const change = async (event) => { await api.changeUser(user.id, { accepts_direct_messages: event.target.checked }); await reload(); };
  return el("label", { class: "direct-switch", title: "Takes direct messages of the bot" }, el("input", { type: "checkbox", "aria-label": "Direct messages", checked: accepts, on: { change } }), "DMs");
}

function localeOptions(current) {
  return Object.entries(LOCALES).map(([value, name]) => el("option", { value, selected: value === current }, name));
}

function addUser(switchUser, reload) {
  const inputs = [{ id: "name", label: "Name", max_length: 32 }, { id: "locale", label: "Language", options: firstLocales() }];
  openModal({ title: "Add a user", inputs }, async ({ name, locale }) => {
    try {
      const user = await api.addUser({ username: usernameOf(name), global_name: name, locale: locale[0] });
      await reload();
      switchUser(user.id);
      return null;
    } catch (error) {
      return error.message;
    }
  });
}

function ownTab() {
  return el("a", { class: "own-tab", href: `/?user=${world.user}&channel=${world.channel}`, target: "_blank" }, "Open in a tab of its own", el("span", { class: "icon outward" }));
}

const firstLocales = () => Object.entries(LOCALES).map(([value, label]) => ({ value, label, description: value, default: value === "en-US" }));
// Usernames are unique and lower case; display names need not be unique.
const usernameOf = (name) => `${name.toLowerCase().replace(/[^a-z0-9_.]/g, "") || "user"}${world.users.length + 1}`;
