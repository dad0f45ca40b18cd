// Drafts: what is entered of the coming round is sent as it is tapped, so that every phone at the table sees it.

import { $, $$, fetchInTime, the } from "../../support/dom.js";
import { setText } from "../../support/elements.js";
import { grouped } from "../../support/forms.js";
import { untilReleased } from "../../support/device/pointer.js";
import { state } from "../../support/state.js";
import { dropTyped, typedValues } from "../../forms/entry/unsaved_input.js";

const PAUSE = 300; // milliseconds without a tap before the draft is sent
const TRY_AGAIN = 4000; // milliseconds after which it is sent again if there was no answer

/** The timer of the next draft, and whether one is being sent. */
export const draft = { timer: 0, isSending: false };

/** The answers of a form as they were last sent. @type {WeakMap<HTMLFormElement, Map<string, string[]>>} */
const sentAnswers = new WeakMap();

/**
 * Return the keys of the fields that are sent before the round is over; undefined for all fields of the form.
 * @param {HTMLFormElement} form
 */
function draftKeys(form) { return form.dataset.draftKeys?.split(" "); }

/**
 * Return the key of the field that an input belongs to.
 * @param {string} name
 */
function keyOfInput(name) { return name.split(".")[0]; }

/**
 * Return the answers of a draft by name.
 * @param {HTMLFormElement} form
 */
function draftAnswers(form) {
  const keys = draftKeys(form);
  return grouped(typedValues(form).filter(([name, value]) => value.trim() && (!keys || keys.includes(keyOfInput(name)))));
}

/**
 * Return the names whose answers differ.
 * @param {Map<string, string[]>} one
 * @param {Map<string, string[]>} other
 */
function changedNames(one, other) {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => String(one.get(name)) !== String(other.get(name)));
}

/**
 * Return whether the form asks for the result of the round as well, and somebody has begun with it.
 * @param {HTMLFormElement} form
 */
function hasResult(form) {
  const keys = draftKeys(form), later = $$("[data-field], [data-rows]", form).map((field) => field.dataset.field || field.dataset.rows).filter((key) => !keys?.includes(key || ""));
  return Boolean(keys) && typedValues(form).some(([name, value]) => value.trim() && later.includes(keyOfInput(name)));
}

/**
 * Remember what a new form contains, so that only changes are sent; once the form is submitted, send no further draft.
 * @param {HTMLFormElement} form
 */
export function watchDraft(form) {
  sentAnswers.set(form, draftAnswers(form));
  form.addEventListener("submit", () => clearTimeout(draft.timer));
}

/**
 * Send the draft in a moment.
 * @param {HTMLFormElement} form
 * @param {number} wait in milliseconds
 */
export function scheduleDraft(form, wait = PAUSE) {
  clearTimeout(draft.timer);
  if (form.dataset.draftUrl) draft.timer = setTimeout(() => sendDraft(form), wait);
}

/**
 * Send what has changed since the last draft, and show how the round stands with it. What was sent completely need not be
 * stored on the phone any longer, unless results were typed as well.
 * @param {HTMLFormElement} form
 */
async function sendDraft(form) {
  if (!form.isConnected) return;
  if (draft.isSending) { scheduleDraft(form); return; }
  const answers = draftAnswers(form), play = the("#play"), changed = changedNames(answers, sentAnswers.get(form) || new Map());
  if (!changed.length) return;
  draft.isSending = true;
  try {
    const answer = await fetchInTime(form.dataset.draftUrl || "", { method: "POST", body: draftBody(form, answers, changed) });
    /** @type {DraftNews | null} */
    const news = answer.ok ? await answer.json() : null;
    await untilReleased();
    if (!news || $("#play") !== play) return; // the next poll will show it
    sentAnswers.set(form, answers);
    if (news.alone) play.dataset.mark = news.mark;
    const line = $("#bidding");
    if (line) setText(line, news.bidding);
    showProgress(news);
    if (news.whole && !hasResult(form) && !changedNames(draftAnswers(form), answers).length) { state.hasChanges = false; dropTyped(form.dataset.keep); }
  } catch { scheduleDraft(form, TRY_AGAIN); } finally { draft.isSending = false; }
}

/**
 * Return what to send of a draft: the changed answers, all rows of a field with a changed one, and the names that have no
 * answer any more.
 * @param {HTMLFormElement} form
 * @param {Map<string, string[]>} answers
 * @param {string[]} changed
 */
function draftBody(form, answers, changed) {
  const valueOf = (/** @type {"csrf_token" | "slot"} */ name) => the(`[name=${name}]`, form).value;
  const body = new URLSearchParams({ csrf_token: valueOf("csrf_token"), slot: valueOf("slot"), mark: the("#play").dataset.mark || "" });
  const fieldsOfRows = new Set(changed.map(keyOfInput).filter((key) => $(`[data-rows="${CSS.escape(key)}"]`, form)));
  const isInRows = (/** @type {string} */ name) => fieldsOfRows.has(keyOfInput(name));
  for (const [name, values] of answers) if (isInRows(name) || changed.includes(name)) for (const value of values) body.append(name, value);
  for (const name of changed) if (!isInRows(name) && !answers.has(name)) body.append("cleared", name);
  for (const key of fieldsOfRows) if (![...answers.keys()].some((name) => name.startsWith(key + "."))) body.append("cleared", key);
  return body;
}

/**
 * Show the totals and the progress of the round.
 * @param {DraftNews} news
 */
function showProgress({ board, progress }) {
  for (const [seat, [total, last]] of board.entries()) {
    const card = $$(".board .card")[seat], short = $$(".in-short .one b")[seat];
    if (!card) continue;
    setText(the(".total", card), total);
    setText(the(".last", card), last || "\u00a0");
    if (short) setText(short, total);
  }
  const bar = /** @type {HTMLProgressElement | null} */ ($(".round-head progress"));
  if (!bar || !progress) return;
  bar.value = Math.max(0, progress[0]);
  setText(the(".round-head .beside:has(+ progress) bdi"), progress[1]);
}
