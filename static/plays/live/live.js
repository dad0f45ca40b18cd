// Pages that are kept up to date and forms that are sent by the script: those of plays and of the coming round.

import { stayAwake } from "../../support/device/awake.js";
import { $, $$ } from "../../support/dom.js";
import { widgets } from "../../support/forms.js";
import { setUps } from "../../support/page.js";
import { state } from "../../support/state.js";
import { filledValues } from "../../forms/entry/unsaved_input.js";
import { scheduleDraft, watchDraft } from "./drafts.js";
import { pollRepeatedly } from "./polling.js";
import { schedulePreview } from "./preview.js";
import { keepRefusedForms, showRefusals } from "../../offline/refusals.js";
import { sendLeftovers, setUpSending } from "../../offline/sending.js";
import { showStatus } from "../../offline/status.js";

/**
 * Share what is entered in a form with other phones, and show what the round would score.
 * @param {HTMLFormElement} form
 */
function shareEntry(form) {
  watchDraft(form);
  form.addEventListener("changed", (event) => {
    const changed = /** @type {CustomEvent<HTMLElement | null>} */ (event).detail;
    schedulePreview(form, changed?.matches("[type=radio]") ? 120 : 350);
    scheduleDraft(form);
  });
}

/**
 * Send the forms in a part of the page by this script.
 * @param {ParentNode} root
 */
function sendForms(root) { for (const form of $$("form", root)) if (form.method === "post") setUpSending(form); }

widgets.forms.push(shareEntry);
setUps.push((isFirst) => {
  const entry = $("#entry"), main = $("#main");
  keepRefusedForms();
  if (entry) {
    scheduleDraft(entry);
    if (state.hasChanges || filledValues(entry).length) schedulePreview(entry, 0);
  }
  if (main && ($("#play") || entry)) sendForms(main);
  showRefusals();
  showStatus();
  stayAwake();
  if (isFirst) sendLeftovers();
});

document.addEventListener("peek", (event) => { sendForms(/** @type {HTMLElement} */ (event.target)); stayAwake(); });
addEventListener("popstate", () => { if (location.pathname !== state.path) location.reload(); }); // else only the fragment has changed
document.addEventListener("visibilitychange", pollRepeatedly);
setTimeout(pollRepeatedly, 1000);
