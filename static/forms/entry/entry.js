// Forms that are set up by the script: those of rounds and of questions to the referee, and others whose inputs are stored
// while they are typed.

import { $, $$, listen, storage, targetOf } from "../../support/dom.js";
import { widgets } from "../../support/forms.js";
import { loadFolded, setUps } from "../../support/page.js";
import { isTouch, untilReleased } from "../../support/device/pointer.js";
import { state } from "../../support/state.js";
import { inputsNamed, markAnswered } from "./answers.js";
import { check } from "./check.js";
import { redrawChips, setUpUsualNumber } from "./chips.js";
import { showAskedFields } from "./conditions.js";
import { openKeypad, openNumbers } from "./keypad.js";
import { goToFirstProblem, goToProblem } from "./moving.js";
import { closePad, pad } from "./pad.js";
import { dropTyped, filledValues, handleChange, markFilled, restore } from "./unsaved_input.js";

/** @type {WeakMap<Element, Set<unknown>>} */
const calledOn = new WeakMap();

/**
 * Call a function for the elements for which it was not called yet; not for those of a blank row, which is copied.
 * @param {HTMLElement[]} elements
 * @param {(element: any, setUpInputs: (root: HTMLElement) => void) => void} setUpOne
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
  forNew($$(".few", root), setUpUsualNumber);
  if (isTouch) forNew($$("input.num", root), offerKeypad);
}

/**
 * Open the keypad instead of the phone's own for a number.
 * @param {HTMLInputElement} input
 */
function offerKeypad(input) {
  input.inputMode = "none";
  input.addEventListener("focus", () => openKeypad(input));
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
  showAskedFields(form);
  redrawChips(form);
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
  form.addEventListener("changed", () => redrawChips(form));
  form.addEventListener("toggle", (event) => { if (!targetOf(event).matches(".way")) setUpFolded(form); }, true);
  for (const input of $$(".ways input", form)) input.addEventListener("change", () => setUpFolded(form));
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
}

/**
 * Let a second tap on a chip take the choice back, or choose "none" if there is such a chip; a tap on a suggested one
 * confirms it.
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

setUps.push((isFirst) => {
  const entry = $("#entry");
  dropConfirmed();
  if (entry) setUpEntry(entry);
  for (const form of $$("form[data-keep]")) if (form !== entry) setUpStored(form);
  if (isFirst) goToFirstProblem(document);
});
