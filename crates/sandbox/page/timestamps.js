// Formats dates in the user's language, and updates the countdowns of `<t:SECONDS:R>`.

import { el } from "./dom.js";
import { locale, now } from "./world.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS = [
  ["second", 1, 60],
  ["minute", 60, 3600],
  ["hour", 3600, 86400],
  ["day", 86400, 2592000],
  ["month", 2592000, 31536000],
  ["year", 31536000, Infinity],
];

export function formatted(milliseconds, style) {
  return new Intl.DateTimeFormat(locale(), STYLES[style] ?? STYLES.f).format(milliseconds);
}

function relative(seconds) {
  // Rounds away from zero; otherwise a deadline would seem to have passed half a second early.
  const left = seconds - now() / 1000;
  const whole = left > 0 ? Math.ceil(left) : Math.floor(left);
  const [unit, size] = UNITS.find(([, , limit]) => Math.abs(whole) < limit);
  return new Intl.RelativeTimeFormat(locale()).format(Math.round(whole / size), unit);
}

/** Renders a `<t:…>` of a message. */
export function timestamp(seconds, style) {
  const live = style === "R";
  return el("time", {
    class: "timestamp",
    datetime: isoOf(seconds),
    title: isoOf(seconds) && formatted(seconds * 1000, "F"),
    data: live ? { countdown: seconds } : {},
  }, isoOf(seconds) ? (live ? relative(seconds) : formatted(seconds * 1000, style)) : "Invalid date");
}

function isoOf(seconds) {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

export function startCountdowns() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-countdown]")) {
      const text = relative(Number(node.dataset.countdown));
      if (node.textContent !== text) node.textContent = text;
    }
  }, 250);
}

/** Renders the time at which a message was sent. */
export function sentAt(iso) {
  const date = new Date(iso);
  const days = Math.round((startOfDay(new Date(now())) - startOfDay(date)) / 86400000);
  const time = formatted(date, "t");
  const text = days === 0 || days === 1 ? `${dayName(-days)} ${time}` : formatted(date, "s");
  return el("time", { class: "sent", datetime: iso, title: formatted(date, "F") }, text);
}

function dayName(offset) {
  const name = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(offset, "day");
  const [first, ...rest] = name;
  return `${first.toLocaleUpperCase(locale())}${rest.join("")}${locale().startsWith("en") ? " at" : ""}`;
}

export function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

export function longDate(date) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(date);
}
