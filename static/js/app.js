// The script of all pages. Every page works without it; with it, a save needs no reload, sums are checked while they are
// typed, and nothing typed is lost without a network.

import { $, $$, coarse, memory, spotOf, state, untilReleased, widgets } from "./support/dom.js";
import { closePad, goTo, openKeypad, openNumbers, pad, toRefused } from "./entry/keypad.js";
import { check, inputsNamed, own, showWhen } from "./entry/form.js";
import { dropTyped, filledIn, handleChange, markFilled, restore } from "./entry/typed.js";
import { drawChips, setUpFew } from "./entry/chips.js";
import { foresee, keepLooking, page, putDown, removeDoneFromUrl, setUpDown } from "./live/updates.js";
import { findUnsent, keepForms, setUpSending, tell, tellForms } from "./live/sending.js";
import { localTimes, markPart, offerInstall, openTarget, tellZone } from "./support/links.js";
import { offerReading, stayAwake } from "./support/device.js";

/**
 * Set up the inputs in a part of a form.
 * @param {HTMLElement} root
 */
export function setUpWidgets(root) {
  for (const [selector, setUpField] of Object.entries(widgets.fields || {})) for (const field of $$(selector, root)) setUpField(field);
  for (const field of $$(".few", root)) setUpFew(field);
  if (coarse) for (const input of $$("input.num", root)) { input.inputMode = "none"; input.addEventListener("focus", () => openKeypad(input)); }
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
  setUpDown(form);
  restore(form);
  markFilled(form);
  putDown(form);
  form.addEventListener("changed", (event) => {
    const part = /** @type {CustomEvent<HTMLElement | null>} */ (event).detail;
    foresee(form, part && part.matches("[type=radio]") ? 120 : 350);
    putDown(form);
    drawChips(form);
  });
  form.addEventListener("input", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (!input.name && !input.closest(".pot")) return; // inputs without a name are not sent; pots send their shares
    own(form, input);
    if (event.isTrusted && input === pad.input) pad.show(true);
    handleChange(form, input);
    if (coarse && event.isTrusted && input.type === "radio") openNumbers(input);
  });
  form.addEventListener("submit", () => { closePad(); /** @type {HTMLElement} */ (document.activeElement).blur(); check(form); });
  // Fill in empty numbers that follow from others once their input has lost the focus.
  form.addEventListener("focusout", () => requestAnimationFrame(() => { if (form.isConnected && filledOnLeaving(form)) handleChange(form); }));
  setUpTakingBack(form);
  showWhen(form);
  const told = $("#check", form);
  state.lacks = told && told.dataset.lacks ? JSON.parse(told.dataset.lacks) : null;
  check(form);
  drawChips(form);
  if (state.touched || filledIn(form).length) foresee(form, 0);
}

/**
 * Let a second tap on a chip take the choice back; a tap on a suggested one confirms it.
 * @param {HTMLFormElement} form
 */
function setUpTakingBack(form) {
  /** @type {HTMLInputElement | null} */
  let before = null;
  form.addEventListener("pointerdown", (event) => { const chip = spotOf(event).closest(".chip"); before = chip && $("input[type=radio]:checked", chip); });
  form.addEventListener("click", (event) => {
    const input = before;
    if (!input || event.target !== input || !input.closest(".field:not(.ways)")) return;
    const all = inputsNamed(form, input.name);
    before = null;
    if ("said" in all[0].dataset) {
      const standing = input.closest(".field:not([data-required])") && all.find((one) => one.value === "none");
      input.checked = false;
      if (standing) standing.checked = true;
    }
    own(form, input);
    handleChange(form, input);
  });
}

/**
 * Check the form, and return whether anything else is filled in now.
 * @param {HTMLFormElement} form
 */
function filledOnLeaving(form) {
  const before = JSON.stringify(filledIn(form));
  check(form);
  return before !== JSON.stringify(filledIn(form));
}

/**
 * Set up another long form, whose inputs are stored while they are typed.
 * @param {HTMLFormElement} form
 */
function setUpKept(form) {
  form.dataset.keep += location.search; // what the URL fills in is stored separately
  restore(form);
  form.addEventListener("input", () => handleChange(form));
  form.addEventListener("submit", (event) => { const button = /** @type {HTMLButtonElement | null} */ (event.submitter); if (!button || button.name !== "more") memory.set("sent", form.dataset.keep); });
}

/** Delete what such a form sent once the page confirms it; until then it is stored, since the network may have failed. */
function dropArrived() {
  const sent = memory.get("sent");
  memory.drop("sent");
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
  for (const part of $$("[data-script]")) part.hidden = false;
  for (const part of $$("[data-plain]")) part.hidden = true;
  const entry = $("#entry");
  dropArrived();
  keepForms();
  if (entry) setUpEntry(entry);
  for (const form of $$("form[data-keep]")) if (form !== entry) setUpKept(form);
  if ($("#play") || entry) for (const form of $$("#main form")) if (form.method === "post") setUpSending(form);
  tellForms();
  tell();
  localTimes(document);
  tellZone();
  markPart();
  openTarget();
  offerInstall();
  stayAwake();
  offerReading();
}

document.addEventListener("click", (event) => {
  const link = spotOf(event).closest("a");
  if (link && link.matches(".problem.summary a[href^='#']") && goTo(link)) event.preventDefault();
});
/**
 * Return whether an event happened beside everything that can be tapped.
 * @param {Event} event
 */
function isAtNothing(event) { return !spotOf(event).closest("a, button, input, label, select, textarea, summary, .savebar, .pad"); }

let pressedNothing = false;
document.addEventListener("pointerdown", (event) => { pressedNothing = isAtNothing(event); });
document.addEventListener("click", (event) => { if (pad.element && pressedNothing && isAtNothing(event)) closePad(); }); // show what it covers
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closePad();
  if (event.key !== "Enter" || event.isComposing || event.target !== pad.input) return;
  event.preventDefault();
  pad.next();
});
document.addEventListener("focusin", (event) => {
  const spot = spotOf(event);
  if (!pad.input || pad.element?.contains(spot) || spot.matches("input.num") || spot.closest(".savebar")) return;
  setTimeout(async () => { await untilReleased(); if (pad.input && document.activeElement !== pad.input) closePad(); }, 250);
});
addEventListener("popstate", () => { if (location.pathname !== state.place) location.reload(); }); // else only the fragment has changed
addEventListener("hashchange", openTarget);
addEventListener("beforeprint", () => { for (const section of $$("details.chapter")) section.open = true; });
document.addEventListener("visibilitychange", keepLooking);
page.setUp = setUp;
removeDoneFromUrl();
setUp().then(() => { toRefused(document); findUnsent(); });
setTimeout(keepLooking, 1000);
