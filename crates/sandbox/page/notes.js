// Commands under way and those that failed: rows that only this tab knows, below the messages.

import { avatar } from "./avatars.js";
import { byId, el } from "./dom.js";
import { dots } from "./messages.js";
import { nameOf, userById, world } from "./world.js";

let notes = [];

export function addNote(channel, user, command) {
  const note = { channel, user, command, failure: null };
  notes.push(note);
  showNotes();
  return note;
}

export function dropNote(note) {
  notes = notes.filter((other) => other !== note);
  showNotes();
}

export function failNote(note, failure) {
  note.failure = failure;
  showNotes();
}

/** Only those of the seat and the channel that the tab looks at. */
export function showNotes() {
  const mine = notes.filter(({ channel, user }) => channel === world.channel && user === world.user);
  byId("notes").replaceChildren(...mine.map(noteRow));
}

function noteRow(note) {
  return el("li", { class: note.failure ? "message ephemeral" : "message" },
    el("div", { class: "origin" }, avatar(userById(note.user), "tiny"), el("span", { class: "origin-text" }, el("strong", {}, nameOf(userById(note.user))), " used ", el("span", { class: "mention" }, note.command))),
    el("div", { class: "gutter" }, avatar(world.bot)),
    el("div", { class: "main" },
      el("div", { class: "byline" }, el("span", { class: "author" }, nameOf(world.bot)), el("span", { class: "badge" }, "APP")),
      note.failure ? failedBody(note) : el("p", { class: "thinking", role: "status" }, dots(), "Sending command…")));
}

function failedBody(note) {
  return [
    el("p", { class: "failure", role: "alert" }, note.failure),
    el("div", { class: "notice" }, el("span", { class: "icon eye" }), "Only you can see this • ", el("button", { type: "button", on: { click: () => dropNote(note) } }, "Dismiss message")),
  ];
}
