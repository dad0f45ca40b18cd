// Sending forms. A parcel is stored on the phone until the server has answered: without a network it is sent again, from
// every page.

import { $, $$, parsePage, the } from "../support/dom.js";
import { closePad } from "../forms/entry/pad.js";
import { dropSaved } from "../forms/entry/unsaved_input.js";
import { dropRefusedParcels, outbox, playOf, unsentParcels } from "./outbox.js";
import { refresh, showPage } from "../plays/live/replacing.js";
import { isFromThisPage, packForm } from "./parcels.js";
import { handleRefusal } from "./refusals.js";
import { delivery, showStatus } from "./status.js";

const TRY_FOR = 20000, SLOW = 500, FIRST_PAUSE = 1500, LONGEST_PAUSE = 30000, LONGEST_WISH = 10000; // milliseconds
const MOST_FAULTS = 3;

/** The queue of unsent parcels. */
export const queue = {
  isRunning: false,
  runAgain: false, // another parcel came while it was running
  pause: 0, // before the last try
  timer: 0, // of the next try
  request: /** @type {AbortController | null} */ (null),
};

/**
 * Send a form by this script.
 * @param {HTMLFormElement} form
 */
export function setUpSending(form) {
  form.dataset.sent = "";
  form.addEventListener("submit", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.name === "more") return;
    event.preventDefault();
    if (form.inert) return;
    closePad();
    dropRefusedParcels(form.dataset.keep);
    for (const note of $$(".told", form)) note.remove();
    const parcel = packForm(form, button);
    outbox.put(parcel);
    delivery.forms.set(parcel.key, form);
    delivery.message = "";
    sendAll();
  });
}

/** Send all unsent parcels, one after the other, until one has to wait. */
async function sendAll() {
  clearTimeout(queue.timer);
  if (queue.isRunning) { queue.runAgain = true; return; }
  queue.isRunning = true;
  let wait = 0;
  do {
    queue.runAgain = false;
    wait = 0;
    for (let next = unsentParcels()[0]; next && !wait; next = unsentParcels()[0]) wait = await deliver(next);
  } while (queue.runAgain);
  queue.isRunning = false;
  if (wait) queue.timer = setTimeout(sendAll, wait);
  showStatus();
}

/** Send now: the network is back, the page is visible again, or somebody has asked for it. */
function sendNow() { if (unsentParcels().length) { queue.pause = 0; sendAll(); } }

/**
 * Try to send a parcel; return the milliseconds to wait before the next try, 0 if it is done, or can be sent again at once.
 * After a fault of the server the parcel is sent again a few times, with an outdated CSRF token once; then it is refused.
 * @param {Parcel} parcel
 */
async function deliver(parcel) {
  const timer = setTimeout(() => { delivery.isSlow = true; showStatus(); }, SLOW);
  showStatus();
  const answer = await post(parcel);
  clearTimeout(timer);
  delivery.isSlow = false;
  const outcome = answer ? outcomeOf(answer) : "retry";
  if (!answer || outcome === "retry") return tryLater(parcel, Math.max(nextPause(), answer ? requestedWait(answer) : 0));
  queue.pause = 0;
  if (outcome === "saved") await handleSaved(parcel, answer);
  else if (outcome === "fault" && (parcel.faults || 0) + 1 < MOST_FAULTS) {
    parcel.faults = (parcel.faults || 0) + 1;
    return tryLater(parcel, requestedWait(answer) || 1000 * parcel.faults);
  } else if (answer.status === 400 && !parcel.renewed && (await renewToken(parcel))) outbox.put(parcel);
  else await handleRefusal(parcel, answer);
  return 0;
}

/**
 * Send a parcel; return the answer, or null if there is none.
 * @param {Parcel} parcel
 * @returns {Promise<ServerAnswer | null>}
 */
async function post(parcel) {
  const request = queue.request = new AbortController();
  const timer = setTimeout(() => request.abort(), TRY_FOR);
  try {
    const response = await fetch(parcel.action, { method: "POST", body: parcel.body, headers: { "Content-Type": "application/x-www-form-urlencoded", "Sent-By": "page" }, signal: request.signal });
    return { response, status: Number(response.headers.get("Refused")) || response.status, page: parsePage(await response.text()) };
  } catch { return null; } finally { clearTimeout(timer); }
}

/**
 * Return the result of a try.
 * @param {ServerAnswer} answer
 */
function outcomeOf({ response, status, page }) {
  const isOurs = $("#page", page);
  if (response.headers.has("Overloaded")) return "retry"; // the server did nothing: send again, as often as needed
  if (response.redirected && isOurs) return "saved"; // even if its page cannot be shown
  if (status === response.status && response.ok) return isOurs ? "saved" : "retry"; // a foreign page: the login page of a network
  return status >= 500 ? "fault" : "refused";
}

/**
 * Store a parcel for another try; return how long to wait.
 * @param {Parcel} parcel
 * @param {number} wait
 */
function tryLater(parcel, wait) {
  if (!outbox.all().some(({ key }) => key === parcel.key)) return 0; // taken back since
  parcel.tries = (parcel.tries || 0) + 1;
  outbox.put(parcel);
  showStatus();
  return wait;
}

/** Return the next pause: longer each time, and random, so that the phones of a table do not return at once. */
export function nextPause() {
  queue.pause = Math.min(queue.pause * 2 || FIRST_PAUSE, LONGEST_PAUSE);
  return queue.pause * (0.75 + Math.random() / 2);
}

/**
 * Return how many milliseconds the server asks to wait.
 * @param {ServerAnswer} answer
 */
function requestedWait({ response }) {
  const seconds = Number(response.headers.get("Retry-After"));
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_WISH) : 0;
}

/**
 * Put a new CSRF token into a parcel, from a page of the club; return whether there was one.
 * @param {Parcel} parcel
 */
async function renewToken(parcel) {
  parcel.renewed = true;
  try {
    const response = await fetch(parcel.action.replace(/^(\/clubs\/[^/]+)\/.*/, "$1/more"));
    const token = the("input[name=csrf_token]", parsePage(await response.text())).value;
    const body = new URLSearchParams(parcel.body);
    body.set("csrf_token", token);
    parcel.body = body.toString();
    for (const input of $$("input[name=csrf_token]")) input.value = token;
    return true;
  } catch { return false; }
}

/**
 * Handle a saved parcel.
 * @param {Parcel} parcel
 * @param {ServerAnswer} answer
 */
async function handleSaved(parcel, { response, page }) {
  outbox.drop(parcel);
  if (parcel.keep) dropSaved(parcel.keep);
  if (!response.ok) delivery.message = "Saved, but the sheet cannot be shown now. Load this page again in a moment.";
  else if (isFromThisPage(parcel)) await showPage(response, true, page);
  else {
    delivery.message = `${parcel.name || "What was not sent yet"} – saved.`;
    if ($("#play") && playOf(location.pathname) === playOf(parcel.action)) await refresh();
  }
}

/** Send the parcels that were not delivered when the last page was left. */
export function sendLeftovers() {
  for (const parcel of unsentParcels()) delivery.leftovers.add(parcel.key);
  sendAll();
}

delivery.sendNow = sendNow;
delivery.abort = () => queue.request?.abort();
addEventListener("online", () => { if (queue.request && unsentParcels().some(({ tries }) => tries)) queue.request.abort(); sendNow(); });
addEventListener("pageshow", (event) => { if (event.persisted) sendNow(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) sendNow(); });
addEventListener("storage", (event) => {
  if (event.key && !event.key.startsWith("pending:")) return;
  const wasBlocked = delivery.isBlocked;
  showStatus(); // updates isBlocked
  if (wasBlocked && !delivery.isBlocked && !queue.isRunning) refresh(); // another page of this phone has sent it
});
