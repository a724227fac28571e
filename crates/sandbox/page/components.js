// Renders message components, embeds and attachments from Discord's JSON to DOM. The nodes have no
// listeners: `interactions.js` reads clicks from the `data-` attributes, so messages can be patched.

import { el } from "./dom.js";
import { customEmoji, inline, isOnlyEmoji, markdown } from "./markdown.js";
import { sentAt } from "./timestamps.js";
import { allChannels, fileUrl, displayName, world } from "./world.js";

export const KIND = {
  row: 1, button: 2, stringSelect: 3, textInput: 4, userSelect: 5, roleSelect: 6, mentionableSelect: 7, channelSelect: 8,
  section: 9, text: 10, thumbnail: 11, gallery: 12, file: 13, separator: 14, container: 17, label: 18,
  radioGroup: 21, checkboxGroup: 22, checkbox: 23,
};

const BUILDERS = {
  [KIND.row]: (row, message) => el("div", { class: "row" }, renderComponents(row.components, message)),
  [KIND.button]: button,
  [KIND.stringSelect]: select,
  [KIND.userSelect]: select,
  [KIND.roleSelect]: select,
  [KIND.mentionableSelect]: select,
  [KIND.channelSelect]: select,
  [KIND.section]: section,
  [KIND.text]: textDisplay,
  [KIND.thumbnail]: thumbnail,
  [KIND.gallery]: gallery,
  [KIND.file]: fileComponent,
  [KIND.separator]: separator,
  [KIND.container]: container,
};

export function renderComponents(components, message) {
  return (components ?? []).map((component) => BUILDERS[component.type]?.(component, message) ?? unknown(component));
}

// Like Discord, draws a text of emoji alone large.
function textDisplay({ content }) {
  const text = markdown(content);
  text.classList.toggle("jumbo", isOnlyEmoji(content));
  return text;
}

function unknown({ type }) {
  return el("p", { class: "unknown" }, `A component of type ${type}, which this page cannot show.`);
}

/** Returns the component with this custom id, nested or not; null if there is none. */
export function findComponent(components, customId) {
  for (const component of components ?? []) {
    if (component.custom_id === customId) return component;
    const children = [...(component.components ?? []), component.accessory, component.component].filter(Boolean);
    const found = findComponent(children, customId);
    if (found) return found;
  }
  return null;
}

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

function button(component) {
  const { style, label, emoji, url, custom_id: customId, disabled } = component;
  const content = [emoji && partialEmoji(emoji), label && el("span", { class: "label" }, label)];
  const name = `button ${BUTTON_STYLES[style] ?? "secondary"}`;
  if (style === 5 && !disabled) {
    return el("a", { class: name, href: /^(https?|discord):/.test(url) ? url : null, target: "_blank", rel: "noopener noreferrer" }, content, el("span", { class: "icon outward" }));
  }
  return el("button", {
    type: "button",
    class: name,
    disabled: disabled || style > 4,
    "aria-label": label ? null : emoji?.name,
    data: { component: "button", customId },
  }, content.some(Boolean) ? content : "Premium", style === 5 && el("span", { class: "icon outward" }));
}

/** Renders the emoji `{id, name}` of a button or an option. */
export function partialEmoji({ id, name }) {
  return id ? customEmoji(id, name ?? "emoji") : el("span", { class: "emoji" }, name);
}

const PLACEHOLDERS = {
  [KIND.stringSelect]: "Make a selection", [KIND.userSelect]: "Select a user", [KIND.roleSelect]: "Select a role",
  [KIND.mentionableSelect]: "Select a user or role", [KIND.channelSelect]: "Select a channel",
};

function select(component) {
  const chosen = optionsOf(component).filter((option) => option.default);
  return el("button", {
    type: "button",
    class: "select",
    disabled: component.disabled,
    "aria-haspopup": "listbox",
    "aria-label": placeholderOf(component),
    data: { component: "select", customId: component.custom_id, componentType: component.type },
  }, renderSelectValue(component, chosen), el("span", { class: "icon chevron" }));
}

export function placeholderOf(component) {
  return component.placeholder ?? PLACEHOLDERS[component.type];
}

/** Renders the value of a closed select: the chosen options, or the placeholder. */
export function renderSelectValue(component, chosen) {
  if (chosen.length === 0) return el("span", { class: "select-value placeholder" }, placeholderOf(component));
  if (chosen.length === 1) return el("span", { class: "select-value" }, chosen[0].emoji && partialEmoji(chosen[0].emoji), chosen[0].label);
  return el("span", { class: "select-value" }, chosen.map(({ label }) => el("span", { class: "chosen" }, label)));
}

/** Returns the options of a select of any type, in the form of a string select's. */
export function optionsOf(component) {
  if (component.type === KIND.stringSelect) return component.options ?? [];
  const defaults = new Set((component.default_values ?? []).map(({ id }) => id));
  return candidates(component).map((option) => ({ ...option, default: defaults.has(option.value) }));
}

function candidates({ type, channel_types: types }) {
  if (type === KIND.channelSelect) {
    return allChannels().filter((channel) => !types?.length || types.includes(channel.type)).map(({ id, name }) => ({ label: `# ${name}`, value: id }));
  }
  if (type === KIND.roleSelect) return world.guilds.map(({ id }) => ({ label: "@everyone", value: id }));
  const people = [...world.users, world.bot].filter(Boolean);
  return people.map((user) => ({ label: displayName(user), value: user.id, description: user.username, user }));
}

function section({ components, accessory }, message) {
  return el("div", { class: "section" },
    el("div", { class: "texts" }, renderComponents(components, message)),
    accessory && el("div", { class: "accessory" }, renderComponents([accessory], message)));
}

function separator({ divider = true, spacing = 1 }) {
  const name = `separator ${spacing === 2 ? "large" : "small"}`;
  return divider ? el("hr", { class: name }) : el("div", { class: name });
}

function container({ components, accent_color: accent, spoiler }, message) {
  const hidden = spoiler ? { role: "button", tabindex: "0", "aria-label": "Spoiler, hidden", "aria-expanded": "false" } : {};
  return el("section", {
    class: `container${isNumber(accent) ? " accented" : ""}${spoiler ? " spoiler" : ""}`,
    style: isNumber(accent) ? { "--accent": colour(accent) } : {},
    ...hidden,
  }, renderComponents(components, message));
}

const isNumber = (value) => typeof value === "number";
const colour = (number) => `#${number.toString(16).padStart(6, "0")}`;

function thumbnail({ media, description, spoiler }, message) {
  return picture(media, { message, description, spoiler, name: "thumbnail" });
}

/** Renders a picture as a button that opens it in full size; its label is the alternative text. */
function picture(media, { message, description, spoiler, name, style }) {
  const file = attachmentOf(media, message);
  const image = el("img", {
    src: fileUrl(file?.url ?? media.url),
    alt: description ?? file?.description ?? "",
    width: media.width ?? file?.width,
    height: media.height ?? file?.height,
    draggable: "false",
  });
  return el("button", {
    type: "button",
    class: `picture ${name}${spoiler ? " spoiler" : ""}`,
    style: style ?? {},
    "aria-label": description ? `Picture: ${description}` : "Picture",
    data: { picture: true },
  }, image,
  description && name !== "thumbnail" && el("span", { class: "alt", "aria-hidden": "true" }, "ALT"),
  description && el("span", { class: "alt-text", "aria-hidden": "true" }, description));
}

function attachmentOf(media, message) {
  const named = /^attachment:\/\/(.+)$/.exec(media.url ?? "")?.[1];
  return message.attachments?.find((file) => file.filename === named || file.url === media.url) ?? null;
}

function gallery({ items }, message) {
  const pictures = items.map(({ media, description, spoiler }, at) =>
    picture(media, { message, description, spoiler, name: "tile", style: { "grid-column": `span ${tileSpan(at, items.length)}` } }));
  return el("div", { class: `gallery of-${Math.min(items.length, 4)}` }, pictures);
}

// The grid has six columns. Like on Discord, rows have three pictures; the first row takes the rest.
function tileSpan(at, count) {
  if (count <= 1) return 6;
  if (count === 2 || count === 4) return 3;
  const first = count % 3;
  return at < first ? 6 / first : 2;
}

function fileComponent({ file, spoiler }, message) {
  const attachment = attachmentOf(file, message) ?? { url: file.url, filename: file.url?.split("/").at(-1), size: 0 };
  return fileCard(attachment, spoiler);
}

function fileCard({ url, filename, size }, spoiler = false) {
  return el("div", { class: spoiler ? "file spoiler" : "file" },
    el("span", { class: "emoji", "aria-hidden": "true" }, "📄"),
    el("span", {}, el("a", { href: fileUrl(url), target: "_blank", rel: "noopener" }, filename), el("small", {}, bytes(size))));
}

function bytes(size) {
  return size >= 1048576 ? `${(size / 1048576).toFixed(2)} MB` : size >= 1024 ? `${(size / 1024).toFixed(2)} KB` : `${size ?? 0} bytes`;
}

/** Renders attachments of a message without Components V2: pictures first, as one gallery. */
export function renderAttachments(message) {
  const inEmbeds = JSON.stringify(message.embeds ?? []);
  const files = (message.attachments ?? []).filter((file) => !inEmbeds.includes(JSON.stringify(file.url)) && !inEmbeds.includes(`attachment://${file.filename}`));
  const isPicture = (file) => file.content_type?.startsWith("image/") ?? /\.(png|jpe?g|gif|webp|svg)$/i.test(file.filename);
  const items = files.filter(isPicture).map((file) => ({ media: file, description: file.description, spoiler: file.filename.startsWith("SPOILER_") }));
  return [items.length > 0 && gallery({ items }, message), files.filter((file) => !isPicture(file)).map((file) => fileCard(file))];
}

export function renderEmbeds(message) {
  return (message.embeds ?? []).map((embed) => renderEmbed(embed, message));
}

function renderEmbed(embed, message) {
  const { author, title, url, description, fields, thumbnail: small, image, color } = embed;
  return el("article", { class: "embed", style: isNumber(color) ? { "--accent": colour(color) } : {} },
    small && picture(small, { message, name: "thumbnail" }),
    author && el("div", { class: "embed-author" }, author.icon_url && el("img", { src: fileUrl(author.icon_url), alt: "" }), author.name),
    title && el("div", { class: "embed-title" }, url ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, inline(title)) : inline(title)),
    description && markdown(description),
    fields?.length > 0 && el("div", { class: "embed-fields" }, fields.map(embedField)),
    image && picture(image, { message, name: "tile" }),
    embedFooter(embed));
}

function embedField({ name, value, inline: beside }) {
  return el("div", { class: beside ? "embed-field beside" : "embed-field" }, el("strong", {}, inline(name)), markdown(value));
}

function embedFooter({ footer, timestamp }) {
  if (!footer && !timestamp) return null;
  return el("footer", {},
    footer?.icon_url && el("img", { src: fileUrl(footer.icon_url), alt: "" }),
    footer?.text, footer && timestamp && " • ", timestamp && sentAt(timestamp));
}

