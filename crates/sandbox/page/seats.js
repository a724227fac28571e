// Who this tab is: the switch between the users on top, and the user's own panel below the channels.

import { api } from "./api.js";
import { avatar } from "./avatars.js";
import { KIND } from "./components.js";
import { byId, el, rebuild } from "./dom.js";
import { openModal } from "./modal.js";
import { me, nameOf, world } from "./world.js";

// Discord's locales, each by its own name.
const LOCALES = {
  "en-US": "English, US", "en-GB": "English, UK", bg: "български", "zh-CN": "中文", "zh-TW": "繁體中文", hr: "Hrvatski", cs: "Čeština", da: "Dansk", nl: "Nederlands",
  fi: "Suomi", fr: "Français", de: "Deutsch", el: "Ελληνικά", hi: "हिन्दी", hu: "Magyar", id: "Bahasa Indonesia", it: "Italiano", ja: "日本語", ko: "한국어",
  lt: "Lietuviškai", no: "Norsk", pl: "Polski", "pt-BR": "Português do Brasil", ro: "Română", ru: "Pусский", "es-ES": "Español", "es-419": "Español, LATAM",
  "sv-SE": "Svenska", th: "ไทย", tr: "Türkçe", uk: "Українська", vi: "Tiếng Việt",
};

// Mentions that a user has not looked at since: user id → how many.
const pings = new Map();

export function addPing(user) {
  pings.set(user, (pings.get(user) ?? 0) + 1);
}

export function clearPings(user) {
  pings.delete(user);
}

/** `fixed`: the tab is one user's and offers no switch. */
export function showSeats({ fixed, sitAs, reload }) {
  const users = fixed ? [me()].filter(Boolean) : world.users;
  const key = [users, world.user, [...pings]];
  rebuild(byId("switcher"), key, () => [users.map((user) => seat(user, sitAs)), !fixed && addButton(sitAs, reload)]);
  rebuild(byId("me"), [me(), world.channel], () => me() && [myPanel(me(), reload), !fixed && ownTab()]);
  // Where the users do not all fit, the one who is current must still be seen.
  byId("switcher").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function seat(user, sitAs) {
  const current = user.id === world.user;
  const count = pings.get(user.id) ?? 0;
  return el("button", {
    type: "button",
    class: "seat",
    title: `${nameOf(user)} (${LOCALES[user.locale] ?? user.locale})`,
    "aria-label": `${nameOf(user)}, ${user.locale}${count ? `, ${count} unread mentions` : ""}`,
    "aria-pressed": String(current),
    data: { user: user.id, locale: user.locale },
    on: { click: () => sitAs(user.id) },
  }, el("span", { class: "face" }, avatar(user, "small"), count > 0 && el("span", { class: "ping" }, String(count))),
  el("span", { class: "seat-name" }, el("span", {}, nameOf(user)), el("small", {}, user.locale)));
}

function addButton(sitAs, reload) {
  return el("button", { type: "button", class: "add", title: "Add a user", "aria-label": "Add a user", on: { click: () => addUser(sitAs, reload) } }, "+");
}

function myPanel(user, reload) {
  const change = async (event) => { await api.changeUser(user.id, { locale: event.target.value }); await reload(); };
  const select = el("select", { "aria-label": "Language", on: { change } }, localeOptions(user.locale));
  return [avatar(user, "small"), el("span", { class: "me-name" }, nameOf(user), el("small", {}, user.username)), select];
}

function localeOptions(current) {
  return Object.entries(LOCALES).map(([value, name]) => el("option", { value, selected: value === current }, name));
}

function addUser(sitAs, reload) {
  const components = [
    { type: KIND.textInput, custom_id: "name", label: "Name", style: 1, max_length: 32 },
    { type: KIND.label, label: "Language", component: { type: KIND.stringSelect, custom_id: "locale", options: firstLocales() } },
  ];
  openModal({ title: "Add a user", components }, async ({ name, locale }) => {
    try {
      const user = await api.addUser({ username: usernameOf(name), global_name: name, locale: locale[0] });
      await reload();
      sitAs(user.id);
      return null;
    } catch (refusal) {
      return refusal.message;
    }
  });
}

function ownTab() {
  return el("a", { class: "own-tab", href: `/?user=${world.user}&channel=${world.channel}`, target: "_blank" }, "Open in a tab of its own", el("span", { class: "icon outward" }));
}

const firstLocales = () => Object.entries(LOCALES).map(([value, label]) => ({ value, label, description: value, default: value === "en-US" }));
// Discord's user names are plain and lower case; two people may share a shown name.
const usernameOf = (name) => `${name.toLowerCase().replace(/[^a-z0-9_.]/g, "") || "user"}${world.users.length + 1}`;
