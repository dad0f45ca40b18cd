// Texts that are made of a few letters tapped in order, such as the order in which horses come in.

import { ancestor, the } from "../../support/dom.js";
import { chipButton, make, setPressed, setText } from "../../support/elements.js";
import { partOf, widgets } from "../../support/forms.js";
import { inputsNamed } from "../entry/answers.js";
import { chipText } from "../entry/chips.js";

/** What separates the letters. */
export const SEPARATOR = "/";

/**
 * Return the order after a tap on a letter, which adds or removes it. The only letter that can follow is added, too.
 * @param {string[]} order
 * @param {string} letter
 * @param {[letter: string, sign: string][]} letters
 * @param {(length: number) => boolean} needsLast whether an order of this length needs exactly one more letter
 */
export function tapLetter(order, letter, letters, needsLast) {
  if (order.includes(letter)) return order.filter((one) => one !== letter);
  const longer = [...order, letter], rest = letters.map(([one]) => one).filter((one) => !longer.includes(one));
  return rest.length === 1 && needsLast(longer.length) ? [...longer, ...rest] : longer;
}

/**
 * Set up a text of letters, and fill in the answer of another field that depends on their number.
 * @param {HTMLElement} field
 */
function setUpLetters(field) {
  const form = ancestor(field, "form"), input = the("input.text", field);
  // The letters, and what their number (`sizes`) answers in the field `tells`.
  /** @type {Letters} */
  const { letters, sizes, tells } = JSON.parse(field.dataset.tapped || "");
  const signs = new Map(letters);
  const kinds = tells ? inputsNamed(form, [...input.name.split(".").slice(0, -1), tells].join(".")) : []; // the radio buttons of that answer
  const order = () => input.value.toUpperCase().split(SEPARATOR).map((part) => part.trim()).filter(Boolean);
  const chips = letters.map(([letter, sign]) => chipButton({ onclick: () => tap(letter) }, sign));
  const text = make("output", { class: "letters", "aria-live": "polite" });
  const sizeOf = (/** @type {number} */ length) => sizes.find(([number]) => number === length);

  /**
   * Add or remove a letter.
   * @param {string} letter
   */
  function tap(letter) {
    const tapped = tapLetter(order(), letter, letters, (length) => !sizeOf(length) && Boolean(sizeOf(length + 1)));
    const size = sizeOf(tapped.length), kind = String(size ? size[1] : "none");
    input.value = tapped.join(SEPARATOR);
    for (const radio of kinds) radio.checked = radio.value === kind;
    redraw();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Show the letters; a text of anything else stays an input for typing. */
  function redraw() {
    const tapped = order(), isTyped = tapped.some((letter) => !signs.has(letter)) || new Set(tapped).size < tapped.length, kind = kinds.find((radio) => radio.checked);
    input.classList.toggle("unseen", !isTyped);
    input.tabIndex = isTyped ? 0 : -1;
    input.dataset.text = tapped.map((letter) => signs.get(letter) || letter).join(SEPARATOR);
    for (const [place, [letter]] of letters.entries()) {
      const number = tapped.indexOf(letter) + 1;
      setPressed(chips[place], number > 0);
      chips[place].dataset.place = number > 0 ? String(number) : "";
      chips[place].hidden = isTyped;
    }
    setText(text, [input.dataset.text, kind ? chipText(kind) : ""].filter(Boolean).join(" · "));
    kinds[0]?.closest(".part, .block")?.classList.toggle("unseen", !isTyped);
    const row = input.closest("[data-row]");
    if (row) partOf(row).updateSummary?.();
  }
  input.after(make("div", { class: "chips" }, ...chips), text);
  partOf(field, { redraw });
  redraw();
}

widgets.fields["[data-tapped]"] = setUpLetters;
