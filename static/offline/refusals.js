// Refused forms: each comes back with everything in it and a message, and stays until it is saved or discarded.

import { $, $$, listen } from "../support/dom.js";
import { make, quietButton } from "../support/elements.js";
import { REFUSED, dropTyped, readTyped, storeTyped, typedValues } from "../forms/entry/unsaved_input.js";
import { dropRefusedParcels, outbox } from "./outbox.js";
import { refresh, showPage } from "../plays/live/replacing.js";
import { formOf, givenInputs, isFromThisPage, storeInputs, textOf } from "./parcels.js";
import { delivery, showStatus } from "./status.js";

/** @type {Record<number, string>} */
const SENTENCES = {
  400: "This page was too old for it. Save it once more; if that does not help, load the page again: what you typed is kept.",
  404: "The game is not there, or this phone is no longer in the club. What you typed is kept on this phone: " +
    "join again and try again, or copy it.",
  500: "The computer that keeps the club had an error, three times. What you typed is kept on this phone: " +
    "check whether it is on the sheet, and try again in a while.",
};

/**
 * Handle a refused parcel: show the page of the answer, which has the form, or give it back to its form on this page. Store it
 * if the form can restore it later, or if it was sent from another page.
 * @param {Parcel} parcel
 * @param {ServerAnswer} answer
 */
export async function handleRefusal(parcel, answer) {
  const sentForm = delivery.forms.get(parcel.key), sentence = sentenceIn(answer);
  parcel.told = { status: answer.status, sentence };
  outbox.drop(parcel);
  if (isFromThisPage(parcel) && $("#play, #entry", answer.page)) {
    // The page in the answer shows the errors or the conflict, with what was typed in its form.
    await showPage(answer.response, false, answer.page);
    if (!parcel.keep || !givenInputs(parcel).length) return; // an empty form needs no keeping
    const entry = $("#entry");
    if (entry?.dataset.keep) {
      Object.assign(parcel, { keep: entry.dataset.keep, noted: entry.dataset.draftMark });
      storeTyped(parcel.keep, { noted: parcel.noted, items: typedValues(entry) });
    }
    outbox.put(parcel);
    return;
  }
  storeInputs(parcel);
  if (parcel.keep || !isFromThisPage(parcel)) outbox.put(parcel);
  const form = isFromThisPage(parcel) && (sentForm?.isConnected ? sentForm : formOf(parcel));
  const note = form && showRefusal(form, parcel, sentence);
  if (note) { showStatus(); note.focus(); }
}

/**
 * Return why a parcel was refused, in the server's words if they fit.
 * @param {ServerAnswer} answer
 */
function sentenceIn({ status, page }) {
  const textsOf = (/** @type {string} */ selector) => [...new Set($$(selector, page).map(textOf))];
  const fault = textsOf("#fault p.sentence")[0];
  if (status === 503 && fault) return fault;
  if (SENTENCES[Math.min(status, 500)]) return SENTENCES[Math.min(status, 500)];
  if (fault) return fault;
  const changes = textsOf("#page .warn li"), list = changes.length ? ` (${changes.join("; ")})` : "";
  if (status === 409) return `The sheet has changed meanwhile${list}. Look at the rounds first: save it only if it is not there yet.`;
  return textsOf("#page .problem:not(.summary), #page .notice").join(" ") ||
    `It was refused (${status}). Load the page again and try once more; what you typed is kept.`;
}

/**
 * Show at a form why it was refused; return the message, or null if the page has one already.
 * @param {HTMLFormElement} form
 * @param {Parcel} parcel
 * @param {string} sentence
 */
function showRefusal(form, parcel, sentence) {
  if ($(".problem.summary", form) || $(".warn [data-discard]")) return null;
  const discard = () => { dropRefusedParcels(form.dataset.keep); dropTyped(parcel.keep); refresh(); };
  const stays = parcel.told?.status !== REFUSED; // else the message goes once the form is corrected
  const note = make("div", { class: "problem summary told", role: "alert", tabindex: "-1", "data-stays": stays },
    make("p", {}, `Not saved. ${sentence}`),
    ...(parcel.keep && stays ? [quietButton("Discard mine", discard)] : []));
  form.prepend(note);
  return note;
}

/** Show the messages of forms that came back before this page was loaded. */
export function showRefusals() {
  for (const parcel of outbox.all()) {
    const form = parcel.told && formOf(parcel);
    if (form && parcel.told) showRefusal(form, parcel, parcel.told.sentence);
  }
}

/** Keep the stored inputs of refused forms from expiring. */
export function keepRefusedForms() {
  for (const parcel of outbox.all()) {
    if (!parcel.told || !parcel.keep) continue;
    if (readTyped(parcel.keep)) storeTyped(parcel.keep, {}); else storeInputs(parcel);
  }
}

listen("click", "a[data-discard]", () => {
  for (const { dataset } of $$("form[data-keep]")) {
    dropRefusedParcels(dataset.keep);
    dropTyped(dataset.keep);
  }
});
