// Two fields that one tap answers: who bid and how much, who bought and for how much.

import { $, $$, around, make, partOf, widgets } from "../support/dom.js";
import { clearFaults, isAmong, own, showWhen } from "./form.js";
import { answersIn, chipText, chipWords } from "./chips.js";
import { handleChange } from "./typed.js";

const BESIDE = 5; // so many chips fit in a line beside a name

/**
 * The answers of a field for which it has chips: those of its radio buttons, or the usual values of its number.
 * @param {HTMLElement} field
 * @returns {Answer[]}
 */
function chipAnswers(field) {
  const number = $("input[data-quick]", field);
  if (number) return (number.dataset.quick || "").split(" ").map((value) => ({
    value, text: value, words: () => [value], isHidden: () => false, isOn: () => number.value.trim() === value,
    choose: (/** @type {boolean} */ on) => { number.value = on ? value : ""; },
  }));
  return answersIn(field).map((input) => ({
    value: input.value, text: chipText(input), words: () => chipWords(input), isHidden: () => Boolean(input.parentElement?.hidden), isOn: () => input.checked,
    choose: (/** @type {boolean} */ on) => { input.checked = on; },
  }));
}

/**
 * Whether an answer needs no second one.
 * @param {Answer} answer
 * @param {HTMLElement} second
 */
function standsAlone(answer, second) {
  const asked = JSON.parse(second.closest(".part, .block")?.getAttribute("data-when") || "[]");
  return asked.some((/** @type {[string, (string | number | boolean | null)[]]} */ [, values]) => !isAmong(answer.value, values));
}

/**
 * Have one tap answer two fields: a row of chips for each answer of the first field, with a chip for each of the second.
 * If the second is a number, a tap on the head of a row chooses the first answer alone and opens the keypad.
 * @param {HTMLElement} second
 */
function setUpPair(second) {
  const form = around(second, "form"), first = $(`.field[data-field="${second.dataset.inOneWith}"]`, second.closest("[data-row]") || form);
  if (!first) return;
  const ones = chipAnswers(first), others = chipAnswers(second), number = $("input[data-quick]", second);
  const [said] = answersIn(first), [written] = $$("input[name]", second), turned = !number && others.length > BESIDE;
  const usual = turned && second.dataset.usual?.split(" ");
  /** @type {[HTMLElement, Answer, Answer | null][]} */
  const cells = [];
  /** @param {Answer} one @param {Answer | null} other */
  const choose = (one, other) => {
    const again = "said" in said.dataset && one.isOn() && (!other || other.isOn());
    for (const each of ones) each.choose(each === one && !again);
    showWhen(form);
    for (const each of others) each.choose(false);
    if (!again) other?.choose(true);
    own(form, said);
    own(form, written);
    clearFaults(said);
    handleChange(form, other ? written : said);
  };
  /** @param {Answer} one */
  const chooseFirst = (one) => {
    for (const each of ones) each.choose(each === one);
    own(form, said);
    handleChange(form, said);
    number?.focus({ preventScroll: true });
  };
  /** @param {Answer} one @param {Answer | null} other */
  const cell = (one, other) => {
    const label = other ? `${one.text}: ${other.text}` : one.text;
    const button = make("button", { class: "chip-button", "aria-label": label, onclick: () => choose(one, other) }, ...(turned || !other ? one : other).words());
    button.dataset.cell = other ? `${one.value} ${other.value}` : one.value;
    cells.push([button, one, other]);
    return button;
  };
  /** @param {Answer} answer */
  const headOf = (answer) => {
    if (!number) return make("span", { class: "cells-of", "aria-hidden": "true" }, ...answer.words());
    const button = make("button", { class: "chip-button cells-of", "aria-label": `${answer.text}: another number`, onclick: () => chooseFirst(answer) }, ...answer.words());
    button.dataset.cell = answer.value;
    cells.push([button, answer, null]);
    return button;
  };
  const both = ones.filter((one) => !standsAlone(one, second)), alone = ones.filter((one) => !both.includes(one));
  const row = (/** @type {Answer} */ head, /** @type {HTMLElement[]} */ buttons) => make("div", { class: "cells" }, headOf(head), ...buttons);
  const rows = turned
    ? others.map((other) => row(other, both.map((one) => cell(one, other))))
    : both.map((one) => row(one, others.map((other) => cell(one, other))));
  const rest = usual ? rows.filter((_, at) => !usual.includes(others[at].value)) : [], more = make("button", { class: "chip-button", "aria-expanded": "false", onclick: () => unfold() }, "More");
  const unfold = () => { for (const one of rest) one.hidden = false; more.hidden = true; };
  for (const one of rest) one.hidden = true;
  const last = [...alone.map((one) => cell(one, null)), ...(rest.length ? [more] : [])];
  const grid = make("div", { class: turned ? "grid turned" : number ? "grid by-number" : "grid" }, ...rows, ...(last.length ? [make("div", { class: "chips" }, ...last)] : []));
  const chips = $(".chips", first);
  if (chips) chips.before(grid);
  for (const help of $$(".hint, .explained", second)) if (!help.closest(".grid") && help.parentElement === second) grid.before(help);
  first.classList.add("paired");
  second.classList.add("paired");
  second.dataset.askedIn = first.id;
  if (number) number.placeholder = "other";
  const redraw = () => {
    for (const [button, one, other] of cells) {
      const isOn = one.isOn() && (!other || other.isOn());
      button.setAttribute("aria-pressed", String(isOn));
      if (isOn && rest.some((one) => one.contains(button))) unfold();
    }
    if (!turned) for (const [place, one] of both.entries()) rows[place].hidden = one.isHidden();
  };
  partOf(second, { redraw });
}

widgets.fields["[data-in-one-with]"] = setUpPair;
