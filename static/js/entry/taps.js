// Texts and lists that grow with each tap: lists in order, texts made of a few letters or of suggested words.

import { $$, around, make, partOf, the, widgets, write } from "../support/dom.js";
import { inputsNamed } from "./form.js";
import { handleChange } from "./typed.js";

/**
 * Set up a list in order: chips that add to it, and what is chosen so far with its places.
 * @param {HTMLElement} field
 */
function setUpSequence(field) {
  const form = around(field, "form"), name = field.dataset.sequence || "", plain = the(".plain", field);
  const texts = new Map($$("option", the("select", plain)).filter((option) => option.value).map((option) => [option.value, option.textContent || ""]));
  let chosen = $$("select", plain).map((select) => select.value).filter(Boolean);
  const list = make("ol", { class: "chosen" });
  const chips = make("div", { class: "chips" });
  plain.replaceWith(list, chips);
  partOf(field, { choose: (values) => { chosen = values; draw(); } });
  /** Draw the list and its chips. */
  function draw() {
    const full = chosen.length >= Number(field.dataset.most || 99);
    list.replaceChildren(...chosen.map((value, index) => make("li", {},
      make("span", {}, `${index + 1}. ${texts.get(value)}`),
      make("input", { type: "hidden", name, value }),
      make("button", { "aria-label": "Take out", onclick: () => { chosen.splice(index, 1); draw(); handleChange(form, field); } }, "✕"))));
    chips.replaceChildren(...[...texts].map(([value, text]) => make("button", {
      class: "chip-button", disabled: full || ("once" in field.dataset && chosen.includes(value)),
      onclick: () => { chosen.push(value); draw(); handleChange(form, field); },
    }, "+ ", text)));
  }
  draw();
}

/**
 * Set up a text that is made of a few letters tapped in order. The answer that depends on their number is filled in.
 * @param {HTMLElement} field
 */
function setUpLetters(field) {
  const form = around(field, "form"), input = the("input.text", field);
  /** @type {Letters} */
  const { letters, sizes, tells, between } = JSON.parse(field.dataset.tapped || "");
  const signs = new Map(letters);
  const told = inputsNamed(form, `${input.name.split(".").slice(0, -1).join(".")}.${tells}`.replace(/^\./, ""));
  const asked = told.length ? told[0].closest(".part, .block") : null;
  const read = () => input.value.toUpperCase().split(between).map((part) => part.trim()).filter(Boolean);
  const chips = letters.map(([letter, sign]) => make("button", { class: "chip-button", onclick: () => tap(letter) }, sign));
  const list = make("output", { class: "letters", "aria-live": "polite" });
  const size = (/** @type {number} */ number) => sizes.find(([one]) => one === number);

  /**
   * Add or remove a letter; the only one that can follow is added, too.
   * @param {string} letter
   */
  function tap(letter) {
    const held = read(), more = held.includes(letter) ? held.filter((one) => one !== letter) : [...held, letter];
    const rest = letters.map(([one]) => one).filter((one) => !more.includes(one));
    if (more.length > held.length && rest.length === 1 && !size(more.length) && size(more.length + 1)) more.push(rest[0]);
    input.value = more.join(between);
    const kind = size(more.length), value = String(kind ? kind[1] : "none");
    for (const one of told) one.checked = one.value === value;
    redraw();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Draw the letters; a text of anything else stays an input for typing. */
  function redraw() {
    const held = read(), plain = held.some((one) => !signs.has(one)) || new Set(held).size < held.length;
    input.classList.toggle("unseen", !plain);
    input.tabIndex = plain ? 0 : -1;
    input.dataset.told = held.map((one) => signs.get(one) || one).join(between);
    for (const [place, [letter]] of letters.entries()) {
      const number = held.indexOf(letter) + 1;
      chips[place].setAttribute("aria-pressed", String(number > 0));
      chips[place].dataset.place = number > 0 ? String(number) : "";
      chips[place].hidden = plain;
    }
    const kind = told.find((one) => one.checked);
    write(list, [input.dataset.told, kind ? (kind.nextElementSibling?.textContent || "").trim() : ""].filter(Boolean).join(" · "));
    if (asked instanceof HTMLElement) asked.classList.toggle("unseen", !plain);
    const row = input.closest("[data-row]");
    if (row) partOf(row).retell?.();
  }
  input.after(make("div", { class: "chips" }, ...chips), list);
  partOf(field, { redraw });
  redraw();
}

/**
 * Set up a text with suggested words to tap.
 * @param {HTMLInputElement} input
 */
function setUpSuggested(input) {
  const form = around(input, "form"), chips = make("div", { class: "chips" });
  const draw = () => { for (const chip of chips.children) chip.setAttribute("aria-pressed", String(chip.textContent === input.value.trim())); };
  /** @type {string[]} */
  const words = JSON.parse(input.dataset.suggested || "[]");
  chips.append(...words.map((word) => make("button", { class: "chip-button", onclick: () => { input.value = word; draw(); handleChange(form, input); } }, word)));
  input.before(chips);
  input.addEventListener("input", draw);
  draw();
}

Object.assign(widgets.fields, {
  "[data-sequence]": setUpSequence,
  "input[data-suggested]": setUpSuggested,
  "[data-tapped]": setUpLetters,
});
