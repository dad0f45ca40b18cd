// Texts with suggested words to tap.

import { ancestor } from "../../support/dom.js";
import { chipButton, make, setPressed } from "../../support/elements.js";
import { widgets } from "../../support/forms.js";
import { handleChange } from "../entry/unsaved_input.js";

/**
 * Set up a text with a chip for each suggested word.
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
