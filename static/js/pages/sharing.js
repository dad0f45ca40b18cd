// Pages with links to share or texts to copy.

import { $, announce, listen } from "../support/dom.js";
import { copy } from "../support/elements.js";

const SHOWN_FOR = 2000; // milliseconds

/**
 * Share a paragraph or a link; copy its URL if the phone cannot share.
 * @param {HTMLAnchorElement} link
 * @param {MouseEvent} event
 */
async function share(link, event) {
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
async function copyText(button) {
  const field = $(`textarea#${button.dataset.copy}`);
  if (!field || !await copy(field.value)) return;
  const label = button.textContent;
  button.textContent = "Copied";
  announce("Copied");
  button.focus();
  setTimeout(() => { button.textContent = label; announce(""); }, SHOWN_FOR);
}

listen("click", "a[data-share], .paragraph > a.number", share);
listen("click", "button[data-copy]", copyText);
