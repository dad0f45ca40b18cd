// Helpers that make elements (buttons, chips, texts with suits of cards), and one that copies a text.

import { $ } from "./dom.js";

/**
 * Make an element with its children; a button does not submit its form.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Made} attributes
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (tag === "button") element.setAttribute("type", "button");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flatMap((one) => (typeof one === "string" ? withSuitSymbols(one) : one)));
  return element;
}

/**
 * Make a button that looks like a chip.
 * @param {Made} attributes
 * @param {(Node | string)[]} children
 */
export function chipButton(attributes, ...children) { return make("button", { class: "chip-button", ...attributes }, ...children); }

/**
 * Make a plain button.
 * @param {string} text
 * @param {() => void} onclick
 * @param {Made} attributes
 */
export function quietButton(text, onclick, attributes = {}) { return make("button", { class: "quiet", onclick, ...attributes }, text); }

/**
 * Show a button as pressed or not.
 * @param {Element} button
 * @param {boolean} isPressed
 */
export function setPressed(button, isPressed) { button.setAttribute("aria-pressed", String(isPressed)); }

/**
 * Return a text with red suits in red, together with their rank, and no suit drawn as an emoji.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function withSuitSymbols(text) {
  return text.split(/((?:10|[AKQJ2-9])?[♥♦]|[♠♣])[\ufe0e\ufe0f]?/).map((part, number) => {
    if (number % 2 === 0) return part;
    const sign = part + "\ufe0e";
    return /[♥♦]/.test(part) ? Object.assign(document.createElement("span"), { className: "red", textContent: sign }) : sign;
  });
}

/**
 * Write a text into an element if it has changed.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if ((element.textContent || "").trim().replaceAll("\ufe0e", "") !== text) element.replaceChildren(...withSuitSymbols(text));
}

/**
 * Return a text on one line.
 * @param {string | null | undefined} text
 */
export function oneLine(text) { return (text || "").trim().replace(/\s+/g, " "); }

/**
 * Copy a text to the clipboard; over plain http in the old way. Return whether that worked.
 * @param {string} text
 */
export async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* not allowed, or not there */ }
  const box = make("textarea", { class: "unseen", tabindex: "-1" });
  box.value = text;
  ($("dialog[open]") || document.body).append(box); // text behind a dialog cannot be selected
  box.select();
  const isCopied = document.execCommand("copy");
  box.remove();
  return isCopied;
}
