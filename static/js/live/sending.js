// Sending forms. A parcel is stored on the phone until the server has answered: without a network it is sent again from
// every page; after a refusal the form comes back with everything in it and a message.

import { $, $$, NOT_TYPED, announce, controls, copy, make, pageIn, the, ticks } from "../support/dom.js";
import { closePad } from "../entry/keypad.js";
import { REFUSED, dropTyped, forget, keep, keepTyped, outbox, playOf, putAway, typedIn, typedOf, unsentParcels } from "../entry/typed.js";
import { refresh, show } from "./updates.js";

const TRY_FOR = 20000, SLOW = 500, FIRST_PAUSE = 1500, LONGEST_PAUSE = 30000, LONGEST_WISH = 10000, MOST_FAULTS = 3;
/** @type {Record<number, string>} */
const SENTENCES = {
  400: "This page was too old for it. Save it once more; if that does not help, load the page again: what you typed is kept.",
  404: "The play is not there, or this phone is no longer in the club. What you typed is kept on this phone: join again and try again, or copy it.",
  500: "The computer that keeps the club had a fault, three times. What you typed is kept on this phone: look whether it is on the sheet, and try again in a while.",
};

/** The state of sending on this page. */
export const post = {
  forms: /** @type {Map<string, HTMLFormElement>} */ (new Map()),
  found: /** @type {Set<string>} */ (new Set()),
  running: false, again: false, slow: false, held: false, said: "", pause: 0, timer: 0,
  watch: /** @type {AbortController | null} */ (null),
};

/** @type {WeakMap<HTMLFormElement, string>} */
const sentAs = new WeakMap(); // the content of a form when it was last sent
/** @type {WeakMap<Element, string>} */
const looks = new WeakMap(); // what was last drawn in an element

/**
 * Return whether a parcel is from this page.
 * @param {Parcel} parcel
 */
function isHere(parcel) { return parcel.page === location.pathname; }

/**
 * Return whether it is from this page in this tab.
 * @param {Parcel} parcel
 */
function isMine(parcel) { return isHere(parcel) && (post.forms.has(parcel.key) || post.found.has(parcel.key)); }

/**
 * Return the form of a parcel; null if it is not on the page.
 * @param {Parcel} parcel
 */
function formOf(parcel) { return (parcel.keep && $$("form[data-keep]").find((form) => form.dataset.keep === parcel.keep)) || null; }

// ---- packing ----------------------------------------------------------------------------------------------------

/** Return a random id. */
function randomId() { return [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36)).join(""); }

/**
 * Return the content of a form without its token and id.
 * @param {FormData} data
 */
function meaningOf(data) {
  return JSON.stringify([...data].filter(([name]) => name !== "csrf_token" && name !== "client_id"));
}

/**
 * Return the parcel of a form, stored until it is delivered.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 * @returns {Parcel}
 */
function parcelOf(form, button) {
  const data = new FormData(form);
  if (button && button.name) data.append(button.name, button.value);
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...withFreshId(form, data)]));
  const title = textOf($(".top h1") || $("h1")), asked = button ? trimmed(button.getAttribute("aria-label") || button.textContent) : "";
  return {
    key: `pending:${playOf(location.pathname)}:${body.get("client_id") || randomId()}`, at: Date.now(), action: form.getAttribute("action") || "",
    page: location.pathname, body: body.toString(), keep: form.dataset.keep || "", noted: form.dataset.noted, words: wordsOf(form),
    name: form.dataset.what || [title, asked].filter(Boolean).join(": "), round: "what" in form.dataset,
  };
}

/**
 * Return the data of a form. A form that came back and was changed gets a new id, because the first save may have been
 * written after all.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
function withFreshId(form, data) {
  const meaning = meaningOf(data), input = $("input[name=client_id]", form);
  if (input && sentAs.has(form) && sentAs.get(form) !== meaning) { input.value = randomId(); data.set("client_id", input.value); }
  sentAs.set(form, meaning);
  return data;
}

/**
 * Return a text on one line.
 * @param {string | null} text
 */
function trimmed(text) { return (text || "").trim().replace(/\s+/g, " "); }

/**
 * Return the text of an element on one line.
 * @param {Element | null} element
 */
function textOf(element) { return trimmed(element && element.textContent); }

/**
 * Return what is typed into a form, as text for people.
 * @param {HTMLFormElement} form
 */
function wordsOf(form) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const input of controls(form)) {
    const inOrder = input.closest(".chosen li"), own = input.labels && input.labels[0];
    if (!input.name || input.disabled || NOT_TYPED.has(input.name) || input.tagName === "BUTTON" || (input.type === "hidden" && !inOrder)) continue;
    if (ticks(input) ? !input.checked : !input.value.trim()) continue;
    const fieldset = input.closest("fieldset"), head = fieldset && $("legend", fieldset);
    const title = textOf(own && !(ticks(input) && head) ? own : head);
    const value = inOrder ? textOf(input.previousElementSibling) : ticks(input) && own ? textOf(own) : input.value.trim();
    found.set(title, [...(found.get(title) || []), value]);
  }
  return [...found].map(([title, values]) => (values.join() === title ? title : `${title}: ${values.join(", ")}`)).join("\n");
}

/**
 * Send a form by this script.
 * @param {HTMLFormElement} form
 */
export function setUpSending(form) {
  form.dataset.sent = "";
  form.addEventListener("submit", (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button && button.name === "more") return;
    event.preventDefault();
    if (form.inert) return;
    closePad();
    forget(form.dataset.keep);
    for (const note of $$(".told", form)) note.remove();
    const parcel = parcelOf(form, button);
    outbox.put(parcel);
    post.forms.set(parcel.key, form);
    post.said = "";
    sendAll();
  });
}

// ---- sending ----------------------------------------------------------------------------------------------------

/** Send all waiting parcels, one after the other. */
async function sendAll() {
  clearTimeout(post.timer);
  if (post.running) { post.again = true; return; }
  post.running = true;
  let wait = 0;
  do {
    post.again = false;
    wait = 0;
    for (let next = unsentParcels()[0]; next && !wait; next = unsentParcels()[0]) wait = await deliver(next);
  } while (post.again);
  post.running = false;
  if (wait) post.timer = setTimeout(sendAll, wait);
  tell();
}

/** Send now: the network is back, or the page is visible again. */
function hurry() { if (unsentParcels().length) { post.pause = 0; sendAll(); } }

/**
 * Try to send a parcel; return the milliseconds to wait before the next try, 0 if the parcel is done.
 * @param {Parcel} parcel
 */
async function deliver(parcel) {
  const bell = setTimeout(() => { post.slow = true; tell(); }, SLOW);
  tell();
  const found = await attempt(parcel);
  clearTimeout(bell);
  post.slow = false;
  const fate = found ? fateOf(found) : "dead";
  if (!found || fate === "dead") return tryAgain(parcel, Math.max(nextPause(), found ? wishOf(found.answer) : 0));
  post.pause = 0;
  if (fate === "saved") await handleSaved(parcel, found);
  else if (fate === "fault" && (parcel.faults || 0) + 1 < MOST_FAULTS) {
    parcel.faults = (parcel.faults || 0) + 1;
    return tryAgain(parcel, wishOf(found.answer) || 1000 * parcel.faults);
  } else if (found.status === 400 && !parcel.renewed && (await renew(parcel))) outbox.put(parcel);
  else await giveBack(parcel, found);
  return 0;
}

/**
 * Send a parcel; return the answer, or null if there is none.
 * @param {Parcel} parcel
 * @returns {Promise<Answered | null>}
 */
async function attempt(parcel) {
  const watch = post.watch = new AbortController();
  const patience = setTimeout(() => watch.abort(), TRY_FOR);
  try {
    const answer = await fetch(parcel.action, { method: "POST", body: parcel.body, headers: { "Content-Type": "application/x-www-form-urlencoded", "Sent-By": "page" }, signal: watch.signal });
    return { answer, status: Number(answer.headers.get("Refused")) || answer.status, page: pageIn(await answer.text()) };
  } catch { return null; } finally { clearTimeout(patience); }
}

/**
 * Return the result of a try.
 * @param {Answered} found
 */
function fateOf({ answer, status, page }) {
  const ours = $("#page", page);
  if (answer.headers.has("Overloaded")) return "dead"; // the server did nothing: send again, as often as needed
  if (answer.redirected && ours) return "saved"; // even if its page cannot be shown
  if (status === answer.status && answer.ok) return ours ? "saved" : "dead"; // a foreign page: the login page of a network
  return status >= 500 ? "fault" : "refused";
}

/**
 * Store a parcel for another try; return how long to wait.
 * @param {Parcel} parcel
 * @param {number} wait
 */
function tryAgain(parcel, wait) {
  if (!outbox.all().some((one) => one.key === parcel.key)) return 0; // taken back since
  parcel.tries = (parcel.tries || 0) + 1;
  outbox.put(parcel);
  tell();
  return wait;
}

/** Return the next pause: longer each time, and random, so that the phones of a table do not return at once. */
export function nextPause() {
  post.pause = Math.min(post.pause * 2 || FIRST_PAUSE, LONGEST_PAUSE);
  return post.pause * (0.75 + Math.random() / 2);
}

/**
 * Return how many milliseconds the server asks to wait.
 * @param {Response} answer
 */
function wishOf(answer) {
  const seconds = Number(answer.headers.get("Retry-After"));
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_WISH) : 0;
}

/**
 * Put a new CSRF token into a parcel, from a page of the club; return whether there was one.
 * @param {Parcel} parcel
 */
async function renew(parcel) {
  parcel.renewed = true;
  try {
    const answer = await fetch(parcel.action.replace(/^(\/clubs\/[^/]+)\/.*/, "$1/more"));
    const token = the("input[name=csrf_token]", pageIn(await answer.text())).value;
    const body = new URLSearchParams(parcel.body);
    body.set("csrf_token", token);
    parcel.body = body.toString();
    for (const input of $$("input[name=csrf_token]")) input.value = token;
    return true;
  } catch { return false; }
}

// ---- saved or refused --------------------------------------------------------------------------------------------

/**
 * Handle a saved parcel.
 * @param {Parcel} parcel
 * @param {Answered} found
 */
async function handleSaved(parcel, { answer, page }) {
  outbox.drop(parcel);
  if (parcel.keep) putAway(parcel.keep);
  if (!answer.ok) post.said = "Saved, but the sheet cannot be shown now. Load this page again in a moment.";
  else if (isHere(parcel)) await show(answer, true, page);
  else {
    post.said = `${parcel.name || "What was not sent yet"} – saved.`;
    if ($("#play") && playOf(location.pathname) === playOf(parcel.action)) await refresh();
  }
}

/**
 * Handle a refused parcel: give it back to its form.
 * @param {Parcel} parcel
 * @param {Answered} found
 */
async function giveBack(parcel, found) {
  const form = post.forms.get(parcel.key), told = { status: found.status, sentence: sentenceIn(found) };
  parcel.told = told;
  outbox.drop(parcel);
  if (isHere(parcel) && $("#play, #entry", found.page)) {
    // The page in the answer shows the errors or the conflict, with what was typed in its form.
    await show(found.answer, false, found.page);
    if (!parcel.keep) return;
    const fresh = $("#entry");
    if (fresh && fresh.dataset.keep) {
      Object.assign(parcel, { keep: fresh.dataset.keep, noted: fresh.dataset.noted });
      keep(parcel.keep, { noted: parcel.noted, items: typedOf(fresh) });
    }
    outbox.put(parcel);
    return;
  }
  keepTyped(parcel);
  if (parcel.keep || !isHere(parcel)) outbox.put(parcel);
  const there = isHere(parcel) && (form && form.isConnected ? form : formOf(parcel));
  if (there) tellAt(there, parcel, told.sentence, true);
}

/**
 * Return why a parcel was refused, in the server's words if they fit.
 * @param {Answered} found
 */
function sentenceIn({ status, page }) {
  const words = (/** @type {string} */ selector) => [...new Set($$(selector, page).map(textOf))];
  const fault = words("#fault p.sentence")[0];
  if (status === 503 && fault) return fault;
  if (SENTENCES[Math.min(status, 500)]) return SENTENCES[Math.min(status, 500)];
  if (fault) return fault;
  const changes = words("#page .warn li");
  const what = changes.length ? ` (${changes.join("; ")})` : "";
  if (status === 409) return `The sheet has changed meanwhile${what}. Look at the rounds first: save it only if it is not there yet.`;
  return words("#page .problem:not(.summary), #page .notice").join(" ") || `It was refused (${status}). Load the page again and try once more; what you typed is kept.`;
}

/**
 * Show at a form why it was refused.
 * @param {HTMLFormElement} form
 * @param {Parcel} parcel
 * @param {string} sentence
 * @param {boolean} now
 */
function tellAt(form, parcel, sentence, now) {
  if ($(".problem.summary", form) || $(".warn [data-discard]")) return; // the page shows it already
  const away = () => { forget(form.dataset.keep); dropTyped(parcel.keep); refresh(); };
  const stays = parcel.told?.status !== REFUSED; // else the message goes once the form is corrected
  const note = make("div", { class: "problem summary told", role: "alert", tabindex: "-1", "data-stays": stays },
    make("p", {}, `Not saved. ${sentence}`),
    ...(parcel.keep && stays ? [make("button", { class: "quiet", onclick: away }, "Throw mine away")] : []));
  form.prepend(note);
  if (now) { tell(); note.focus(); }
}

/** Show the messages of forms that came back before this page was loaded. */
export function tellForms() {
  for (const parcel of outbox.all()) {
    const form = parcel.told && formOf(parcel);
    if (form && parcel.told) tellAt(form, parcel, parcel.told.sentence, false);
  }
}

/** Keep forms that came back from expiring: they wait until they are saved or discarded. */
export function keepForms() {
  for (const parcel of outbox.all()) {
    if (!parcel.told || !parcel.keep) continue;
    if (typedIn(parcel.keep)) keep(parcel.keep, {}); else keepTyped(parcel);
  }
}

// ---- unsent parcels, on every page --------------------------------------------------------------------------------

/**
 * Return what is not sent yet, in words.
 * @param {Parcel[]} parcels
 */
function notSent(parcels) {
  const what = parcels.every((one) => one.round || !("name" in one)) ? "round" : "change", names = parcels.map((one) => one.name).filter(Boolean).join("; ");
  return `${parcels.length} ${what}${parcels.length > 1 ? "s are" : " is"} not sent yet` + (names ? ` (${names})` : "");
}

/** Show the state of unsent parcels. */
export function tell() {
  const all = outbox.all(), waiting = all.filter((one) => !one.told), mine = waiting.filter(isMine);
  const late = waiting.filter((one) => one.tries || post.found.has(one.key));
  post.held = mine.length > 0;
  for (const form of $$("form[data-sent]")) form.inert = post.held;
  for (const button of $$("button.save")) if (button.closest("form[data-sent]")) button.disabled = post.held;
  const net = the("#net"), text = late.length ? (late.every(isMine) ? "Not saved yet – trying again" : notSent(late)) : post.slow ? "Saving…" : post.said;
  if (net.textContent !== text) net.textContent = text;
  the(".net").classList.toggle("late", late.length > 0);
  const again = make("button", { class: "quiet", onclick: hurry }, "Send now");
  const change = make("button", { class: "quiet", onclick: () => mine.forEach(takeBack) }, "Change it");
  const pages = [...new Set(late.filter((one) => !isHere(one)).map((one) => one.page || playOf(one.action)))];
  const ways = [again, ...pages.map((path) => make("a", { class: "button quiet", href: path }, "Look")), ...(mine.some((one) => formOf(one)) ? [change] : [])];
  fill(the("#ways"), late.length ? ways : []);
  fill(the("#unsent"), all.filter((one) => one.told && !formOf(one)).map(toldBlock));
}

/**
 * Draw a section only if it has changed, so that no button disappears under a finger or the focus.
 * @param {HTMLElement} section
 * @param {HTMLElement[]} pieces
 */
function fill(section, pieces) {
  const look = pieces.map((piece) => piece.outerHTML).join("");
  section.hidden = !pieces.length;
  if (looks.get(section) === look) return;
  looks.set(section, look);
  section.replaceChildren(...pieces);
}

/**
 * Take a parcel back into its form before it was sent.
 * @param {Parcel} parcel
 */
function takeBack(parcel) {
  outbox.drop(parcel);
  keepTyped(parcel);
  tell();
  const form = formOf(parcel);
  if (form) { form.scrollIntoView({ block: "start" }); ($("input:not([type=hidden]):not([disabled])", form) || form).focus({ preventScroll: true }); }
}

/**
 * Return a message on a refused parcel without a form on this page, with what can be done.
 * @param {Parcel} parcel
 */
function toldBlock(parcel) {
  const words = parcel.words || [...new URLSearchParams(parcel.body)].filter(([name]) => !NOT_TYPED.has(name)).map((pair) => pair.join(": ")).join("\n");
  const again = () => { delete parcel.told; delete parcel.faults; delete parcel.renewed; delete parcel.tries; outbox.put(parcel); hurry(); };
  const away = () => { outbox.drop(parcel); dropTyped(parcel.keep); tell(); the("#main").focus(); };
  const copying = make("button", { class: "quiet", onclick: async () => { if (await copy(`${parcel.name}\n${words}`)) { copying.textContent = "Copied"; announce("Copied"); } copying.focus(); } }, "Copy");
  return make("div", { class: "notice warn", role: "alert" },
    make("p", {}, make("strong", {}, parcel.name || "A round"), " was not saved. ", parcel.told ? parcel.told.sentence : ""),
    ...(words ? [make("details", {}, make("summary", {}, "What was typed"), make("p", { class: "typed" }, words), copying)] : []),
    make("div", { class: "together" },
      ...(parcel.told?.status === 404 || isHere(parcel) ? [] : [make("a", { class: "button quiet", href: parcel.page }, "Look")]),
      make("button", { class: "quiet", onclick: again }, "Try again"),
      make("button", { class: "quiet", onclick: away }, "Throw it away")));
}

/** Find the parcels that were not delivered when the last page was left. */
export function findUnsent() {
  for (const parcel of unsentParcels()) post.found.add(parcel.key);
  sendAll();
}

document.addEventListener("peek", (event) => { for (const form of $$("form", /** @type {HTMLElement} */ (event.target))) if (form.method === "post") setUpSending(form); });
addEventListener("online", () => { if (post.watch && unsentParcels().some((one) => one.tries)) post.watch.abort(); hurry(); });
addEventListener("pageshow", (event) => { if (event.persisted) hurry(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) hurry(); });
addEventListener("storage", (event) => {
  if (event.key && !event.key.startsWith("pending:")) return;
  const held = post.held;
  tell();
  if (held && !post.held && !post.running) refresh(); // another page of this phone has sent it
});
