// Polling: this page shows what other phones change; while somebody types in it, it only says what has changed.

import { $, fetchInTime } from "../../support/dom.js";
import { make, quietButton } from "../../support/elements.js";
import { untilReleased } from "../../support/device/pointer.js";
import { state } from "../../support/state.js";
import { pad } from "../../forms/entry/pad.js";
import { draft } from "./drafts.js";
import { playOf, unsentParcels } from "../../offline/outbox.js";
import { polledElement, refresh, showPage } from "./replacing.js";

const USUAL_WAIT = 4000; // milliseconds
const polling = { timer: 0, wait: USUAL_WAIT };

/** Poll at once, and again after each interval that the server names, which is shorter while a round is entered. */
export async function pollRepeatedly() {
  clearTimeout(polling.timer);
  await poll();
  clearTimeout(polling.timer);
  polling.timer = setTimeout(pollRepeatedly, polling.wait);
}

/** Poll whether somebody else has changed what this page shows, unless a pad or dialog is open, or a form waits to be sent. */
async function poll() {
  const polled = polledElement();
  if (!polled || document.hidden || pad.element || $("dialog[open]") || unsentParcels().some((parcel) => playOf(parcel.action) === playOf(location.pathname))) return;
  try {
    const since = isInUse() ? `&since=${polled.dataset.revision}` : ""; // then the answer describes the changes
    const answer = await fetchInTime(`${polled.dataset.state}?mark=${polled.dataset.mark}${since}`);
    polling.wait = Number(answer.headers.get("Ask-Again")) || USUAL_WAIT;
    if (answer.status === 404) { if (isInUse()) sayPageIsGone(polled); else location.reload(); }
    if (answer.status !== 200 || polledElement() !== polled || draft.isSending) return;
    const news = await answer.json();
    if (!isInUse()) {
      const current = await fetchInTime(location.href);
      await untilReleased();
      if (current.ok && !isInUse() && polledElement() === polled) await showPage(current, false); // else the user has tapped since
    } else if (!$(".fresh") && news.mark !== polled.dataset.mark) sayChanges(polled, news.changes);
  } catch { /* no network: poll again later */ }
}

/** Return whether a new page would interrupt the user: in a round, in the field for a typed card, or in a form of the club. */
function isInUse() {
  if (state.hasChanges || $("#lay [name=typed]")?.value) return true;
  return Boolean($("#club form:focus-within, #club details[open] form, #club form details[open]"));
}

/**
 * Say what has changed, with a button that shows it.
 * @param {HTMLElement} polled
 * @param {string[]} changes
 */
function sayChanges(polled, changes) {
  const text = changes.length ? changes.join("; ") : "The coming round was changed on another phone";
  polled.prepend(make("div", { class: "notice fresh", role: "status" }, make("p", {}, text + "."), quietButton("Show it", refresh)));
}

/**
 * Say that the page no longer exists; a reload would lose what was typed.
 * @param {HTMLElement} polled
 */
function sayPageIsGone(polled) {
  if ($(".gone-away")) return;
  const text = "This page is gone, or this phone is no longer in the club. What you typed is still here: copy it before you leave.";
  polled.prepend(make("div", { class: "notice warn gone-away", role: "alert" }, make("p", {}, text)));
}
