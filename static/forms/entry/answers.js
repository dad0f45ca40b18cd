// The answers in a form, typed or chosen by chips, and whether a person or the page has given them.

import { $ } from "../../support/dom.js";
import { controls, grouped, isGiven, isTickable } from "../../support/forms.js";
import { readSum } from "./sums.js";

/** The inputs of one answer: a number that is typed, or chips of which one is chosen. */
export class Group {
  /** @param {HTMLInputElement[]} inputs */
  constructor(inputs) { this.inputs = inputs; this.isRadio = inputs[0].type === "radio"; }

  get value() {
    if (!this.isRadio) return readSum(this.inputs[0].value);
    const chosen = this.inputs.find((input) => input.checked);
    return chosen ? Number(chosen.value) : null;
  }

  /** Whether there is any answer, even an unreadable one. */
  get hasAnswer() { return this.inputs.some(isGiven); }

  /**
   * The number as the functions of `sums.js` need it.
   * @returns {Share}
   */
  get share() {
    const { auto, least, most } = this.inputs[0].dataset, number = (/** @type {string | undefined} */ text) => (text ? Number(text) : undefined);
    const share = { value: this.value, auto: auto === "1" };
    if (!this.isRadio) return { ...share, least: number(least), most: number(most) };
    return { ...share, choices: this.inputs.filter((input) => !chipOf(input).hidden).map((input) => Number(input.value)) };
  }

  /**
   * Fill in a number that follows from others.
   * @param {number} value
   */
  fill(value) {
    if (this.isRadio) for (const input of this.inputs) input.checked = Number(input.value) === value;
    else if (this.value !== value) this.inputs[0].value = String(value);
    this.markFilled();
  }

  /** Mark the answer as filled in by the page. */
  markFilled() {
    this.inputs[0].dataset.auto = "1";
    delete this.inputs[0].dataset.answered;
    if (this.isRadio) for (const input of this.inputs) chipOf(input).classList.toggle("filled", input.checked);
  }

  /** Mark the answer as given by a person. */
  markAnswered() {
    delete this.inputs[0].dataset.auto;
    this.inputs[0].dataset.answered = "";
    if (this.isRadio) for (const input of this.inputs) chipOf(input).classList.remove("filled");
  }

  /** Remove what the page has filled in. */
  clear() {
    for (const input of this.inputs) if (this.isRadio) input.checked = false; else input.value = "";
    this.markAnswered();
  }
}

/**
 * Return the chip of an input.
 * @param {HTMLInputElement} input
 */
export function chipOf(input) { return /** @type {HTMLElement} */ (input.parentElement); }

/**
 * Return the groups of a field, one for each player who is asked.
 * @param {HTMLFormElement} form
 * @param {string} key
 */
export function groupsOf(form, key) {
  const inputs = controls(form).filter((input) => !input.disabled && input.name && input.dataset.hidden === undefined && (input.name === key || input.name.startsWith(key + ".")));
  return [...grouped(inputs.map((input) => [input.name, input])).values()].map((some) => new Group(some));
}

/**
 * Return all inputs of this name, disabled ones too.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function inputsNamed(form, name) { return controls(form).filter((input) => input.name === name); }

/**
 * Mark an answer as given by a person, not filled in by the page.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
export function markAnswered(form, input) {
  if (input.name) for (const group of groupsOf(form, input.name)) if (group.inputs.includes(input)) group.markAnswered();
}

/**
 * Return the answer of the inputs with this name, true for a single ticked box; null if there is none, or if they are
 * disabled.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function answerTo(form, name) {
  const inputs = inputsNamed(form, name).filter((input) => !input.disabled);
  if (!inputs.length) return null;
  const chosen = inputs.find((input) => input.checked);
  if (inputs[0].type === "checkbox" && inputs.length === 1) return chosen ? true : null;
  if (isTickable(inputs[0])) return chosen ? chosen.value : null;
  return inputs[0].value.trim() || null;
}

/**
 * Return the answer to a key near a part of the form: in a row that of the same row; elsewhere that of the same player,
 * or else of the table. null: there is none.
 * @param {HTMLFormElement} form
 * @param {Element} part
 * @param {string} key
 */
export function answerNear(form, part, key) {
  const steps = $("input, select", part)?.name.split(".") || [];
  const names = part.closest("[data-row]") ? [`${steps[0]}.${steps[1]}.${key}`] : [`${key}.${steps[1]}`, key];
  return names.map((name) => answerTo(form, name)).find((answer) => answer !== null) ?? null;
}

/**
 * Return whether an answer is one of these values; if there are none, whether there is any answer.
 * @param {string | true | null} answer
 * @param {(string | number | boolean | null)[]} values
 */
export function isOneOf(answer, values) {
  if (!values.length) return answer !== null && answer !== "none" && answer !== "";
  return values.some((value) => {
    if (value === null) return answer === "none";
    return typeof value === "boolean" ? Boolean(answer) === value : String(value) === String(answer);
  });
}
