// Sharing links and copying texts.

import { $, announce } from "./dom.js";
import { make } from "./elements.js";

const SHOWN_FOR = 2000;

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

/**
 * Share a paragraph or a link; copy its URL if the phone cannot share.
 * @param {HTMLAnchorElement} link
 * @param {MouseEvent} event
 */
export async function share(link, event) {
  if (event.ctrlKey || event.metaKey) return;
  const canShare = typeof navigator.share === "function";
  if (canShare || link.matches("[data-share]")) event.preventDefault();
  if (canShare) {
    try { await navigator.share({ url: link.href }); } catch { /* cancelled */ }
  } else if (await copy(link.href)) {
    link.focus();
    link.classList.add("copied");
    announce("Copied");
    setTimeout(() => { link.classList.remove("copied"); announce(""); }, SHOWN_FOR);
  }
}

/**
 * Copy the text of a button's field.
 * @param {HTMLButtonElement} button
 */
export async function copyText(button) {
  const field = $(`textarea#${button.dataset.copy}`);
  if (!field || !await copy(field.value)) return;
  const label = button.textContent;
  button.textContent = "Copied";
  announce("Copied");
  button.focus();
  setTimeout(() => { button.textContent = label; announce(""); }, SHOWN_FOR);
}
