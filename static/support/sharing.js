// Pages with links, texts and pictures to share, or texts to copy.

import { $, $$, announce, listen } from "./dom.js";
import { copy } from "./elements.js";
import { setUps } from "./page.js";

const SHOWN_FOR = 2000; // milliseconds

/**
 * Open the phone's menu for sharing; return false if it has none for this.
 * @param {ShareData} what
 */
async function openShareMenu(what) {
  if (typeof navigator.share !== "function" || (what.files && !navigator.canShare?.(what))) return false;
  try { await navigator.share(what); } catch { /* cancelled */ }
  return true;
}

/**
 * Share a paragraph or a link; copy its URL if the phone cannot share.
 * @param {HTMLAnchorElement} link
 * @param {MouseEvent} event
 */
async function share(link, event) {
  if (event.ctrlKey || event.metaKey) return;
  if (typeof navigator.share === "function" || link.matches("[data-share]")) event.preventDefault();
  if (await openShareMenu({ url: link.href }) || !await copy(link.href)) return;
  link.focus();
  link.classList.add("copied");
  announce("Copied");
  setTimeout(() => { link.classList.remove("copied"); announce(""); }, SHOWN_FOR);
}

/**
 * Share the picture of a link; open it if the phone cannot share pictures.
 * @param {HTMLAnchorElement} link
 * @param {MouseEvent} event
 */
async function sharePicture(link, event) {
  if (event.ctrlKey || event.metaKey || !("canShare" in navigator)) return;
  event.preventDefault();
  const picture = await fetch(link.href).then((answer) => answer.blob()).catch(() => null);
  const files = picture ? [new File([picture], "companion.png", { type: picture.type })] : [];
  if (!picture || !await openShareMenu({ files })) location.assign(link.href);
}

/**
 * Return the text of a button's field.
 * @param {string | undefined} id
 */
function textOf(id) { return $(`textarea#${id}`)?.value || ""; }

/**
 * Copy the text of a button's field.
 * @param {HTMLButtonElement} button
 */
async function copyText(button) {
  if (!await copy(textOf(button.dataset.copy))) return;
  const label = button.textContent;
  button.textContent = "Copied";
  announce("Copied");
  button.focus();
  setTimeout(() => { button.textContent = label; announce(""); }, SHOWN_FOR);
}

setUps.push(() => { for (const button of $$("[data-share-text]")) button.hidden = typeof navigator.share !== "function"; });
listen("click", "a[data-share], .paragraph > a.number", share);
listen("click", "a[data-share-picture]", sharePicture);
listen("click", "button[data-copy]", copyText);
listen("click", "button[data-share-text]", (button) => openShareMenu({ text: textOf(button.dataset.shareText) }));
