// A betting layout: one tap bets the chosen stake of the chosen player on an order of letters. `D/C` bets that D (a horse, a
// runner, a suit) comes in first and C second. Each bet is a row of the form; another tap on the same order raises its stake.

import { $, $$, ancestor, the } from "../../support/dom.js";
import { chipButton, make, setPressed, setText } from "../../support/elements.js";
import { partOf, widgets } from "../../support/forms.js";
import { inputsNamed, markAnswered } from "../entry/answers.js";
import { chipContent, chipText, radiosIn } from "../entry/chips.js";
import { readSum } from "../entry/sums.js";
import { handleChange } from "../entry/unsaved_input.js";
import { SEPARATOR, tapLetter } from "./letters.js";

/** Who bets and how much, by form and field: the page can be drawn again between two taps. @type {Map<string, { player: string, stake: string }>} */
const choices = new Map();

class BettingLayout {
  /** @param {HTMLElement} field the field of rows, above which the layout is shown */
  constructor(field) {
    this.field = field;
    this.form = ancestor(field, "form");
    /** @type {BetColumns} */
    this.columns = JSON.parse(field.dataset.layout || "");
    this.blank = /** @type {HTMLElement} */ (partOf(field).blank);
    /** @type {Letters} */
    const { letters, sizes, tells } = JSON.parse(this.columnField(this.columns.order).dataset.tapped || "");
    this.letters = letters;
    this.sizes = sizes;
    this.kindColumn = tells; // it says how many letters the order has
    this.kinds = radiosIn(this.columnField(tells));
    this.stakes = (the("input.num", this.columnField(this.columns.stake)).dataset.quick || "").split(" ");
    this.key = `${this.form.dataset.keep} ${field.dataset.rows}`;
    this.chosen = choices.get(this.key) || { player: "", stake: this.stakes[0] };
    this.order = /** @type {string[]} */ ([]); // the tapped letters of an order that is not complete
    this.undoSteps = /** @type {(() => void)[]} */ ([]);
    this.last = make("output", { class: "letters", "aria-live": "polite" }); // the last bet
    this.players = radiosIn(this.columnField(this.columns.player)).map((input) => chipButton({ value: input.value, onclick: () => this.choose({ player: input.value }) }, ...chipContent(input)));
    this.stakeChips = this.stakes.map((text) => chipButton({ value: text, onclick: () => { this.otherStake.value = ""; this.choose({ stake: text }); } }, text));
    this.otherStake = make("input", { class: "num", inputmode: "text", autocomplete: "off", maxlength: 10, placeholder: "other", "aria-label": "Another stake", value: this.stakes.includes(this.chosen.stake) ? "" : this.chosen.stake });
    this.otherStake.addEventListener("input", () => this.choose({ stake: this.otherStake.value || this.stakes[0] }));
    this.undoButton = chipButton({ "aria-label": "Take the last bet back", onclick: () => this.undo() }, "↶");
    this.element = make("div", { class: "layout" },
      make("div", { class: "chips", role: "group", "aria-label": "Who bets" }, ...this.players),
      make("div", { class: "chips stakes", role: "group", "aria-label": "Stake of a tap" }, ...this.stakeChips, this.otherStake, this.undoButton),
      ...sizes.map(([size]) => this.keysFor(size)), this.last);
  }

  // ---- the rows ----

  /**
   * Return the field of a column in the empty row.
   * @param {string} column
   */
  columnField(column) { return the(`.field[data-field="${column}"]`, this.blank); }

  /**
   * Return the inputs of a column in a row.
   * @param {HTMLElement} row
   * @param {string} column
   */
  inputsOf(row, column) { return inputsNamed(this.form, `${this.field.dataset.rows}.${row.dataset.row}.${column}`); }

  /**
   * Return the answer of a column in a row.
   * @param {HTMLElement} row
   * @param {string} column
   */
  answerIn(row, column) {
    const inputs = this.inputsOf(row, column), [first] = inputs;
    return (first?.type === "radio" ? inputs.find((input) => input.checked)?.value : first?.value.trim().toUpperCase()) || "";
  }

  /**
   * Return the row in which the chosen player bets on an order.
   * @param {string} order
   */
  rowFor(order) { return $$("[data-row]", this.field).find((row) => this.answerIn(row, this.columns.player) === this.chosen.player && this.answerIn(row, this.columns.order) === order); }

  /**
   * Return the answer to the kind of a bet, which follows from its number of letters.
   * @param {number} size the number of letters
   */
  kindOf(size) { return String(this.sizes.find(([number]) => number === size)?.[1]); }

  // ---- what taps do ----

  /**
   * Choose who bets, or how much.
   * @param {{ player?: string, stake?: string }} choice
   */
  choose(choice) {
    Object.assign(this.chosen, choice);
    if (choice.player) this.order = [];
    this.redraw();
  }

  /**
   * Put the chosen stake on an order of letters.
   * @param {string[]} letters
   */
  bet(letters) {
    const { player, stake, order } = this.columns, text = letters.join(SEPARATOR);
    const before = this.rowFor(text), row = before || partOf(this.field).addRow?.();
    if (!row) return;
    const [stakeInput] = this.inputsOf(row, stake), stakeBefore = before ? stakeInput.value : "";
    for (const input of this.inputsOf(row, player)) input.checked = input.value === this.chosen.player;
    for (const input of this.inputsOf(row, this.kindColumn)) input.checked = input.value === this.kindOf(letters.length);
    this.inputsOf(row, order)[0].value = text;
    stakeInput.value = String((readSum(stakeBefore) || 0) + (readSum(this.chosen.stake) || 0));
    for (const column of [player, this.kindColumn, order, stake]) markAnswered(this.form, this.inputsOf(row, column)[0]);
    this.undoSteps.push(() => { if (before) stakeInput.value = stakeBefore; else partOf(row).remove?.(); });
    for (const field of $$(".field", row)) partOf(field).redraw?.();
    partOf(row).updateSummary?.();
    handleChange(this.form, this.field);
    setText(this.last, $(".text", row.previousElementSibling || row)?.textContent || "");
  }

  /** Take the last bet back. */
  undo() {
    this.undoSteps.pop()?.();
    setText(this.last, "");
    handleChange(this.form, this.field);
    for (const row of $$("[data-row]", this.field)) partOf(row).updateSummary?.();
  }

  /**
   * Tap a letter of an order, and bet on the order when it is complete.
   * @param {string} letter
   * @param {number} size
   */
  tap(letter, size) {
    this.order = tapLetter(this.order, letter, this.letters, (length) => length === size - 1);
    if (this.order.length < size) { this.redraw(); return; }
    const { order } = this;
    this.order = [];
    this.bet(order);
  }

  // ---- the keys ----

  /**
   * Return the keys for orders of this size: one for each order of one or two letters; longer ones are tapped letter by letter.
   * @param {number} size
   */
  keysFor(size) {
    const kind = this.kinds.find((input) => input.value === this.kindOf(size)), label = kind ? chipText(kind) : "", signs = new Map(this.letters);
    const orderKey = (/** @type {string[]} */ order) => chipButton({ "data-bet": order.join(SEPARATOR), onclick: () => this.bet(order) }, make("span", {}, order.map((letter) => signs.get(letter) || "").join("")));
    const letterKey = (/** @type {[string, string]} */ [letter, sign]) => chipButton({ "data-in-order": letter, onclick: () => this.tap(letter, size) }, sign);
    const keys = size > 2 ? this.letters.map(letterKey) : (size === 1 ? this.letters.map(([letter]) => [letter]) : this.pairs()).map(orderKey);
    return make("div", { class: "bets", role: "group", "aria-label": label }, make("span", { class: "hint" }, size < 3 ? label : `${label}: tap in order`), ...keys);
  }

  /** Return all orders of two letters; those with the same first letter are below one another. */
  pairs() {
    const names = this.letters.map(([letter]) => letter);
    return names.slice(1).flatMap((_, place) => names.map((first) => [first, names.filter((letter) => letter !== first)[place]]));
  }

  /** Show what the chosen player has bet, and which keys can be tapped. */
  redraw() {
    const { player, stake } = this.chosen;
    choices.set(this.key, this.chosen);
    for (const chip of this.players) setPressed(chip, chip.value === player);
    for (const chip of this.stakeChips) setPressed(chip, chip.value === stake);
    this.undoButton.disabled = !this.undoSteps.length;
    for (const key of $$("button[data-bet], button[data-in-order]", this.element)) {
      const { bet, inOrder = "" } = key.dataset, row = player && bet ? this.rowFor(bet) : null, place = this.order.indexOf(inOrder) + 1;
      key.disabled = !player;
      setPressed(key, Boolean(row) || place > 0);
      key.dataset.place = row ? this.answerIn(row, this.columns.stake) : place ? String(place) : "";
    }
  }
}

/**
 * Show a betting layout above the rows of a field.
 * @param {HTMLElement} field
 */
function setUpBets(field) {
  const { blank, addRow, redraw } = partOf(field);
  if (!blank || !addRow) return;
  const layout = new BettingLayout(field), add = the("button[data-add]", field);
  add.hidden = true;
  ($(".said", field) || add).before(layout.element);
  partOf(field, { redraw: () => { redraw?.(); layout.redraw(); } });
  layout.form.addEventListener("changed", () => layout.redraw());
  layout.redraw();
}

widgets.groups["[data-layout]"] = setUpBets;
