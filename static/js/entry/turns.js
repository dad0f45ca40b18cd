// One pad on which all players are asked in turn, in seat order from the first.

import { $, $$, around, make, partOf, the, widgets } from "../support/dom.js";
import { closePad, openPad, pad } from "./keypad.js";
import { answerTo } from "./form.js";
import { handleChange } from "./typed.js";

const ROOM = 160; // pixels of the form that stay visible above the pad

/**
 * Set up a field of all players: each answer is shown in a line and tapped on the common pad.
 * @param {HTMLElement[]} fields one for each who is asked, in seat order
 */
function setUpTurns(fields) {
  const form = around(fields[0], "form");
  /** @type {{ by: string, first: string, what: string }} */
  const { by, first, what } = JSON.parse(fields[0].dataset.turns || "{}");
  const whose = fields.map((field) => (around(field, ".person").getAttribute("aria-label") || ""));
  const inputs = fields.map((field) => $$("input[type=radio]", field));
  const texts = inputs[0].map((input) => (input.nextElementSibling?.textContent || "").trim());
  const chosen = (/** @type {number} */ place) => inputs[place].findIndex((input) => input.checked);
  const told = (/** @type {number} */ place) => texts[chosen(place)] || "–";
  const buttons = fields.map((field, place) => {
    const button = make("button", { class: "quiet at-turn", onclick: (event) => {
      open(place);
      if (/** @type {MouseEvent} */ (event).detail === 0) $(".pad .deck button")?.focus(); // by the keyboard
    } });
    the(".chips", field).hidden = true;
    the("legend", field).after(button);
    return button;
  });
  let at = 0; // the place of the player who is asked

  /** Return the places in the order in which they are asked. */
  function order() {
    const places = [...fields.keys()], named = by ? answerTo(form, by) : first;
    const leader = Math.max(0, fields.findIndex((field) => field.id.endsWith(`-${named}`)));
    return [...places.slice(leader), ...places.slice(0, leader)];
  }

  /** Draw the answers. */
  function redraw() {
    for (const [place, button] of buttons.entries()) {
      button.textContent = told(place);
      button.setAttribute("aria-label", `${whose[place]}: ${what} ${told(place)}`);
    }
  }

  /**
   * Ask the player in this place.
   * @param {number} place
   */
  function open(place) {
    at = place;
    const head = make("span", { "aria-live": "polite" }), people = order();
    const next = () => people.find((one) => chosen(one) < 0);
    const seats = people.map((one) => make("button", { class: "chip-button", onclick: () => { at = one; draw(); } }));
    const keys = texts.map((text, number) => make("button", { onclick: () => {
      write(at, number);
      const after = people.slice(people.indexOf(at) + 1).find((one) => chosen(one) < 0) ?? next();
      if (after === undefined) close(); else { at = after; draw(); }
    } }, text));
    const rubout = make("button", { class: "quiet", "aria-label": "Take the last one back", onclick: () => {
      at = chosen(at) < 0 ? people[Math.max(0, people.indexOf(at) - 1)] : at;
      write(at, -1);
      draw();
    } }, "⌫");
    const draw = () => {
      head.textContent = `${whose[at]}: ${what}`;
      for (const [number, button] of keys.entries()) button.setAttribute("aria-pressed", String(number === chosen(at)));
      for (const [number, one] of people.entries()) {
        seats[number].replaceChildren(make("bdi", {}, ...$$("legend > .in", fields[one]).map((mark) => mark.cloneNode(true)), whose[one]), " ", make("strong", {}, told(one)));
        seats[number].setAttribute("aria-pressed", String(one === at));
      }
    };
    draw();
    openPad([
      make("div", { class: "pad-head" }, head, make("output"), rubout, make("button", { onclick: close }, "Done")),
      make("div", { class: "seats-on-pad", role: "group", "aria-label": "Whose" }, ...seats), make("div", { class: "deck", role: "group", "aria-label": what }, ...keys),
    ], what);
    const room = (pad.element?.getBoundingClientRect().top || 0) - form.getBoundingClientRect().top;
    if (room < ROOM) form.scrollIntoView({ block: "start" }); // the save button stays above the pad
  }

  /** Close the pad; a keyboard user is back in the form. */
  function close() {
    const inside = pad.element?.contains(document.activeElement);
    closePad();
    if (inside) buttons[at].focus({ preventScroll: true });
  }

  /**
   * Set the answer of a place; a number below 0 removes it.
   * @param {number} place
   * @param {number} number
   */
  function write(place, number) {
    for (const [one, input] of inputs[place].entries()) input.checked = one === number;
    const input = inputs[place][Math.max(0, number)];
    if (number < 0) handleChange(form, input); else input.dispatchEvent(new Event("input", { bubbles: true }));
    redraw();
  }

  for (const field of fields) partOf(field, { redraw });
  form.addEventListener("changed", (event) => {
    redraw();
    const input = /** @type {CustomEvent<HTMLInputElement | null>} */ (event).detail;
    if (by && input?.name === by && input.checked && fields.every((_, place) => chosen(place) < 0)) open(order()[0]);
  });
  redraw();
}

/**
 * Set up all fields that are asked on one pad.
 * @param {HTMLFormElement} form
 */
function setUpAllTurns(form) {
  /** @type {Map<string, HTMLElement[]>} */
  const asked = new Map();
  for (const field of $$("[data-turns]", form)) asked.set(field.dataset.field || "", [...(asked.get(field.dataset.field || "") || []), field]);
  for (const fields of asked.values()) setUpTurns(fields);
}

widgets.forms.push(setUpAllTurns);
