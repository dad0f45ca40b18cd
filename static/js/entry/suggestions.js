// Inputs of rows and texts with chips for their usual values.

import { ancestor } from "../support/dom.js";
import { chipButton, make, setPressed } from "../support/elements.js";
import { partOf, widgets } from "../support/forms.js";
import { handleChange } from "./typed.js";

/**
 * Set up a number in a row: chips for its usual values, and the keypad for others.
 * @param {HTMLInputElement} input
 */
function setUpQuick(input) {
  const field = ancestor(input, ".field"), values = (input.dataset.quick || "").split(" ");
  const put = (/** @type {string} */ text) => {
    const isSecondTap = "answered" in input.dataset && input.value.trim() === text; // it takes the value back
    input.value = isSecondTap ? "" : text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const chips = values.map((text) => chipButton({ onclick: () => put(text) }, text)), other = make("span", { class: "other" });
  const redraw = () => {
    input.classList.toggle("echo", values.includes(input.value.trim())); // a chip shows it already
    for (const chip of chips) {
      const isChosen = chip.textContent === input.value.trim();
      setPressed(chip, isChosen);
      chip.classList.toggle("filled", isChosen && "auto" in input.dataset);
    }
  };
  delete input.dataset.quick;
  input.placeholder = "other";
  input.before(make("div", { class: "chips" }, ...chips, other));
  other.append(input);
  partOf(field, { redraw });
  ancestor(field, "form").addEventListener("changed", redraw);
  redraw();
}

/**
 * Set up a text with suggested words to tap.
 * @param {HTMLInputElement} input
 */
function setUpSuggested(input) {
  const form = ancestor(input, "form"), chips = make("div", { class: "chips" });
  const redraw = () => { for (const chip of chips.children) setPressed(chip, chip.textContent === input.value.trim()); };
  /** @type {string[]} */
  const words = JSON.parse(input.dataset.suggested || "[]");
  chips.append(...words.map((word) => chipButton({ onclick: () => { input.value = word; redraw(); handleChange(form, input); } }, word)));
  input.before(chips);
  input.addEventListener("input", redraw);
  redraw();
}

widgets.fields["input[data-suggested]"] = setUpSuggested;
widgets.fields["[data-row] .field:not([data-in-one-with]) > input[data-quick]"] = setUpQuick;
