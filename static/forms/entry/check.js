// Checking a form while somebody types: numbers that follow from others are filled in, and a line says what is missing. Forms
// that offer several ways of entry, such as tricks or points, show one of them at a time.

import { $, $$ } from "../../support/dom.js";
import { setText } from "../../support/elements.js";
import { isGiven, partOf } from "../../support/forms.js";
import { state } from "../../support/state.js";
import { groupsOf } from "./answers.js";
import { pad } from "./pad.js";
import { keysOf, numbersToFill, readSum, requiredSum, sumProblems } from "./sums.js";

/** Return the input that is being edited; the page fills nothing into it. */
export function editedInput() { return pad.input || document.activeElement; }

/**
 * Return the numbers of groups; null for one without a number.
 * @param {import("./answers.js").Group[]} groups
 */
export function valuesOf(groups) { return groups.map((group) => group.value); }

/**
 * Fill in the numbers that follow from others, and show what does not add up, or else what is missing.
 * @param {HTMLFormElement} form
 * @param {Element | null} changed the input that was just changed
 */
export function check(form, changed = null) {
  /** @type {string[]} */
  const messages = [];
  for (const rule of $$("[data-sums]", form).flatMap((section) => /** @type {SumRule[]} */ (JSON.parse(section.dataset.sums || "[]")))) {
    const groups = keysOf(rule).flatMap((key) => groupsOf(form, key));
    const sum = requiredSum(rule, (key) => groupsOf(form, key).some((group) => group.hasAnswer));
    if (sum !== null) fillSum(groups, sum, changed);
    messages.push(...sumProblems(rule, valuesOf(groups), sum));
  }
  for (const field of $$("[data-shares]", form)) {
    const part = partOf(field);
    part.redraw?.();
    messages.push(part.missingText?.() || "");
  }
  for (const input of $$("input.num", form)) {
    if (input.value.trim() && readSum(input.value) === null) messages.push(`“${input.value}” is not a number`);
  }
  const line = $("#check");
  if (!line) return;
  const text = messages.filter(Boolean).join(". "), shown = text || missingText(form);
  setText(line, shown);
  line.classList.toggle("short", shown !== "" && (text !== "" || state.hasChanges));
}

/**
 * Fill in the numbers of a sum that follow from the others.
 * @param {import("./answers.js").Group[]} groups
 * @param {number} sum
 * @param {Element | null} changed
 */
function fillSum(groups, sum, changed) {
  const placeOf = (/** @type {Element | null} */ input) => groups.findIndex((group) => group.inputs.some((one) => one === input));
  for (const [place, value] of numbersToFill(groups.map((group) => group.share), sum, placeOf(changed), placeOf(editedInput()))) {
    if (value === null) groups[place].clear(); else groups[place].fill(value);
  }
}

/**
 * Return what the form lacks, in words: as the server last said, or else what the page can find out by itself.
 * @param {HTMLFormElement} form
 */
function missingText(form) {
  const missing = state.missing?.filter(([id]) => !document.getElementById(id)?.closest("[data-when][hidden]"));
  const isInHiddenWay = Boolean(state.missing?.length && !missing?.length); // all of it is in the way of entry that is not chosen
  if (missing && !isInHiddenWay && $("#preview", form)) {
    const edited = /** @type {HTMLInputElement} */ (editedInput()); // nothing is said about a number that is still being typed
    const [first, ...others] = missing.filter(([id]) => !(edited.matches("input.num") && edited.id === id && edited.value));
    return first ? first[1] + (others.length ? ` And ${others.length} more.` : "") : "";
  }
  if (!state.hasChanges) return "";
  const fields = $$(isInHiddenWay ? "[data-required], details.way .field" : "[data-required]", form).filter((field) => !field.closest("[hidden], [data-blank]") && isEmpty(field));
  if (fields.length > 2) return `${fields.length} to fill in`;
  const labels = new Set(fields.map((field) => ($("legend, label", field)?.textContent || "").trim().split(/\s{2,}/)[0]));
  return labels.size ? `Missing: ${[...labels].join(", ")}` : "";
}

/**
 * Return whether nothing is chosen or typed in a field.
 * @param {Element} field
 */
function isEmpty(field) {
  const inputs = $$("input[name]:not([type=hidden]), select", field);
  return inputs.length > 0 && !inputs.some(isGiven);
}
