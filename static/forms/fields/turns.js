// One pad on which all players are asked in turn, in seat order from the first.

import { $, $$, ancestor, the } from "../../support/dom.js";
import { chipButton, make, quietButton, setPressed } from "../../support/elements.js";
import { grouped, partOf, widgets } from "../../support/forms.js";
import { answerTo } from "../entry/answers.js";
import { chipText, radiosIn } from "../entry/chips.js";
import { closePad, openPad, pad, playerOf } from "../entry/pad.js";
import { handleChange } from "../entry/unsaved_input.js";

const ROOM = 160; // pixels of the form that stay visible above the pad

/** A field of all players: each answer is shown in a line and tapped on the common pad. Players are named by their place. */
class Turns {
  /** @param {HTMLElement[]} fields one for each who is asked, in seat order */
  constructor(fields) {
    /** @type {{ by: string, first: string, what: string }} */
    const { by, first, what } = JSON.parse(fields[0].dataset.turns || "{}");
    this.form = ancestor(fields[0], "form");
    this.fields = fields;
    this.leaderKey = by; // the field that says who is first, if any
    this.leader = first;
    this.label = what;
    this.players = fields.map(playerOf);
    this.inputs = fields.map(radiosIn);
    this.answers = this.inputs[0].map(chipText);
    this.current = 0; // who is asked
    this.redrawPad = () => {};
    this.buttons = fields.map((field, place) => { // in place of each field's chips
      const button = make("button", { class: "quiet at-turn", onclick: (event) => {
        this.open(place);
        if (/** @type {MouseEvent} */ (event).detail === 0) $(".pad .deck button")?.focus(); // by the keyboard
      } });
      the(".chips", field).hidden = true;
      the("legend", field).after(button);
      return button;
    });
  }

  /**
   * Return the number of a player's answer; below 0: none.
   * @param {number} place
   */
  chosen(place) { return this.inputs[place].findIndex((input) => input.checked); }

  /**
   * Return a player's answer in words.
   * @param {number} place
   */
  textOf(place) { return this.answers[this.chosen(place)] || "–"; }

  /** Return the places in the order in which they are asked: from the leader on, or from the first seat if nobody leads. */
  order() {
    const places = [...this.fields.keys()], named = this.leaderKey ? answerTo(this.form, this.leaderKey) : this.leader;
    const leader = Math.max(0, this.fields.findIndex((field) => field.id.endsWith(`-${named}`)));
    return [...places.slice(leader), ...places.slice(0, leader)];
  }

  /** Show the answers in the form. */
  redraw() {
    for (const [place, button] of this.buttons.entries()) {
      button.textContent = this.textOf(place);
      button.setAttribute("aria-label", `${this.players[place]}: ${this.label} ${this.textOf(place)}`);
    }
  }

  /**
   * Ask a player on the pad.
   * @param {number} place
   */
  open(place) {
    const { label } = this, order = this.order(), head = make("span", { "aria-live": "polite" });
    const seats = order.map((one) => chipButton({ onclick: () => this.ask(one) }));
    const keys = this.answers.map((text, number) => make("button", { onclick: () => this.answer(number) }, text));
    this.redrawPad = () => {
      head.textContent = `${this.players[this.current]}: ${label}`;
      for (const [number, key] of keys.entries()) setPressed(key, number === this.chosen(this.current));
      for (const [number, one] of order.entries()) {
        seats[number].replaceChildren(make("bdi", {}, ...$$("legend > .in", this.fields[one]).map((initial) => initial.cloneNode(true)), this.players[one]), " ", make("strong", {}, this.textOf(one)));
        setPressed(seats[number], one === this.current);
      }
    };
    this.ask(place);
    openPad(label, [
      head, make("output"), quietButton("⌫", () => this.takeBack(), { "aria-label": "Take the last one back" }), make("button", { onclick: () => this.close() }, "Done"),
    ], [
      make("div", { class: "seats-on-pad", role: "group", "aria-label": "Whose" }, ...seats),
      make("div", { class: "deck", role: "group", "aria-label": label }, ...keys),
    ]);
    const room = (pad.element?.getBoundingClientRect().top || 0) - this.form.getBoundingClientRect().top;
    if (room < ROOM) this.form.scrollIntoView({ block: "start" }); // the save button stays above the pad
  }

  /**
   * Ask a player on the open pad.
   * @param {number} place
   */
  ask(place) { this.current = place; this.redrawPad(); }

  /**
   * Answer, and go on to the next player without an answer.
   * @param {number} number
   */
  answer(number) {
    this.setAnswer(number);
    const order = this.order(), isOpen = (/** @type {number} */ place) => this.chosen(place) < 0;
    const next = order.slice(order.indexOf(this.current) + 1).find(isOpen) ?? order.find(isOpen);
    if (next === undefined) this.close(); else this.ask(next);
  }

  /** Take the answer back, or if there is none, that of the player before. */
  takeBack() {
    const order = this.order();
    if (this.chosen(this.current) < 0) this.current = order[Math.max(0, order.indexOf(this.current) - 1)];
    this.setAnswer(-1);
    this.redrawPad();
  }

  /** Close the pad; a keyboard user is back in the form. */
  close() {
    const hasFocus = pad.element?.contains(document.activeElement);
    closePad();
    if (hasFocus) this.buttons[this.current].focus({ preventScroll: true });
  }

  /**
   * Set the answer of the player who is asked; a number below 0 removes it.
   * @param {number} number
   */
  setAnswer(number) {
    const inputs = this.inputs[this.current], input = inputs[Math.max(0, number)];
    for (const [one, radio] of inputs.entries()) radio.checked = one === number;
    if (number < 0) handleChange(this.form, input); else input.dispatchEvent(new Event("input", { bubbles: true }));
    this.redraw();
  }

  /**
   * Open the pad when the answer to who is first is given, if nobody has been asked yet.
   * @param {HTMLInputElement | null} input
   */
  openAfter(input) {
    if (this.leaderKey && input?.name === this.leaderKey && input.checked && this.fields.every((_, place) => this.chosen(place) < 0)) this.open(this.order()[0]);
  }
}

/**
 * Set up all fields that are asked on one pad.
 * @param {HTMLFormElement} form
 */
function setUpAllTurns(form) {
  for (const fields of grouped($$("[data-turns]", form).map((field) => [field.dataset.field || "", field])).values()) {
    const turns = new Turns(fields), redraw = () => turns.redraw();
    for (const field of fields) partOf(field, { redraw });
    form.addEventListener("changed", (event) => { redraw(); turns.openAfter(/** @type {CustomEvent<HTMLInputElement | null>} */ (event).detail); });
    redraw();
  }
}

widgets.forms.push(setUpAllTurns);
