// Two fields that one tap answers: who bid and how much, who bought and for how much.

import { $, $$, ancestor, the } from "../../support/dom.js";
import { chipButton, make, setPressed } from "../../support/elements.js";
import { partOf, widgets } from "../../support/forms.js";
import { isOneOf, markAnswered } from "../entry/answers.js";
import { chipContent, chipText, radiosIn } from "../entry/chips.js";
import { showAskedFields } from "../entry/conditions.js";
import { clearProblems } from "../entry/problems.js";
import { handleChange } from "../entry/unsaved_input.js";

const MOST_BESIDE = 5; // so many chips fit in a line beside a name

/**
 * Return the answers of a field for which it has chips: those of its radio buttons, or the usual values of its number.
 * @param {HTMLElement} field
 * @returns {Answer[]}
 */
function chipAnswers(field) {
  const number = $("input[data-quick]", field);
  if (number) return (number.dataset.quick || "").split(" ").map((value) => ({
    value, text: value, content: () => [value], isHidden: () => false, isChosen: () => number.value.trim() === value,
    choose: (isChosen) => { number.value = isChosen ? value : ""; },
  }));
  return radiosIn(field).map((input) => ({
    value: input.value, text: chipText(input), content: () => chipContent(input), isHidden: () => Boolean(input.parentElement?.hidden), isChosen: () => input.checked,
    choose: (isChosen) => { input.checked = isChosen; },
  }));
}

/**
 * Return whether an answer to the first field makes the second one unnecessary.
 * @param {Answer} answer
 * @param {HTMLElement} second
 */
function needsNoSecond(answer, second) {
  const conditions = JSON.parse(second.closest(".part, .block")?.getAttribute("data-when") || "[]");
  return conditions.some((/** @type {[string, (string | number | boolean | null)[]]} */ [, values]) => !isOneOf(answer.value, values));
}

/**
 * A grid of chips: a row for each answer of the first field, with a chip for each of the second. If the second has many
 * answers, the rows are those of the second. If it is a number, the head of a row chooses the first answer alone.
 */
class Grid {
  /**
   * @param {HTMLElement} first
   * @param {HTMLElement} second
   */
  constructor(first, second) {
    this.form = ancestor(second, "form");
    this.firstAnswers = chipAnswers(first);
    this.secondAnswers = chipAnswers(second);
    this.number = $("input[data-quick]", second);
    this.firstInput = radiosIn(first)[0];
    this.secondInput = the("input[name]", second);
    this.isTurned = !this.number && this.secondAnswers.length > MOST_BESIDE;
    this.chips = /** @type {[HTMLElement, Answer, Answer | null][]} */ ([]); // each with the answers that it chooses
    this.needingSecond = this.firstAnswers.filter((answer) => !needsNoSecond(answer, second));
    const alone = this.firstAnswers.filter((answer) => !this.needingSecond.includes(answer));
    this.rows = this.isTurned
      ? this.secondAnswers.map((other) => this.row(other, this.needingSecond.map((answer) => this.chip(answer, other))))
      : this.needingSecond.map((answer) => this.row(answer, this.secondAnswers.map((other) => this.chip(answer, other))));
    const usual = this.isTurned ? second.dataset.usual?.split(" ") : null;
    this.unusualRows = usual ? this.rows.filter((_, place) => !usual.includes(this.secondAnswers[place].value)) : [];
    this.moreButton = chipButton({ "aria-expanded": "false", onclick: () => this.showAll() }, "More");
    for (const row of this.unusualRows) row.hidden = true;
    const below = [...alone.map((answer) => this.chip(answer, null)), ...(this.unusualRows.length ? [this.moreButton] : [])];
    this.element = make("div", { class: this.isTurned ? "grid turned" : this.number ? "grid by-number" : "grid" }, ...this.rows, ...(below.length ? [make("div", { class: "chips" }, ...below)] : []));
  }

  /**
   * Make a row of chips.
   * @param {Answer} answer the common answer
   * @param {HTMLElement[]} chips
   */
  row(answer, chips) {
    const head = this.number ? this.add(answer, null, `${answer.text}: another number`, answer.content(), () => this.chooseFirst(answer)) : make("span", { "aria-hidden": "true" }, ...answer.content());
    head.classList.add("cells-of");
    return make("div", { class: "cells" }, head, ...chips);
  }

  /**
   * Make a chip for one or two answers.
   * @param {Answer} answer
   * @param {Answer | null} other
   */
  chip(answer, other) { return this.add(answer, other, other ? `${answer.text}: ${other.text}` : answer.text, (this.isTurned || !other ? answer : other).content(), () => this.choose(answer, other)); }

  /**
   * Make a chip with this content and action.
   * @param {Answer} answer
   * @param {Answer | null} other
   * @param {string} label
   * @param {(Node | string)[]} content
   * @param {() => void} onclick
   */
  add(answer, other, label, content, onclick) {
    const button = chipButton({ "aria-label": label, "data-cell": other ? `${answer.value} ${other.value}` : answer.value, onclick }, ...content);
    this.chips.push([button, answer, other]);
    return button;
  }

  /**
   * Choose the answers of a chip; a second tap takes them back, but only confirms what the page has filled in.
   * @param {Answer} answer
   * @param {Answer | null} other
   */
  choose(answer, other) {
    const isTakenBack = "answered" in this.firstInput.dataset && answer.isChosen() && (!other || other.isChosen());
    for (const one of this.firstAnswers) one.choose(one === answer && !isTakenBack);
    showAskedFields(this.form);
    for (const one of this.secondAnswers) one.choose(false);
    if (!isTakenBack) other?.choose(true);
    markAnswered(this.form, this.firstInput);
    markAnswered(this.form, this.secondInput);
    clearProblems(this.firstInput);
    handleChange(this.form, other ? this.secondInput : this.firstInput);
  }

  /**
   * Choose the first answer alone, and open the keypad for the number.
   * @param {Answer} answer
   */
  chooseFirst(answer) {
    for (const one of this.firstAnswers) one.choose(one === answer);
    markAnswered(this.form, this.firstInput);
    handleChange(this.form, this.firstInput);
    this.number?.focus({ preventScroll: true });
  }

  /** Show the unusual rows, too. */
  showAll() { for (const row of this.unusualRows) row.hidden = false; this.moreButton.hidden = true; }

  redraw() {
    for (const [chip, answer, other] of this.chips) {
      const isChosen = answer.isChosen() && (!other || other.isChosen());
      setPressed(chip, isChosen);
      if (isChosen && this.unusualRows.some((row) => row.contains(chip))) this.showAll();
    }
    if (!this.isTurned) for (const [place, answer] of this.needingSecond.entries()) this.rows[place].hidden = answer.isHidden();
  }
}

/**
 * Have one tap answer two fields, with a grid in place of their chips.
 * @param {HTMLElement} second
 */
function setUpPair(second) {
  const first = $(`.field[data-field="${second.dataset.inOneWith}"]`, second.closest("[data-row]") || ancestor(second, "form"));
  if (!first) return;
  const grid = new Grid(first, second);
  $(".chips", first)?.before(grid.element);
  for (const help of $$(".hint, .explained", second)) if (!help.closest(".grid") && help.parentElement === second) grid.element.before(help);
  first.classList.add("paired");
  second.classList.add("paired");
  second.dataset.askedIn = first.id;
  if (grid.number) grid.number.placeholder = "other";
  partOf(second, { redraw: () => grid.redraw() });
}

widgets.fields["[data-in-one-with]"] = setUpPair;
