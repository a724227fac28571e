// Commands that wait for a response or have failed: rows below the messages that only this tab shows.

import { avatar } from "./avatars.js";
import { byId, el } from "./dom.js";
import { dots } from "./messages.js";
import { displayName, userById, world } from "./world.js";

let commands = [];

export function addPendingCommand(channel, user, title) {
  const pending = { channel, user, title, failure: null };
  commands.push(pending);
  showPendingCommands();
  return pending;
}

export function removePendingCommand(pending) {
  commands = commands.filter((other) => other !== pending);
  showPendingCommands();
}

export function failPendingCommand(pending, failure) {
  pending.failure = failure;
  showPendingCommands();
}

/** Shows the pending commands of the current user and channel. */
export function showPendingCommands() {
  const visible = commands.filter(({ channel, user }) => channel === world.channel && user === world.user);
  byId("pending-commands").replaceChildren(...visible.map(pendingCommandRow));
}

function pendingCommandRow(pending) {
  return el("li", { class: pending.failure ? "message ephemeral" : "message" },
    el("div", { class: "origin" }, avatar(userById(pending.user), "tiny"), el("span", { class: "origin-text" }, el("strong", {}, displayName(userById(pending.user))), " used ", el("span", { class: "mention" }, pending.title))),
    el("div", { class: "gutter" }, avatar(world.bot)),
    el("div", { class: "main" },
      el("div", { class: "byline" }, el("span", { class: "author" }, displayName(world.bot)), el("span", { class: "badge" }, "APP")),
      pending.failure ? failedBody(pending) : el("p", { class: "thinking", role: "status" }, dots(), "Sending command…")));
}

function failedBody(pending) {
  return [
    el("p", { class: "failure", role: "alert" }, pending.failure),
    el("div", { class: "notice" }, el("span", { class: "icon eye" }), "Only you can see this • ", el("button", { type: "button", on: { click: () => removePendingCommand(pending) } }, "Dismiss message")),
  ];
}
