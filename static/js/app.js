// The script of all pages. Every page works without it; with it, a save needs no reload, sums are checked while they are
// typed, and nothing typed is lost without a network.

import { stayAwake } from "./support/awake.js";
import { toggleLine } from "./support/charts.js";
import { $, $$, listen, storage, targetOf } from "./support/dom.js";
import { widgets } from "./support/forms.js";
import { offerInstall } from "./support/installing.js";
import { isTouch, untilReleased } from "./support/pointer.js";
import { showPreview } from "./support/previews.js";
import { markVisibleTab, openTarget } from "./support/sections.js";
import { offerSpeech } from "./support/speech.js";
import { state } from "./support/state.js";
import { sendTimeZone, showLocalTimes } from "./support/times.js";
import { inputsNamed, markAnswered } from "./entry/answers.js";
import { check } from "./entry/check.js";
import { redrawChips, setUpUsualNumber } from "./entry/chips.js";
import { showAskedFields } from "./entry/conditions.js";
import { openKeypad, openNumbers } from "./entry/keypad.js";
import { goToFirstProblem, goToProblem } from "./entry/moving.js";
import { closePad, pad } from "./entry/pad.js";
import { dropTyped, filledValues, handleChange, markFilled, restore } from "./entry/typed.js";
import { scheduleDraft, watchDraft } from "./live/drafts.js";
import { page, removeDoneFromUrl } from "./live/page.js";
import { pollRepeatedly } from "./live/polling.js";
import { schedulePreview } from "./live/preview.js";
import { keepRefusedForms, showRefusals } from "./live/refusals.js";
import { sendLeftovers, setUpSending } from "./live/sending.js";
import { showStatus } from "./live/status.js";

/**
 * Set up the inputs in a part of a form.
 * @param {HTMLElement} root
 */
export function setUpWidgets(root) {
  for (const [selector, setUpField] of Object.entries(widgets.fields || {})) for (const field of $$(selector, root)) setUpField(field);
  for (const field of $$(".few", root)) setUpUsualNumber(field);
  if (isTouch) for (const input of $$("input.num", root)) { input.inputMode = "none"; input.addEventListener("focus", () => openKeypad(input)); }
}

/**
 * Set up the form of a round or of a question to the referee.
 * @param {HTMLFormElement} form
 */
function setUpEntry(form) {
  if (form.method !== "post" && $(".verdict") && new URLSearchParams(location.search).has("ask")) dropTyped(form.dataset.keep);
  for (const [selector, setUpGroup] of Object.entries(widgets.groups || {})) for (const field of $$(selector, form)) setUpGroup(field, setUpWidgets);
  setUpWidgets(form);
  for (const way of $$("details.way", form)) way.open = true; // the chips choose which one is visible
  widgets.form?.(form);
  watchDraft(form);
  restore(form);
  markFilled(form);
  scheduleDraft(form);
  form.addEventListener("changed", (event) => {
    const changed = /** @type {CustomEvent<HTMLElement | null>} */ (event).detail;
    schedulePreview(form, changed?.matches("[type=radio]") ? 120 : 350);
    scheduleDraft(form);
    redrawChips(form);
  });
  form.addEventListener("input", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (!input.name && !input.closest(".pot")) return; // inputs without a name are not sent; pots send their shares
    markAnswered(form, input);
    if (event.isTrusted && input === pad.input) pad.takeTyped();
    handleChange(form, input);
    if (isTouch && event.isTrusted && input.type === "radio") openNumbers(input);
  });
  form.addEventListener("submit", () => { closePad(); /** @type {HTMLElement} */ (document.activeElement).blur(); check(form); });
  // Fill in empty numbers that follow from others once their input has lost the focus.
  form.addEventListener("focusout", () => requestAnimationFrame(() => { if (form.isConnected && checkFills(form)) handleChange(form); }));
  setUpTakingBack(form);
  showAskedFields(form);
  const { lacks } = $("#check", form)?.dataset || {};
  state.missing = lacks ? JSON.parse(lacks) : null;
  check(form);
  redrawChips(form);
  if (state.hasChanges || filledValues(form).length) schedulePreview(form, 0);
}

/**
 * Let a second tap on a chip take the choice back; a tap on a suggested one confirms it.
 * @param {HTMLFormElement} form
 */
function setUpTakingBack(form) {
  /** @type {HTMLInputElement | null} */
  let checked = null; // the input that was checked when the finger came down on its chip
  form.addEventListener("pointerdown", (event) => { const chip = targetOf(event).closest(".chip"); checked = chip && $("input[type=radio]:checked", chip); });
  form.addEventListener("click", (event) => {
    const input = checked;
    if (!input || event.target !== input || !input.closest(".field:not(.ways)")) return;
    const inputs = inputsNamed(form, input.name);
    checked = null;
    if ("answered" in inputs[0].dataset) {
      const none = input.closest(".field:not([data-required])") && inputs.find(({ value }) => value === "none");
      input.checked = false;
      if (none) none.checked = true;
    }
    markAnswered(form, input);
    handleChange(form, input);
  });
}

/**
 * Check the form, and return whether that has filled anything in.
 * @param {HTMLFormElement} form
 */
function checkFills(form) {
  const before = JSON.stringify(filledValues(form));
  check(form);
  return before !== JSON.stringify(filledValues(form));
}

/**
 * Set up another long form, whose inputs are stored while they are typed.
 * @param {HTMLFormElement} form
 */
function setUpStored(form) {
  form.dataset.keep += location.search; // what the URL fills in is stored separately
  restore(form);
  form.addEventListener("input", () => handleChange(form));
  form.addEventListener("submit", (event) => { if (/** @type {HTMLButtonElement | null} */ (event.submitter)?.name !== "more") storage.set("sent", form.dataset.keep); });
}

/** Delete what such a form sent once the page confirms it; until then it is stored, since the network may have failed. */
function dropConfirmed() {
  const sent = storage.get("sent");
  storage.drop("sent");
  if (sent && $("#main > .notice[role=status], #play[data-revision='1']")) dropTyped(sent);
}

const WIDGETS = "[data-rows], [data-shares], [data-sequence], [data-cards], [data-fall], [data-tapped], [data-suggested], [data-turns], [data-in-one-with]";

/** Set up the page, after loading the modules that its fields need. */
async function setUp() {
  if (!widgets.form && $(WIDGETS)) await import("./entry/inputs.js").catch(() => {}); // without a network its fields stay as without a script
  setUpPage();
}

/** Set up the page with the modules that are loaded. */
function setUpPage() {
  for (const element of $$("[data-script]")) element.hidden = false;
  for (const element of $$("[data-plain]")) element.hidden = true;
  const entry = $("#entry");
  dropConfirmed();
  keepRefusedForms();
  if (entry) setUpEntry(entry);
  for (const form of $$("form[data-keep]")) if (form !== entry) setUpStored(form);
  if ($("#play") || entry) for (const form of $$("#main form")) if (form.method === "post") setUpSending(form);
  showRefusals();
  showStatus();
  showLocalTimes(document);
  sendTimeZone();
  markVisibleTab();
  openTarget();
  offerInstall();
  stayAwake();
  offerSpeech();
}

listen("click", "a[data-peek]", showPreview);
listen("click", ".figure .chart", toggleLine);
listen("click", ".problem.summary a[href^='#']", (link, event) => { if (goToProblem(link)) event.preventDefault(); });

/**
 * Return whether an event happened beside everything that can be tapped.
 * @param {Event} event
 */
function isBesideControls(event) { return !targetOf(event).closest("a, button, input, label, select, textarea, summary, .savebar, .pad"); }

let isPressedBeside = false;
document.addEventListener("pointerdown", (event) => { isPressedBeside = isBesideControls(event); });
document.addEventListener("click", (event) => { if (pad.element && isPressedBeside && isBesideControls(event)) closePad(); }); // show what it covers
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closePad();
  if (event.key !== "Enter" || event.isComposing || event.target !== pad.input) return;
  event.preventDefault();
  pad.goOn();
});
document.addEventListener("focusin", (event) => {
  const focused = targetOf(event);
  if (!pad.input || pad.element?.contains(focused) || focused.matches("input.num") || focused.closest(".savebar")) return;
  setTimeout(async () => { await untilReleased(); if (pad.input && document.activeElement !== pad.input) closePad(); }, 250);
});
addEventListener("popstate", () => { if (location.pathname !== state.path) location.reload(); }); // else only the fragment has changed
document.addEventListener("visibilitychange", pollRepeatedly);
page.setUp = setUp;
removeDoneFromUrl();
setUp().then(() => { goToFirstProblem(document); sendLeftovers(); });
setTimeout(pollRepeatedly, 1000);
