// The page's theme, as in Discord: dark, light, or black for OLED screens. `?theme=light` chooses it for one tab;
// otherwise the browser remembers the choice.

import { el } from "./dom.js";

const THEMES = { dark: "Dark theme", light: "Light theme", black: "Black theme" };
const STORAGE_KEY = "sandbox-theme";

export function startTheme() {
  show(new URLSearchParams(location.search).get("theme") ?? localStorage.getItem(STORAGE_KEY));
}

function show(theme) {
  document.documentElement.dataset.theme = Object.hasOwn(THEMES, theme) ? theme : "dark";
}

export function themeSelect() {
  const change = ({ target }) => { localStorage.setItem(STORAGE_KEY, target.value); show(target.value); };
  const options = Object.entries(THEMES).map(([value, name]) => el("option", { value, selected: value === document.documentElement.dataset.theme }, name));
  return el("select", { "aria-label": "Theme", on: { change } }, options);
}
