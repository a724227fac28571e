// Avatars: a user's picture, or the first letter of their name on a colour.

import { el } from "./dom.js";
import { fileUrl, displayName, userById } from "./world.js";

const COLOURS = ["#5865f2", "#757e8a", "#3ba55c", "#faa61a", "#ed4245", "#eb459f"];

export function avatar(user, size = "") {
  const known = userById(user?.id) ?? user;
  if (known?.avatar_url) return el("img", { class: `avatar ${size}`, src: fileUrl(known.avatar_url), alt: "" });
  const letter = [...displayName(known)][0]?.toUpperCase() ?? "?";
  return el("span", { class: `avatar ${size}`, "aria-hidden": "true", style: { "--colour": colourOf(known) } }, letter);
}

export function colourOf(user) {
  const given = user?.avatar_colour;
  if (typeof given === "string") return given;
  if (typeof given === "number") return `#${given.toString(16).padStart(6, "0")}`;
  return COLOURS[Number(BigInt(/^\d+$/.test(user?.id ?? "") ? user.id : 0) >> 22n) % COLOURS.length] ?? COLOURS[0];
}
