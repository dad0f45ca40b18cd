// Moving from field to field: to the next one that needs an answer, and to problems.

import { $, $$, ancestor } from "../../support/dom.js";
import { isGiven, partOf } from "../../support/forms.js";
import { closePad } from "./pad.js";

const PLAYERS_NUMBER = ".person .field:has(> input.num)";

/**
 * Return the first element of a part of the page that can be tapped or typed into; the part itself if it is an input.
 * @param {Element} part
 */
function firstInput(part) {
  if (part instanceof HTMLInputElement) return part;
  const inputs = [...$$("input:checked", part), ...$$("input, select, textarea, button", part)];
  return inputs.find((input) => input.type !== "hidden" && input.tabIndex >= 0 && !input.disabled && input.checkVisibility({ visibilityProperty: true }));
}

/**
 * Scroll to a field and focus its first input, which opens the keypad of a number; return whether it has an input.
 * @param {Element} field
 */
export function goToField(field) {
  const input = firstInput(field);
  if (!input) return false;
  if (!input.matches("input.num")) closePad();
  input.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
  return true;
}

/**
 * Return whether a field still needs an answer. An empty checkbox is an answer.
 * @param {Element} field
 */
function needsAnswer(field) {
  const inputs = $$("input:not([type=hidden], [data-follows]), select", field);
  const areCheckboxes = inputs.length > 0 && inputs.every((input) => input.closest(".tick"));
  return field.checkVisibility() && !areCheckboxes && !inputs.some(isGiven) && Boolean(firstInput(field));
}

/**
 * Return the fields before and after this one that need an answer; after it, also those that still have their initial
 * number.
 * @param {Element} field
 */
function fieldsToAnswer(field) {
  const others = $$(".field", ancestor(field, "form")).filter((other) => other !== field && !other.contains(field));
  const isAfter = (/** @type {Element} */ other) => Boolean(field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const isInitial = (/** @type {Element} */ other) => other.checkVisibility() && $$("input[data-starts]", other).some((input) => input.value === input.defaultValue);
  return { before: others.filter((other) => !isAfter(other) && needsAnswer(other)), after: others.filter((other) => isAfter(other) && (needsAnswer(other) || isInitial(other))) };
}

/**
 * Return the field to which the keypad goes on after a number: that of the next player whose number is missing or still
 * the initial one, or else the next field that needs an answer.
 * @param {HTMLInputElement} input
 */
export function fieldAfter(input) {
  const field = ancestor(input, ".field"), section = field.closest(".entry"), { before, after } = fieldsToAnswer(field);
  const isPlayersNumber = (/** @type {Element} */ other) => other.matches(PLAYERS_NUMBER) && other.closest(".entry") === section;
  return after.find(isPlayersNumber) || before.find(isPlayersNumber) || fieldOfFirstPlayer(after[0]);
}

/**
 * Return the field, or if all players are asked for the same, that of the player who is first, unless it has an answer.
 * @param {HTMLElement | undefined} field
 */
function fieldOfFirstPlayer(field) {
  const first = field && $(`[data-first][data-field="${field.dataset.field}"]`, ancestor(field, "form"));
  return first && needsAnswer(first) ? first : field;
}

/**
 * Return the number input to open after an answer of the whole table: that of the next field, if it asks each player
 * for a number and none is given yet; else null.
 * @param {HTMLInputElement} answer
 */
export function numberAfter(answer) {
  const field = answer.closest(".block > .field"), next = field && fieldOfFirstPlayer(fieldsToAnswer(field).after[0]), input = next && next.matches(PLAYERS_NUMBER) && $("input.num", next);
  return input && !$$("input.num", ancestor(input, ".entry")).some(isGiven) ? input : null;
}

/**
 * Go to the element of a problem, opening what it is folded into; return whether it exists.
 * @param {HTMLAnchorElement} link
 */
export function goToProblem(link) {
  const target = document.getElementById(link.hash.slice(1));
  if (!target) return false;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") || null) fold.open = true;
  const own = target.closest(".field") || target, pairId = own instanceof HTMLElement && own.dataset.askedIn; // its chips are in the first field of the pair
  const field = (pairId && document.getElementById(pairId)) || own;
  const row = link.dataset.atRow && $$("[data-row]", field)[Number(link.dataset.atRow) - 1];
  if (row && row.hidden) partOf(row).open?.();
  return goToField(row || field);
}

/**
 * Go to the first refused field; return whether there is one.
 * @param {ParentNode} root
 */
export function goToFirstProblem(root) {
  const link = $(".problem.summary a[href^='#']", root);
  return Boolean(link && goToProblem(link));
}
