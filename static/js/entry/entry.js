// Forms that are set up by the script: those of rounds and of questions to the referee, and others whose inputs are stored
// while they are typed.

import { $, $$, coarse, memory, spotOf, state, untilReleased, widgets } from "../support/dom.js";
import { loadFolded, setUps } from "../support/page.js";
import { closePad, goTo, openKeypad, openNumbers, pad, toRefused } from "./keypad.js";
import { check, inputsNamed, own, showWhen } from "./form.js";
import { dropTyped, filledIn, forget, handleChange, markFilled, restore } from "./typed.js";
import { drawChips, setUpFew } from "./chips.js";

/** @type {WeakMap<Element, Set<unknown>>} */
const calledOn = new WeakMap();

/**
 * Call a function for the elements for which it was not called yet; not for those of a blank row, which is copied.
 * @param {HTMLElement[]} elements
 * @param {(element: any, begin: (root: HTMLElement) => void) => void} setUpOne
 */
function forNew(elements, setUpOne) {
  for (const one of elements) {
    const called = calledOn.get(one) || new Set();
    if (called.has(setUpOne) || one.closest("[data-blank]")) continue;
    calledOn.set(one, called.add(setUpOne));
    setUpOne(one, setUpWidgets);
  }
}

/**
 * Set up the inputs in a part of a form.
 * @param {HTMLElement} root
 */
export function setUpWidgets(root) {
  for (const [selector, setUpField] of Object.entries(widgets.fields)) forNew($$(selector, root), setUpField);
  forNew($$(".few", root), setUpFew);
  if (coarse) forNew($$("input.num", root), offerKeypad);
}

/**
 * Open the keypad instead of the phone's own for a number.
 * @param {HTMLElement} input
 */
function offerKeypad(input) {
  input.inputMode = "none";
  input.addEventListener("focus", () => openKeypad(/** @type {HTMLInputElement} */ (input)));
}

/**
 * Set up all inputs of a form for which the modules are loaded.
 * @param {HTMLFormElement} form
 */
function setUpInputs(form) {
  for (const [selector, setUpGroup] of Object.entries(widgets.groups)) forNew($$(selector, form), setUpGroup);
  setUpWidgets(form);
  for (const setUpForm of widgets.forms) forNew([form], setUpForm);
}

/**
 * Set up the inputs of a folded part of a form, after loading the modules that only these need.
 * @param {HTMLFormElement} form
 */
async function setUpFolded(form) {
  await loadFolded();
  if (!form.isConnected) return;
  setUpInputs(form);
  showWhen(form);
  drawChips(form);
}

/**
 * Set up the form of a round or of a question to the referee.
 * @param {HTMLFormElement} form
 */
function setUpEntry(form) {
  if (form.method !== "post" && $(".verdict") && new URLSearchParams(location.search).has("ask")) dropTyped(form.dataset.keep);
  for (const way of $$("details.way", form)) way.open = true; // the chips choose which one is visible
  setUpInputs(form);
  restore(form);
  markFilled(form);
  form.addEventListener("changed", () => drawChips(form));
  form.addEventListener("toggle", (event) => { if (!spotOf(event).matches(".way")) setUpFolded(form); }, true);
  for (const input of $$(".ways input", form)) input.addEventListener("change", () => setUpFolded(form));
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
document.addEventListener("click", (event) => {
  if (!spotOf(event).closest("a[data-discard]")) return;
  for (const form of $$("form[data-keep]")) { forget(form.dataset.keep); dropTyped(form.dataset.keep); }
});

setUps.push((isFirst) => {
  const entry = $("#entry");
  dropArrived();
  if (entry) setUpEntry(entry);
  for (const form of $$("form[data-keep]")) if (form !== entry) setUpKept(form);
  if (isFirst) toRefused(document);
});
