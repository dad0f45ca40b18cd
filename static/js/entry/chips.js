// Chips: numbers that are usually one of a few, numbers that grow with each tap, and labels that depend on other answers.

import { $, $$, around, make, partOf } from "../support/dom.js";
import { groupsOf, inputsNamed, own } from "./form.js";
import { handleChange } from "./typed.js";

/**
 * Return the text of an input's chip.
 * @param {HTMLInputElement} input
 */
export function chipText(input) { return (input.nextElementSibling?.textContent || "").trim(); }

/**
 * Return the same for another chip: a name has its initial.
 * @param {HTMLInputElement} input
 */
export function chipWords(input) {
  const mark = $("i", input.parentElement || input);
  return [...(mark ? [mark.cloneNode(true)] : []), make("bdi", {}, chipText(input))];
}

/**
 * Return the radio buttons of a field.
 * @param {HTMLElement} field
 */
export function answersIn(field) { return $$("input[type=radio]", field); }

/**
 * Set up a number to which each tap on a chip adds, as for events, with a button that takes the last tap back.
 * @param {HTMLElement} field
 * @param {HTMLInputElement} input
 * @param {HTMLElement[]} keys
 */
function setUpAdding(field, input, keys) {
  const form = around(field, "form"), most = Number(input.dataset.most || Infinity);
  /** @type {[string, string][]} */
  const steps = []; // the texts before and after each tap
  const put = (/** @type {string} */ text) => { input.value = text; own(form, input); handleChange(form, input); };
  const back = make("button", { class: "chip-button", "aria-label": `${(field.querySelector("label")?.textContent || "").trim()}: take the last one back`, onclick: () => put((steps.pop() || [""])[0]) }, "↶");
  for (const key of keys) key.addEventListener("click", () => {
    const sum = String(Math.min(most, Number(input.value || 0) + Number(key.dataset.value)));
    steps.push([input.value, sum]);
    put(sum);
  });
  input.before(back);
  partOf(field, { redraw: () => {
    if (steps.length && steps[steps.length - 1][1] !== input.value) steps.length = 0; // something else was typed
    back.disabled = !steps.length;
  } });
}

/**
 * Set up a number with chips for its usual values.
 * @param {HTMLElement} field
 */
export function setUpFew(field) {
  const form = around(field, "form"), input = $("input.num", field), chips = $$("button[data-value]", field);
  if (!input) return;
  if (field.dataset.adds !== undefined) { input.placeholder = input.dataset.above || ""; setUpAdding(field, input, chips); return; }
  input.placeholder = input.dataset.above || "";
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      const { value = "" } = chip.dataset;
      input.value = "said" in input.dataset && input.value.trim() === value ? "" : value;
      own(form, input);
      handleChange(form, input);
    });
  }
  partOf(field, { redraw: () => { for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.value === input.value.trim())); } });
}

/**
 * Draw the chips by the present answers.
 * @param {HTMLFormElement} form
 */
export function drawChips(form) {
  for (const field of $$("[data-in-one-with], .few", form)) partOf(field).redraw?.();
  for (const field of $$("[data-places]", form)) namePlaces(form, field);
  for (const line of $$("[data-comes-to]", form)) sayLength(form, line);
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
  for (const input of answersIn(field)) {
    const number = Number(input.value), whose = listed[number - 1], label = input.nextElementSibling;
    if (!number || !whose || !label) continue;
    const again = listed.filter((name) => name === whose).length > 1 ? ` ${nth(listed.slice(0, number).filter((name) => name === whose).length)}` : "";
    label.textContent = place.replace("{knock}", `${whose}’s${again} knock`);
  }
}

/**
 * Return a number as an ordinal.
 * @param {number} number
 */
function nth(number) { return `${number}${["", "st", "nd", "rd"][number] || "th"}`; }

/**
 * Show the sentence about the length of a list.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} line
 */
function sayLength(form, line) {
  const { comesTo = "", base = "0", sentence = "", one = "", many = "" } = line.dataset;
  const sum = Number(base) + groupsOf(form, comesTo).reduce((all, group) => all + group.inputs.length, 0);
  const text = sentence.replace("{sum}", `${sum} ${sum === 1 ? one : many}`.trim());
  if (line.textContent !== text) line.textContent = text;
}
