// What a form asks for depends on other answers: which fields and chips it shows, and their labels.

import { $, $$, ancestor } from "../../support/dom.js";
import { Group, answerNear, answerTo, chipOf, groupsOf, inputsNamed, isOneOf } from "./answers.js";
import { sumOf } from "./sums.js";

/**
 * Show the fields that the present answers ask for, and hide and disable the others.
 * @param {HTMLFormElement} form
 */
export function showAskedFields(form) {
  updateLabels(form);
  const parts = $$("[data-when], [data-unless]", form);
  for (const part of parts) {
    /** @type {[string, (string | number | boolean | null)[]][]} */
    const conditions = JSON.parse(part.dataset.when || "[]");
    const [unless, value] = (part.dataset.unless || "").split(" ");
    part.hidden = !conditions.every(([key, values]) => isOneOf(answerNear(form, part, key), values)) || (unless !== "" && answerTo(form, unless) === value);
  }
  for (const part of parts) for (const input of $$("input, select", part)) input.disabled = Boolean(input.closest("[data-when][hidden], [data-unless][hidden]"));
  for (const person of $$(".person", form)) if ($("[data-when], [data-unless]", person)) person.hidden = !$(".asked > :not([hidden])", person);
  for (const section of $$(".entry", form)) if ($("[data-when], [data-unless]", section)) section.hidden = !$$(".person, .block", section).some((part) => !part.hidden);
  for (const part of $$("[data-row-hints]", form)) hideTakenPlayer(form, part);
  for (const field of $$("[data-limit]", form)) limitChips(form, field);
}

/**
 * Set the labels that depend on other answers.
 * @param {HTMLFormElement} form
 */
function updateLabels(form) {
  for (const label of $$("[data-label]", form)) {
    const { by, labels } = JSON.parse(label.dataset.label || "{}");
    label.textContent = labels[String(answerNear(form, ancestor(label, ".field"), by))] || labels[""];
  }
}

/**
 * Hide the chip of the player whom another column of the row names; choose the only one that is left.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} part
 */
function hideTakenPlayer(form, part) {
  /** @type {RowHints} */
  const { other } = JSON.parse(part.dataset.rowHints || "{}"), taken = other ? answerNear(form, part, other) : null;
  if (!other) return;
  const inputs = $$("input[type=radio]", part);
  for (const input of inputs) {
    chipOf(input).hidden = input.value === taken;
    if (chipOf(input).hidden && input.checked) input.checked = false;
  }
  const left = inputs.filter((input) => !chipOf(input).hidden);
  if (left.length === 1 && !left[0].checked && !left[0].disabled) new Group(inputs).fill(Number(left[0].value));
}

/**
 * Show only the chips for numbers up to the length of a list. If the numbers are places in this list, hide those up to the
 * player's own last place, too.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} field
 */
function limitChips(form, field) {
  const most = sumOf(groupsOf(form, field.dataset.limit || "").map((group) => group.inputs.length)), least = field.dataset.places ? lastPlaceOf(form, field) : 0;
  for (const input of $$("input[type=radio]", field)) {
    const number = Number(input.value);
    chipOf(input).hidden = number > most || (number > 0 && number <= least);
    if (chipOf(input).hidden) input.checked = false;
  }
  if (least) ancestor(field, ".person").hidden = least >= most;
}

/**
 * Return the last place of this player in the list that limits their field; 0 if they are not in it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} field
 */
function lastPlaceOf(form, field) {
  const [input] = $$("input[name]", field), list = inputsNamed(form, field.dataset.limit || "").map(({ value }) => value);
  return list.lastIndexOf(input.name.split(".")[1]) + 1;
}
