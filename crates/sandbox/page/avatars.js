// Faces: a user's colour and the first letter of his name, or the picture he has.

import { el } from "./dom.js";
import { fileUrl, nameOf, userById } from "./world.js";

const COLOURS = ["#5865f2", "#757e8a", "#3ba55c", "#faa61a", "#ed4245", "#eb459f"];

export function avatar(user, size = "") {
  const known = userById(user?.id) ?? user;
  if (known?.avatar_url) return el("img", { class: `avatar ${size}`, src: fileUrl(known.avatar_url), alt: "" });
  const letter = [...nameOf(known)][0]?.toUpperCase() ?? "?";
  return el("span", { class: `avatar ${size}`, "aria-hidden": "true", style: { "--colour": colourOf(known) } }, letter);
}

export function colourOf(user) {
  const given = user?.avatar_colour;
  if (typeof given === "string") return given;
  if (typeof given === "number") return `#${given.toString(16).padStart(6, "0")}`;
  return COLOURS[Number(BigInt(/^\d+$/.test(user?.id ?? "") ? user.id : 0) >> 22n) % COLOURS.length] ?? COLOURS[0];
}
