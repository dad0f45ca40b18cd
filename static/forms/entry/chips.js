// Chips: numbers that are usually one of a few, numbers that grow with each tap, and labels that depend on other answers.

import { $, $$, ancestor } from "../../support/dom.js";
import { chipButton, make, oneLine, setPressed } from "../../support/elements.js";
import { partOf } from "../../support/forms.js";
import { groupsOf, inputsNamed, markAnswered } from "./answers.js";
import { sumOf } from "./sums.js";
import { handleChange } from "./unsaved_input.js";

/**
 * Return the text of an input's chip.
 * @param {HTMLInputElement} input
 */
export function chipText(input) { return (input.nextElementSibling?.textContent || "").trim(); }

/**
 * Return the content for a copy of an input's chip: its text, with the initial of a name.
 * @param {HTMLInputElement} input
 */
export function chipContent(input) {
  const initial = $("i", input.parentElement || input);
  return [...(initial ? [initial.cloneNode(true)] : []), make("bdi", {}, chipText(input))];
}

/**
 * Return the radio buttons of a field.
 * @param {HTMLElement} field
 */
export function radiosIn(field) { return $$("input[type=radio]", field); }

/**
 * Set up a number with chips: for its usual values, which a second tap takes back, or for steps that are added to it.
 * @param {HTMLElement} field
 */
export function setUpUsualNumber(field) {
  const form = ancestor(field, "form"), input = $("input.num", field), chips = $$("button[data-value]", field);
  if (!input) return;
  input.placeholder = input.dataset.above || "";
  const put = (/** @type {string} */ text) => { input.value = text; markAnswered(form, input); handleChange(form, input); };
  if (field.dataset.adds !== undefined) { setUpSteps(field, input, chips, put); return; }
  for (const chip of chips) {
    const { value = "" } = chip.dataset;
    chip.addEventListener("click", () => put("answered" in input.dataset && input.value.trim() === value ? "" : value));
  }
  partOf(field, { redraw: () => { for (const chip of chips) setPressed(chip, chip.dataset.value === input.value.trim()); } });
}

/**
 * Set up a number to which each tap on a chip adds, as for events, with a button that takes the last tap back.
 * @param {HTMLElement} field
 * @param {HTMLInputElement} input
 * @param {HTMLElement[]} chips
 * @param {(text: string) => void} put
 */
function setUpSteps(field, input, chips, put) {
  /** @type {[before: string, after: string][]} */
  const steps = []; // the texts before and after each tap
  const undoButton = chipButton({ "aria-label": `${oneLine(field.querySelector("label")?.textContent)}: take the last one back`, onclick: () => put((steps.pop() || [""])[0]) }, "↶");
  for (const chip of chips) chip.addEventListener("click", () => {
    const sum = String(Math.min(Number(input.dataset.most || Infinity), Number(input.value || 0) + Number(chip.dataset.value)));
    steps.push([input.value, sum]);
    put(sum);
  });
  input.before(undoButton);
  partOf(field, { redraw: () => {
    if (steps.length && steps[steps.length - 1][1] !== input.value) steps.length = 0; // something else was typed
    undoButton.disabled = !steps.length;
  } });
}

/**
 * Show chips and labels by the present answers.
 * @param {HTMLFormElement} form
 */
export function redrawChips(form) {
  for (const field of $$("[data-in-one-with], .few", form)) partOf(field).redraw?.();
  for (const field of $$("[data-places]", form)) namePlaces(form, field);
  for (const line of $$("[data-comes-to]", form)) showLength(form, line);
}

/**
 * Label chips for places in a list with the player in each place.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} field
 */
function namePlaces(form, field) {
  /** @type {{ names: string[], place: string }} */
  const { names, place } = JSON.parse(field.dataset.places || "{}");
  const listed = inputsNamed(form, field.dataset.limit || "").map((input) => names[Number(input.value)]);
  for (const input of radiosIn(field)) {
    const number = Number(input.value), player = listed[number - 1], label = input.nextElementSibling;
    if (!number || !player || !label) continue;
    const count = (/** @type {string[]} */ some) => some.filter((name) => name === player).length;
    const which = count(listed) > 1 ? ` ${nth(count(listed.slice(0, number)))}` : "";
    label.textContent = place.replace("{knock}", `${player}'s${which} knock`);
  }
}

/**
 * Return a number as an ordinal.
 * @param {number} number
 */
function nth(number) { return `${number}${["", "st", "nd", "rd"][number] || "th"}`; }

/**
 * Show the sentence about the length of a list, such as “That makes 5 knocks.” The line can add a number to the length.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} line
 */
function showLength(form, line) {
  const { comesTo = "", base = "0", sentence = "", one = "", many = "" } = line.dataset;
  const sum = Number(base) + sumOf(groupsOf(form, comesTo).map((group) => group.inputs.length));
  const text = sentence.replace("{sum}", `${sum} ${sum === 1 ? one : many}`.trim());
  if (line.textContent !== text) line.textContent = text;
}
