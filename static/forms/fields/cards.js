// Fields of cards, such as a hand: their cards are tapped in a small deck.

import { $$, ancestor, the } from "../../support/dom.js";
import { make, quietButton, setPressed } from "../../support/elements.js";
import { partOf, widgets } from "../../support/forms.js";
import { closePad, labelOf, openPad, playerOf } from "../entry/pad.js";
import { handleChange } from "../entry/unsaved_input.js";
import { cardMaker, deckButtons, deckFor } from "./deck.js";

/**
 * Return the input of a field of cards.
 * @param {HTMLElement} field
 */
function inputIn(field) { return the("input.text", field); }

/**
 * Return the cards in an input.
 * @param {HTMLInputElement} input
 */
function cardsIn(input) { return input.value.split(/[\s,;]+/).filter(Boolean); }

/**
 * Return how often an input has a card.
 * @param {HTMLInputElement} input
 * @param {string} card
 */
function countIn(input, card) { return cardsIn(input).filter((one) => one === card).length; }

/**
 * Change the cards of a field.
 * @param {HTMLElement} field
 * @param {string[]} cards
 */
function setCards(field, cards) {
  const input = inputIn(field);
  input.value = cards.join(" ");
  partOf(field).redraw?.();
  handleChange(ancestor(field, "form"), input);
}

/**
 * Set up a field of cards: the chosen cards, and a button that opens the deck.
 * @param {HTMLElement} field
 */
function setUpCards(field) {
  const input = inputIn(field), deck = deckFor(field.dataset.cards);
  if (!deck) return;
  const hand = make("div", { class: "hand" }), makeCard = cardMaker(deck);
  const button = quietButton("Pick cards", () => openDeck(field));
  const redraw = () => {
    const cards = cardsIn(input);
    hand.replaceChildren(...cards.map((card) => makeCard(card)), button);
    button.textContent = cards.length ? "Change" : "Pick cards";
    button.setAttribute("aria-label", `${button.textContent}: ${labelOf(input)}`);
  };
  input.classList.add("unseen");
  input.tabIndex = -1;
  input.after(hand);
  partOf(field, { redraw });
  redraw();
}

/** The open deck for a field of cards. Cards in other fields of the form cannot be taken. */
class DeckPad {
  /**
   * @param {HTMLElement} field
   * @param {Deck} deck
   */
  constructor(field, deck) {
    const fields = $$("[data-cards]", ancestor(field, "form")), visible = fields.filter((one) => one.offsetParent), place = visible.indexOf(field);
    this.field = field;
    this.input = inputIn(field);
    this.most = Number(field.dataset.most || 99);
    this.next = visible[place + 1];
    this.previous = visible[place - 1];
    this.others = fields.filter((one) => one !== field && JSON.stringify(deckFor(one.dataset.cards)?.cards) === JSON.stringify(deck.cards)).map(inputIn).filter((input) => !input.disabled);
    const { elements, buttons } = deckButtons(deck, (card, copies) => this.tap(card, copies));
    this.elements = elements;
    this.buttons = buttons;
    this.output = make("output", { "aria-live": "polite" });
  }

  open() {
    const { field, next } = this, name = labelOf(inputIn(field)).split(":").pop();
    openPad("Deck", [
      make("span", {}, [playerOf(field), name].filter(Boolean).join(": ")), this.output,
      quietButton("⌫", () => this.takeBack(), { "aria-label": "Take the last card back" }),
      make("button", { onclick: () => (next ? openDeck(next) : closePad()) }, next ? "Next" : "Done"),
    ], this.elements);
    field.scrollIntoView({ block: "center" });
    this.redraw();
  }

  /**
   * Return how often other fields have a card.
   * @param {string} card
   */
  countInOthers(card) { return this.others.reduce((sum, input) => sum + countIn(input, card), 0); }

  /**
   * Take a card, or put it back if no further copy is left. A full field leads to the next one.
   * @param {string} card
   * @param {number} copies
   */
  tap(card, copies) {
    const cards = cardsIn(this.input);
    if (cards.includes(card) && (copies === 1 || countIn(this.input, card) + this.countInOthers(card) >= copies)) {
      setCards(this.field, cards.filter((_, place) => place !== cards.lastIndexOf(card)));
    } else if (cards.length < this.most) {
      setCards(this.field, [...cards, card]);
      if (this.next && cards.length + 1 === this.most) { openDeck(this.next); return; }
    }
    this.redraw();
  }

  /** Take the last card back; in an empty field, that of the field before. */
  takeBack() {
    const field = cardsIn(this.input).length || !this.previous ? this.field : this.previous;
    setCards(field, cardsIn(inputIn(field)).slice(0, -1));
    if (field === this.field) this.redraw(); else openDeck(field);
  }

  redraw() {
    const { length } = cardsIn(this.input);
    for (const { button, card, copies } of this.buttons) {
      const count = countIn(this.input, card);
      setPressed(button, count > 0);
      if (copies > 1) button.dataset.own = count ? String(count) : "";
      button.disabled = count === 0 && (this.countInOthers(card) >= copies || length >= this.most);
    }
    this.output.textContent = length ? String(length) : "";
  }
}

/**
 * Open the deck for a field of cards.
 * @param {HTMLElement} field
 */
function openDeck(field) {
  const deck = deckFor(field.dataset.cards);
  if (deck) new DeckPad(field, deck).open();
}

widgets.fields["[data-cards]"] = setUpCards;
