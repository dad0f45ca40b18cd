// What one tap answers: two things at once, and a number that mostly is one of a few; and chips called by what others said.

import { $, $$, around, make, partOf } from "../support/dom.js";
import { clearFaults, groupsOf, inputsNamed, isAmong, own, showWhen } from "./form.js";
import { changed } from "./typed.js";

const BESIDE = 5; // so many chips stand in a line beside a name

/**
 * What a chip says.
 * @param {HTMLInputElement} input
 */
function chipText(input) { return (input.nextElementSibling?.textContent || "").trim(); }

/**
 * What it says as it is shown: a name with its initial.
 * @param {HTMLInputElement} input
 */
function chipWords(input) {
  const mark = $("i", input.parentElement || input);
  return [...(mark ? [mark.cloneNode(true)] : []), make("bdi", {}, chipText(input))];
}

/**
 * The chips of a field that ask for one answer.
 * @param {HTMLElement} field
 */
function answersIn(field) { return $$("input[type=radio]", field); }

/**
 * Whether an answer goes without the second one.
 * @param {HTMLInputElement} input
 * @param {HTMLElement} second
 */
function standsAlone(input, second) {
  const asked = JSON.parse(second.closest("[data-when]")?.getAttribute("data-when") || "[]");
  return asked.some((/** @type {[string, (string | number | boolean | null)[]]} */ [, values]) => !isAmong(input.value, values));
}

/**
 * Two fields that one tap answers: a row for each answer of the one, in it a chip for each of the other.
 * @param {HTMLElement} second
 */
export function setUpPair(second) {
  const form = around(second, "form"), first = $(`.field[data-field="${second.dataset.inOneWith}"]`, form);
  if (!first) return;
  const ones = answersIn(first), others = answersIn(second), turned = others.length > BESIDE;
  const usual = turned && second.dataset.usual?.split(" ");
  /** @type {[HTMLElement, HTMLInputElement, HTMLInputElement | null][]} */
  const cells = [];
  /** @param {HTMLInputElement} one @param {HTMLInputElement | null} other */
  const choose = (one, other) => {
    const again = "said" in ones[0].dataset && one.checked && (!other || other.checked);
    for (const input of ones) input.checked = input === one && !again;
    showWhen(form);
    for (const input of others) input.checked = input === other && !again;
    own(form, one);
    clearFaults(one);
    changed(form, other || one);
  };
  /** @param {HTMLInputElement} one @param {HTMLInputElement | null} other */
  const cell = (one, other) => {
    const label = other ? `${chipText(one)}: ${chipText(other)}` : chipText(one);
    const button = make("button", { class: "chip-button", "aria-label": label, onclick: () => choose(one, other) }, ...chipWords(turned || !other ? one : other));
    button.dataset.cell = other ? `${one.value} ${other.value}` : one.value;
    cells.push([button, one, other]);
    return button;
  };
  const both = ones.filter((one) => !standsAlone(one, second)), alone = ones.filter((one) => !both.includes(one));
  const row = (/** @type {HTMLInputElement} */ head, /** @type {HTMLElement[]} */ buttons) => make("div", { class: "cells" }, make("span", { class: "cells-of", "aria-hidden": "true" }, ...chipWords(head)), ...buttons);
  const rows = turned
    ? others.map((other) => row(other, both.map((one) => cell(one, other))))
    : both.map((one) => row(one, others.map((other) => cell(one, other))));
  const rest = usual ? rows.filter((_, at) => !usual.includes(others[at].value)) : [], more = make("button", { class: "chip-button", "aria-expanded": "false", onclick: () => unfold() }, "More");
  const unfold = () => { for (const one of rest) one.hidden = false; more.hidden = true; };
  for (const one of rest) one.hidden = true;
  const last = [...alone.map((one) => cell(one, null)), ...(rest.length ? [more] : [])];
  const grid = make("div", { class: turned ? "grid turned" : "grid" }, ...rows, ...(last.length ? [make("div", { class: "chips" }, ...last)] : []));
  const chips = $(".chips", first);
  if (chips) chips.before(grid);
  for (const help of $$(".hint, .explained", second)) if (!help.closest(".grid") && help.parentElement === second) grid.before(help);
  first.classList.add("paired");
  second.classList.add("paired");
  second.dataset.askedIn = first.id;
  const redraw = () => {
    for (const [button, one, other] of cells) {
      const isOn = one.checked && (!other || other.checked);
      button.setAttribute("aria-pressed", String(isOn));
      if (isOn && rest.some((one) => one.contains(button))) unfold();
    }
  };
  partOf(second, { redraw });
}

/**
 * A number that grows by one of a few with each event: a key for each beside it, and one that takes the last one back.
 * @param {HTMLElement} field
 * @param {HTMLInputElement} input
 * @param {HTMLElement[]} keys
 */
function setUpAdding(field, input, keys) {
  const form = around(field, "form"), most = Number(input.dataset.most || Infinity);
  /** @type {[string, string][]} */
  const steps = []; // what stood there before each tap, and after it
  const put = (/** @type {string} */ text) => { input.value = text; own(form, input); changed(form, input); };
  const back = make("button", { class: "chip-button", "aria-label": `${(field.querySelector("label")?.textContent || "").trim()}: take the last one back`, onclick: () => put((steps.pop() || [""])[0]) }, "↶");
  for (const key of keys) key.addEventListener("click", () => {
    const sum = String(Math.min(most, Number(input.value || 0) + Number(key.dataset.value)));
    steps.push([input.value, sum]);
    put(sum);
  });
  input.before(back);
  partOf(field, { redraw: () => {
    if (steps.length && steps[steps.length - 1][1] !== input.value) steps.length = 0; // it was typed over
    back.disabled = !steps.length;
  } });
}

/**
 * A number that mostly is one of a few: a chip for each beside it.
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
      changed(form, input);
    });
  }
  partOf(field, { redraw: () => { for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.value === input.value.trim())); } });
}

/**
 * Show on chips how it stands now.
 * @param {HTMLFormElement} form
 */
export function drawChips(form) {
  for (const field of $$("[data-in-one-with], .few", form)) partOf(field).redraw?.();
  for (const field of $$("[data-places]", form)) namePlaces(form, field);
  for (const line of $$("[data-comes-to]", form)) sayLength(form, line);
}

/**
 * Chips that stand for places in a list are called after who stands there.
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
 * A number as a place.
 * @param {number} number
 */
function nth(number) { return `${number}${["", "st", "nd", "rd"][number] || "th"}`; }

/**
 * What the length of a list comes to, in a sentence.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} line
 */
function sayLength(form, line) {
  const { comesTo = "", base = "0", sentence = "", one = "", many = "" } = line.dataset;
  const sum = Number(base) + groupsOf(form, comesTo).reduce((all, group) => all + group.inputs.length, 0);
  const text = sentence.replace("{sum}", `${sum} ${sum === 1 ? one : many}`.trim());
  if (line.textContent !== text) line.textContent = text;
}
