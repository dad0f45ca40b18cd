// The field of tricks in a question to the referee: cards are tapped in the order in which they are played, while the deck
// stays open. Each goes to the next player.

import { $, ancestor, parsePage, the } from "../../support/dom.js";
import { chipButton, make, quietButton, setPressed } from "../../support/elements.js";
import { encodeForm, partOf, widgets } from "../../support/forms.js";
import { untilReleased } from "../../support/device/pointer.js";
import { answerTo } from "../entry/answers.js";
import { closePad, openPad } from "../entry/pad.js";
import { handleChange } from "../entry/unsaved_input.js";
import { cardMaker, deckButtons, deckFor } from "./deck.js";

/** A field of tricks: taps write its text, a line for each trick. */
class Tricks {
  /**
   * @param {HTMLElement} field
   * @param {Deck} deck
   * @param {string[]} players
   */
  constructor(field, deck, players) {
    this.field = field;
    this.form = ancestor(field, "form");
    this.text = the("textarea", field);
    this.deck = deck;
    this.players = players;
    /** @type {[text: string, classes: string][]} */
    this.initials = JSON.parse(field.dataset.initials || "[]");
    this.hasSeveral = "several" in field.dataset; // else there is a single trick
    this.tricks = /** @type {Play[][]} */ ([]);
    this.next = ""; // the player who was tapped to play next
    this.outcomes = /** @type {Map<string, Record<string, string>>} */ (new Map()); // the referee's, by what was asked
    this.winners = /** @type {Map<string, string>} */ (new Map()); // of the last trick, by the situation
    this.redrawDeck = () => {}; // while the deck is open
    this.turnText = make("span", { "aria-live": "polite" });
    this.makeCard = cardMaker(deck);
    this.list = make("ol", { class: "fallen" });
    this.playerChips = players.map((name) => chipButton({ value: name, onclick: () => { this.next = name; this.redraw(); } }, ...this.nameOf(name)));
    this.nextTrickButton = quietButton("Next trick", () => { this.tricks.push([]); this.redraw(); this.findLeader(); });
    this.elements = [
      this.list,
      make("div", { class: "chips", role: "group", "aria-label": "Who plays next" }, ...this.playerChips),
      quietButton("Tap the cards", () => this.openDeck()),
      ...(this.hasSeveral ? [this.nextTrickButton] : []),
    ];
    this.text.after(...this.elements);
  }

  // ---- the tricks ----

  /** All tricks with cards. */
  get begun() { return this.tricks.filter((plays) => plays.length); }

  /** The trick to which the next card belongs. */
  get current() { if (!this.tricks.length) this.tricks.push([]); return this.tricks[this.tricks.length - 1]; }

  /** The tricks as text. */
  get lines() { return this.begun.map((plays) => plays.map((play) => play.join(" ")).join(", ")).join("\n"); }

  /** The tricks and trump, on which the next leader depends. */
  get situation() { return JSON.stringify([answerTo(this.form, "trump"), ...this.begun]); }

  /** Who plays next: the tapped player, else the one on the left of the last, else the winner of the last trick; "" if unknown. */
  get turn() {
    const { players, current } = this;
    if (this.next) return this.next;
    if (current.length) return players[(players.indexOf(current[current.length - 1][0]) + 1) % players.length];
    return this.tricks.length > 1 ? this.winners.get(this.situation) || "" : players[0];
  }

  /** Begin another trick if all have played to this one. */
  beginNext() { if (this.hasSeveral && this.current.length === this.players.length) this.tricks.push([]); }

  /**
   * Replace the tricks.
   * @param {Play[][]} tricks
   */
  setTricks(tricks) {
    this.tricks = tricks;
    this.next = "";
    this.beginNext();
    this.showText(false);
    this.redraw();
  }

  /** Write the tricks into the text after a change. */
  writeText() {
    this.next = "";
    this.text.value = this.lines;
    this.redraw();
    handleChange(this.form, this.text);
    this.findLeader();
  }

  /**
   * Add a card to the trick.
   * @param {string} card
   */
  add(card) {
    const player = this.turn;
    if (!player) { this.turnText.textContent = "Tap first who leads"; return; }
    this.current.push([player, card]);
    this.beginNext();
    this.writeText();
  }

  /** Take the last card back, together with empty tricks after it. */
  takeBack() {
    while (this.tricks.length > 1 && !this.current.length) this.tricks.pop();
    this.current.pop();
    this.writeText();
  }

  // ---- what the server knows ----

  /** Have the server read a text that was typed; until it answers, or without a network, the lines stay visible. */
  async readText() {
    const { text } = this, lines = text.value;
    this.showText(lines !== this.lines);
    if (lines === this.lines) return;
    try {
      const tricks = lines.trim() ? await readTricks(text) : [];
      await untilReleased();
      if (text.isConnected && text.value === lines) this.setTricks(tricks); // else it was changed since
    } catch { /* no network: the lines are sent as they are */ }
  }

  /**
   * Return the referee's outcome of a trick; the server is asked only once about the same facts.
   * @param {object} facts
   * @returns {Promise<Record<string, string>>}
   */
  async judge(facts) {
    const body = JSON.stringify({ facts });
    const answer = this.outcomes.has(body) ? null : await fetch(this.form.dataset.trick || "", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (answer && !answer.ok) throw new Error("no verdict");
    if (answer) this.outcomes.set(body, (await answer.json()).outcome);
    return this.outcomes.get(body) || {};
  }

  /**
   * Find out who leads the next trick: ask who won each trick so far, in order, since a card can change trump for later
   * tricks.
   */
  async findLeader() {
    const { situation } = this;
    if (!this.hasSeveral || this.current.length || this.tricks.length < 2 || this.winners.has(situation)) return;
    const chosen = answerTo(this.form, "trump");
    let trump = chosen === "none" ? null : chosen, winner = "";
    try {
      for (const plays of this.begun) {
        const facts = { plays: plays.map(([player, card]) => ({ player, card })) };
        /** @type {Record<string, string>} */
        const outcome = await this.judge(chosen === null ? facts : { ...facts, trump });
        winner = outcome.winner;
        if ("trump_after" in outcome) trump = outcome.trump_after;
      }
      this.winners.set(situation, winner);
      if (situation === this.situation) this.redraw();
    } catch { /* then the leader is tapped */ }
  }

  // ---- what is shown ----

  /**
   * Return a name with its initial, if it has one.
   * @param {string} name
   */
  nameOf(name) {
    const [text, classes] = this.initials[this.players.indexOf(name)] || [];
    return [...(text ? [make("i", { class: `in ${classes}`, "data-i": text, "aria-hidden": "true" })] : []), make("bdi", {}, name)];
  }

  /**
   * Show either the lines of text or the tapped cards.
   * @param {boolean} isText
   */
  showText(isText) { this.text.hidden = !isText; for (const element of this.elements) element.hidden = isText; }

  /** Show the tricks, and who plays next. */
  redraw() {
    const last = this.begun.length - 1;
    this.list.replaceChildren(...this.tricks.map((plays, number) => make("li", {},
      ...(this.hasSeveral ? [make("span", { class: "beside" }, `Trick ${number + 1}`)] : []),
      ...plays.map(([player, card]) => this.makeCard(card, make("small", {}, ...this.nameOf(player)))),
      ...(number === last ? [make("button", { class: "quiet small", "aria-label": "Take the last card back", onclick: () => this.takeBack() }, "⌫")] : []))));
    const { turn } = this;
    for (const chip of this.playerChips) setPressed(chip, chip.value === turn);
    this.nextTrickButton.disabled = !this.current.length;
    this.turnText.textContent = turn ? `${turn} plays` : "Who leads?";
    this.redrawDeck();
  }

  /** Open the deck, in which a tap plays a card; cards that are played already cannot be tapped. */
  openDeck() {
    const { elements, buttons } = deckButtons(this.deck, (card) => this.add(card));
    this.redrawDeck = () => {
      const played = this.tricks.flat().map(([, card]) => card);
      for (const { button, card, copies } of buttons) button.disabled = played.filter((one) => one === card).length >= copies;
    };
    openPad("Deck", [this.turnText, make("output"), make("button", { onclick: closePad }, "Done")], [...elements, ...(this.deck.open ? [this.otherCard()] : [])]);
    this.redraw();
    this.findLeader();
    this.field.scrollIntoView({ block: "center" });
  }

  /** Return an input for cards that the deck does not list. */
  otherCard() {
    const input = make("input", { class: "text", "aria-label": "Another card", placeholder: "another card: " + this.deck.cards[0][0], autocomplete: "off", autocapitalize: "off" });
    const add = () => { const card = input.value.trim().toLowerCase(); if (card && !/\s/.test(card)) { this.add(card); input.value = ""; } };
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
    input.addEventListener("pointerdown", (event) => event.stopPropagation());
    return make("div", { class: "together" }, input, quietButton("Add", add));
  }
}

/**
 * Return the tricks in a text, as the server reads it.
 * @param {HTMLInputElement} text
 * @returns {Promise<Play[][]>}
 */
async function readTricks(text) {
  const form = ancestor(text, "form"), query = encodeForm(form);
  query.delete("ask");
  const answer = await fetch(`${form.getAttribute("action")}?${query}`);
  const field = $(`[data-tricks]:has([name="${CSS.escape(text.name)}"])`, parsePage(await answer.text()));
  if (!field) throw new Error("another page");
  return tricksIn(field);
}

/**
 * Return the tricks of a field from its page.
 * @param {HTMLElement} field
 * @returns {Play[][]}
 */
function tricksIn(field) { return JSON.parse(field.dataset.plays || "[]"); }

/**
 * Set up a field of tricks.
 * @param {HTMLElement} field
 */
function setUpTricks(field) {
  const deck = deckFor(field.dataset.tricks), players = JSON.parse(field.dataset.names || "[]");
  if (!deck || !players.length) return;
  const tricks = new Tricks(field, deck, players);
  partOf(field, { redraw: () => tricks.readText() });
  tricks.text.addEventListener("change", () => tricks.readText()); // the lines were edited
  tricks.setTricks(tricksIn(field));
}

widgets.fields["[data-tricks]"] = setUpTricks;
