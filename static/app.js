// The script of all pages, which also work without it. Templates name the further scripts that only their pages need
// (`web.support.static.page_files`).

import { $$, listen, storage, the } from "./support/dom.js";
import { make } from "./support/elements.js";
import { offerInstall } from "./support/device/installing.js";
import { loadFolded, noteFolded, removeDoneFromUrl, setUpPage, setUps } from "./support/page.js";
import { openInDialog } from "./support/peeking.js";
import { markVisibleTab, openTarget } from "./support/sections.js";
import { offerSpeech } from "./support/device/speech.js";
import { setUpTimeZones, showLocalTimes } from "./support/times.js";

setUps.push(() => {
  for (const element of $$("[data-script]")) element.hidden = false;
  for (const element of $$("[data-plain]")) element.hidden = true;
  showLocalTimes(document);
  setUpTimeZones();
  markVisibleTab();
  openTarget();
  offerInstall();
  offerSpeech();
});

// Elements for announcements to screen readers, and for what is not saved yet (`offline/status.js`).
the("#page").before(
  make("p", { id: "live", class: "unseen", role: "status" }),
  make("div", { class: "net" }, make("p", { id: "net", role: "status" }), make("section", { id: "ways", class: "together", "aria-label": "Not sent yet", hidden: true })),
  make("section", { id: "unsent", "aria-label": "Not saved", hidden: true }),
);

/** Set up the page, after loading the scripts that restore what was typed, or send what was not sent yet. */
async function begin() {
  const main = the("#main");
  removeDoneFromUrl();
  const isUnsent = storage.keys().some((key) => key.startsWith("pending:"));
  main.inert = true; // a tap before what was typed is restored would be lost
  if (noteFolded(document)) await loadFolded();
  if (storage.get("sent")) await import("./forms/entry/entry.js").catch(() => {});
  if (isUnsent) await import("./plays/live/live.js").catch(() => {});
  main.inert = false;
  setUpPage(true);
}

const PATIENCE = 5000; // milliseconds within which a second tap is taken for a mistake

/** The button whose form the browser was last told to send, and when. */
const sent = { button: /** @type {HTMLElement | null} */ (null), at: 0 };

/**
 * Ignore a second tap on a button while the browser sends its form. If a script sends it, that script does this itself.
 * @param {HTMLFormElement} form
 * @param {SubmitEvent} event
 */
function sendOnce(form, event) {
  const button = event.submitter || form, at = performance.now();
  if (event.defaultPrevented) return;
  if (button === sent.button && at - sent.at < PATIENCE) event.preventDefault(); else Object.assign(sent, { button, at });
}

listen("submit", "form[method=post]", sendOnce);
addEventListener("pageshow", () => { sent.button = null; }); // somebody came back to this page, and may send the form again
listen("click", "a[data-peek]", openInDialog);
document.addEventListener("peek", offerSpeech);
document.addEventListener("DOMContentLoaded", begin); // all scripts that the page names have run by then
