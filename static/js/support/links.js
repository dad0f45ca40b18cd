// Links and buttons of pages: previews in a dialog, sharing, copying, installing; and times in the reader's own zone.

import { $, $$, announce, around, copy, make, pageIn, sentBy, spotOf, the } from "./dom.js";
import { loadFiles } from "./page.js";

const SAID_FOR = 2000;
const NEAR = 24; // pixels, about half a finger

/**
 * Show the page of a link in a dialog.
 * @param {MouseEvent} event
 */
async function peek(event) {
  const link = spotOf(event).closest("a");
  if (!link || !link.matches("[data-peek]") || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error();
    const found = pageIn(await answer.text()), dialog = make("dialog", { "aria-label": link.dataset.peek || "How it came about" });
    const shut = () => dialog.close();
    dialog.append(make("button", { class: "quiet shut", onclick: shut }, "Close"), the(".peek", found));
    dialog.addEventListener("close", () => { dialog.remove(); link.focus(); });
    dialog.addEventListener("click", (tap) => { if (tap.target === dialog) dialog.close(); });
    await loadFiles(found);
    the("#page").append(dialog);
    dialog.dispatchEvent(new CustomEvent("peek", { bubbles: true }));
    dialog.showModal();
    const spot = link.hash && $(link.hash, dialog);
    if (spot) spot.scrollIntoView();
    localTimes(dialog);
  } catch { location.href = link.href; }
}

/**
 * Show times in the zone and language of this phone.
 * @param {ParentNode} root
 */
export function localTimes(root) {
  for (const time of $$("time[data-time]", root)) time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/** Send this phone's time zone to a club that has none, and fill it in for a new one. */
export function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "", form = $("form[data-zone]");
  for (const input of $$("input[data-zone-here]")) input.value = zone;
  if (form && zone) fetch(form.action, { method: "POST", body: sentBy(form), redirect: "manual" }).catch(() => {}); // the next page tries again
}

/** Remove the message of what was done from the URL, so that a reload does not show it again. */
export function removeDoneFromUrl() {
  const address = new URL(location.href);
  if (!address.searchParams.has("done")) return;
  address.searchParams.delete("done");
  history.replaceState(null, "", address);
}

/** Mark the visible part of a sheet in its row of tabs. */
export function markPart() {
  const rounds = $(".so-far-played"), row = $(".at-hand");
  if (!rounds || !row || getComputedStyle(rounds).position === "absolute") return; // wide screens show both at once
  new IntersectionObserver(([{ isIntersecting }]) => {
    for (const link of $$("a[href^='#']", row)) {
      if ((link.hash === "#rounds") === isIntersecting) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    }
  }, { rootMargin: "0px 0px -25% 0px" }).observe(rounds);
}

/** Open the folded section of the URL's fragment, since not every browser does. */
export function openTarget() {
  const spot = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const section = spot && /** @type {HTMLDetailsElement | null} */ (spot.closest("details.chapter"));
  if (!section || section.open) return;
  section.open = true;
  spot.scrollIntoView();
}

/**
 * Show only the line of a chart that is tapped; a second tap, or one beside the lines, shows all again.
 * @param {MouseEvent} event
 */
function showAlone(event) {
  const spot = spotOf(event), figure = spot.closest(".figure"), chart = spot.closest(".chart");
  if (!figure || !chart || !$(".alone-shown", figure)) return;
  const lines = $$(".line", chart), ends = lines.map((line) => the("circle", line).getBoundingClientRect());
  const away = ends.map((box) => Math.abs((box.top + box.bottom) / 2 - event.clientY)), nearest = Math.min(...away);
  const tapped = lines.findIndex((line) => line.contains(spot)), isAtTheEnds = event.clientX > ends[0].left - NEAR;
  const found = tapped < 0 && isAtTheEnds && nearest < NEAR ? away.indexOf(nearest) : tapped;
  const inputs = $$("input", the(".alone-shown", figure)), [all] = inputs, wanted = inputs[found + 1];
  const chosen = wanted.checked ? all : wanted;
  chosen.checked = true;
  announce(chosen === all ? "All lines" : `${the("span", around(chosen, "label")).textContent} alone`);
}

/** @type {Event & { prompt?(): Promise<unknown> } | null} */
let installing = null;

/** Show the page's own offer to install the app if the browser can. */
export function offerInstall() { for (const part of $$("[data-install]")) part.hidden = !installing; }

/**
 * Share a paragraph or a link; copy its URL if the phone cannot share.
 * @param {MouseEvent} event
 */
async function share(event) {
  const link = spotOf(event).closest("a");
  if (!link || !link.matches("[data-share], .paragraph > .number") || event.ctrlKey || event.metaKey) return;
  const canShare = typeof navigator.share === "function";
  if (canShare || link.matches("[data-share]")) event.preventDefault();
  if (canShare) {
    try { await navigator.share({ url: link.href }); } catch { /* cancelled */ }
  } else if (await copy(link.href)) {
    link.focus();
    link.classList.add("copied");
    announce("Copied");
    setTimeout(() => { link.classList.remove("copied"); announce(""); }, SAID_FOR);
  }
}

/**
 * Copy the text of a button's field.
 * @param {MouseEvent} event
 */
async function copyFor(event) {
  const button = spotOf(event).closest("button"), text = button && button.dataset.copy && $(`textarea#${button.dataset.copy}`);
  if (!button || !text || !await copy(text.value)) return;
  const word = button.textContent;
  button.textContent = "Copied";
  announce("Copied");
  button.focus();
  setTimeout(() => { button.textContent = word; announce(""); }, SAID_FOR);
}

/**
 * Return whether an event happened in an element of this selector.
 * @param {Event} event
 * @param {string} selector
 */
function isAt(event, selector) { return spotOf(event).closest(selector) !== null; }

document.addEventListener("click", peek);
document.addEventListener("click", share);
document.addEventListener("click", showAlone);
document.addEventListener("click", copyFor);
document.addEventListener("click", (event) => { if (isAt(event, "[data-print]")) print(); });
addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); installing = event; offerInstall(); });
addEventListener("appinstalled", () => { installing = null; offerInstall(); });
document.addEventListener("click", async (event) => {
  if (!isAt(event, "button[data-install]") || !installing) return;
  await installing.prompt?.();
  installing = null; // the browser asks only once
  offerInstall();
});
addEventListener("hashchange", openTarget);
