// Renders Discord's dialect of Markdown to DOM nodes.

import { el } from "./dom.js";
import { timestamp } from "./timestamps.js";
import { channelById, emojiUrl, displayName, userById, world } from "./world.js";

/** Renders text with block and inline markup. */
export function markdown(text) {
  return el("div", { class: "markdown" }, withFences(String(text ?? "")));
}

const FENCE = /```(?:([A-Za-z0-9_+.-]+)\n)?\n?([\s\S]+?)\n?```\n?/g;

function withFences(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(FENCE)) {
    if (match.index > end) nodes.push(blocks(text.slice(end, match.index).replace(/\n$/, "")));
    nodes.push(el("pre", {}, el("code", { "data-language": match[1] }, match[2])));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(blocks(text.slice(end)));
  return nodes;
}

const BLOCKS = [
  { start: /^>>> /, take: () => Infinity, build: longQuote },
  { start: /^> ?/, take: (lines) => run(lines, /^>( |$)/), build: quote },
  { start: /^#{1,3} +\S/, take: () => 1, build: heading },
  { start: /^-# +\S/, take: () => 1, build: (lines) => el("small", { class: "subtext" }, inline(lines[0].slice(3).trim())) },
  { start: /^ *(?:[-*]|\d+\.) +\S/, take: (lines) => run(lines, /^ *(?:[-*]|\d+\.) +\S/), build: (lines) => list(lines) },
];

const isQuoteMark = (line) => /^>( |$)/.test(line) || line.startsWith(">>> ");
const blockAt = (line) => BLOCKS.find(({ start }) => start.test(line) && (line[0] !== ">" || isQuoteMark(line)));

function run(lines, pattern) {
  const end = lines.findIndex((line) => !pattern.test(line));
  return end < 0 ? lines.length : end;
}

function blocks(text) {
  let lines = text.split("\n");
  const nodes = [];
  while (lines.length > 0) {
    const block = blockAt(lines[0]);
    const count = Math.min(block ? block.take(lines) : plainRun(lines), lines.length);
    nodes.push(block ? block.build(lines.slice(0, count)) : paragraph(lines.slice(0, count)));
    lines = lines.slice(count);
  }
  return nodes.flat();
}

function plainRun(lines) {
  const end = lines.findIndex((line) => blockAt(line));
  return end < 0 ? lines.length : end;
}

// Browsers drop a newline at the end of a block; Discord shows the empty line.
function paragraph(lines) {
  const tail = lines.at(-1) === "" ? "\n" : "";
  return el("div", { class: "paragraph" }, inline(lines.join("\n") + tail));
}

function longQuote(lines) {
  return el("blockquote", {}, blocks([lines[0].slice(4), ...lines.slice(1)].join("\n")));
}

function quote(lines) {
  return el("blockquote", {}, blocks(lines.map((line) => line.replace(/^> ?/, "")).join("\n")));
}

// The page itself uses h1 and h2, so headings of messages start at h3.
function heading([line]) {
  const [, marks, title] = /^(#{1,3}) +(.*)$/.exec(line);
  return el(`h${marks.length + 2}`, { class: `heading-${marks.length}` }, inline(title.trim()));
}

function list(lines) {
  const items = lines.map((line) => /^( *)([-*]|\d+\.) +(.*)$/.exec(line)).map(([, indent, mark, text]) => ({ depth: indent.length, mark, text }));
  const [first] = items;
  // A change between numbers and bullets starts another list.
  const change = items.findIndex((item) => item.depth <= first.depth && isOrdered(item) !== isOrdered(first));
  if (change < 0) return listOf(items);
  return [listOf(items.slice(0, change)), list(lines.slice(change))].flat();
}

const isOrdered = ({ mark }) => /\d/.test(mark);

function listOf(items) {
  const [first] = items;
  const ordered = isOrdered(first);
  const node = el(ordered ? "ol" : "ul", ordered ? { start: parseInt(first.mark, 10) } : {});
  for (let at = 0; at < items.length;) {
    const deeper = items.slice(at + 1).findIndex((item) => item.depth <= first.depth);
    const end = deeper < 0 ? items.length : at + 1 + deeper;
    const nested = items.slice(at + 1, end);
    node.append(el("li", {}, inline(items[at].text), nested.length > 0 && listOf(nested)));
    at = end;
  }
  return node;
}

const INSIDE = String.raw`((?:\\[\s\S]|[^\\])+?)`;

// Tried in this order at every position of the text.
const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (match) => match[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (match) => el("code", {}, match[2].length > 2 ? match[2].replace(/^ (.+) $/, "$1") : match[2])],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (match) => timestamp(Number(match[1]), match[2] ?? "f")],
  [/<@!?(\d+)>/y, (match) => mention(`@${displayName(userById(match[1]))}`, { mentionUser: match[1] })],
  [/<@&(\d+)>/y, () => mention("@role")],
  [/<#(\d+)>/y, (match) => channelMention(match[1])],
  [/<\/([^:>]+):(\d+)>/y, (match) => el("button", { type: "button", class: "mention", data: { commandLink: match[1] } }, `/${match[1]}`)],
  [/<(a?):(\w+):(\d+)>/y, (match) => customEmoji(match[3], match[2])],
  [/<(https?:\/\/[^\s<>]+)>/y, (match) => link(match[1], match[1])],
  [/\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: +"[^"]*")?\)/y, (match) => link(match[2], inline(match[1]))],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'\])]/y, (match) => link(match[0], match[0])],
  [new RegExp(String.raw`\*\*${INSIDE}\*\*(?!\*)`, "y"), (match) => el("strong", {}, inline(match[1]))],
  [new RegExp(String.raw`__${INSIDE}__(?!_)`, "y"), (match) => el("u", {}, inline(match[1]))],
  [new RegExp(`~~${INSIDE}~~`, "y"), (match) => el("s", {}, inline(match[1]))],
  [/\|\|([\s\S]+?)\|\|/y, (match) => spoiler(inline(match[1]))],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, (match) => el("em", {}, inline(match[1]))],
  [/\b_((?:__|\\[\s\S]|[^\\_])+?)_\b/y, (match) => el("em", {}, inline(match[1]))],
  [/@(everyone|here)\b/y, (match) => mention(match[0])],
];

const PLAIN = /[^\\`<[*_~|@]+?(?=https?:\/\/|[\\`<[*_~|@]|$)|[\s\S]/y;

/** Renders inline markup only. */
export function inline(text) {
  const nodes = [];
  let plain = "";
  const flush = () => { nodes.push(...withEmoji(plain)); plain = ""; };
  for (let at = 0; at < text.length;) {
    const [match, node] = nodeAt(text, at);
    if (typeof node === "string") plain += node;
    else { flush(); nodes.push(node); }
    at += match[0].length;
  }
  flush();
  return nodes;
}

function nodeAt(text, at) {
  for (const [pattern, build] of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return [match, build(match)];
  }
  PLAIN.lastIndex = at;
  const match = PLAIN.exec(text);
  return [match, match[0]];
}

const EMOJI = /\p{RGI_Emoji}/gv;

/** Wraps Unicode emoji, which are drawn larger than the letters around them. */
function withEmoji(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(EMOJI)) {
    if (match.index > end) nodes.push(text.slice(end, match.index));
    nodes.push(el("span", { class: "emoji" }, match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

export function customEmoji(id, name) {
  return el("img", { class: "emoji", src: emojiUrl(id), alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
}

const CUSTOM_EMOJI = /<a?:\w+:\d+>/g;
// Discord shows up to this many emoji large, more of them small.
const MOST_LARGE = 30;

/** Returns true for text that consists only of emoji and is therefore shown large. */
export function isOnlyEmoji(text) {
  const count = [...text.matchAll(CUSTOM_EMOJI), ...text.replace(CUSTOM_EMOJI, "").matchAll(EMOJI)].length;
  const rest = text.replace(CUSTOM_EMOJI, "").replace(EMOJI, "").trim();
  return rest === "" && count > 0 && count <= MOST_LARGE;
}

function mention(text, data = {}) {
  const mine = data.mentionUser !== undefined && data.mentionUser === world.user;
  return el("span", { class: mine ? "mention own" : "mention", data }, text);
}

function channelMention(id) {
  const channel = channelById(id);
  if (!channel) return mention("#unknown");
  return el("button", { type: "button", class: "mention", data: { channelLink: id } }, `#${channel.name}`);
}

function link(url, content) {
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, content);
}

function spoiler(content) {
  return el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, hidden", "aria-expanded": "false" }, el("span", {}, content));
}
