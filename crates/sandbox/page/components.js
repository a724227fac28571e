// Renders message components and attachments from Discord's JSON to DOM. The nodes have no listeners: `interactions.js`
// reads clicks from the `data-` attributes, so that messages can be patched.

import { el } from "./dom.js";
import { customEmoji, isOnlyEmoji, markdown } from "./markdown.js";
import { fileUrl } from "./world.js";

const KIND = { row: 1, button: 2, stringSelect: 3, section: 9, text: 10, thumbnail: 11, gallery: 12, file: 13, separator: 14, container: 17 };

const BUILDERS = {
  [KIND.row]: (row, message) => el("div", { class: "row" }, renderComponents(row.components, message)),
  [KIND.button]: button,
  [KIND.stringSelect]: select,
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

// Like Discord, shows text that consists only of emoji in a large size.
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
    const found = findComponent(component.components, customId);
    if (found) return found;
  }
  return null;
}

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

function button({ style, label, emoji, custom_id: customId, disabled }) {
  return el("button", {
    type: "button",
    class: `button ${BUTTON_STYLES[style]}`,
    disabled,
    "aria-label": label ? null : emoji?.name,
    data: { component: "button", customId },
  }, emoji && partialEmoji(emoji), label && el("span", { class: "label" }, label));
}

/** Renders the emoji `{id, name}` of a button or an option. */
export function partialEmoji({ id, name }) {
  return id ? customEmoji(id, name ?? "emoji") : el("span", { class: "emoji" }, name);
}

function select(component) {
  const chosen = component.options.filter((option) => option.default);
  return el("button", {
    type: "button",
    class: "select",
    disabled: component.disabled,
    "aria-haspopup": "listbox",
    "aria-label": placeholderOf(component),
    data: { component: "select", customId: component.custom_id },
  }, renderSelectValue(component, chosen), el("span", { class: "icon chevron" }));
}

export function placeholderOf(component) {
  return component.placeholder ?? "Make a selection";
}

/** Renders the value of a closed select: the chosen options, or the placeholder. */
export function renderSelectValue(component, chosen) {
  if (chosen.length === 0) return el("span", { class: "select-value placeholder" }, placeholderOf(component));
  if (chosen.length === 1) return el("span", { class: "select-value" }, chosen[0].emoji && partialEmoji(chosen[0].emoji), el("span", { class: "line" }, chosen[0].label));
  return el("span", { class: "select-value" }, chosen.map(({ label }) => el("span", { class: "chosen" }, label)));
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

function container({ components, accent_color: accent }, message) {
  const isNumber = typeof accent === "number";
  return el("section", {
    class: isNumber ? "container accented" : "container",
    style: isNumber ? { "--accent": `#${accent.toString(16).padStart(6, "0")}` } : {},
  }, renderComponents(components, message));
}

function thumbnail({ media, description }, message) {
  return picture(media, { message, description, name: "thumbnail" });
}

/** Renders a picture as a button that opens it in full size; its label is the alternative text. */
function picture(media, { message, description, name, style }) {
  const file = attachmentOf(media, message);
  const image = el("img", {
    src: fileUrl(file?.url ?? media.url),
    alt: description ?? "",
    width: media.width ?? file?.width,
    height: media.height ?? file?.height,
    draggable: "false",
  });
  return el("button", {
    type: "button",
    class: `picture ${name}`,
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
  const pictures = items.map(({ media, description }, at) =>
    picture(media, { message, description, name: "tile", style: { "grid-column": `span ${tileSpan(at, items.length)}` } }));
  return el("div", { class: `gallery of-${Math.min(items.length, 4)}` }, pictures);
}

// The grid has six columns. As on Discord, rows have three pictures; the first row has the remainder.
function tileSpan(at, count) {
  if (count <= 1) return 6;
  if (count === 2 || count === 4) return 3;
  const first = count % 3;
  return at < first ? 6 / first : 2;
}

function fileComponent({ file }, message) {
  return fileCard(attachmentOf(file, message) ?? { url: file.url, filename: file.url?.split("/").at(-1), size: 0 });
}

function fileCard({ url, filename, size }) {
  return el("div", { class: "file" },
    el("span", { class: "emoji", "aria-hidden": "true" }, "📄"),
    el("span", {}, el("a", { href: fileUrl(url), target: "_blank", rel: "noopener" }, filename), el("small", {}, bytes(size))));
}

function bytes(size) {
  return size >= 1048576 ? `${(size / 1048576).toFixed(2)} MB` : size >= 1024 ? `${(size / 1024).toFixed(2)} KB` : `${size ?? 0} bytes`;
}

/** Renders the attachments of a message without Components V2: pictures first, as one gallery. */
export function renderAttachments(message) {
  const files = message.attachments ?? [];
  const isPicture = (file) => file.content_type?.startsWith("image/");
  const items = files.filter(isPicture).map((file) => ({ media: file }));
  return [items.length > 0 && gallery({ items }, message), files.filter((file) => !isPicture(file)).map((file) => fileCard(file))];
}
