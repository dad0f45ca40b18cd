// Pots: the winners are tapped, and the chips of each follow from what was paid.

import { $$, ancestor, the } from "../../support/dom.js";
import { make } from "../../support/elements.js";
import { partOf, widgets } from "../../support/forms.js";
import { state } from "../../support/state.js";
import { groupsOf } from "../entry/answers.js";
import { editedInput, valuesOf } from "../entry/check.js";
import { chipText, radiosIn } from "../entry/chips.js";
import { readSum, remainderText } from "../entry/sums.js";
import { divide, potsOf } from "./shares.js";

/** A pot on the page: its number, its chips to tap, and what each of its winners gets. */
class PotLine {
  /**
   * @param {HTMLInputElement[]} players the chips of all players
   * @param {string} id
   * @param {Pot} pot
   * @param {() => void} onChange
   */
  constructor(players, id, pot, onChange) {
    this.pot = pot;
    this.isFilledIn = false; // only one player can win it, so the page has filled that in
    this.title = make("label", { for: id });
    this.input = make("input", { id, class: "num", "data-follows": "", inputmode: "text", autocomplete: "off", maxlength: "60" });
    this.boxes = players.map(({ value }) => make("input", { type: "checkbox", value }));
    this.note = make("p", { class: "hint", "aria-live": "polite" });
    const chips = players.map((radio, place) => make("label", { class: "chip wide" }, this.boxes[place], the("span", ancestor(radio, ".chip")).cloneNode(true)));
    this.winners = make("div", { class: "chips", role: "group" }, ...chips);
    this.element = make("div", { class: "pot field" }, this.title, this.winners, this.input, this.note);
    this.input.addEventListener("input", () => {
      const number = readSum(this.input.value);
      this.isFilledIn = false;
      this.pot.typed = number !== null && number > 0 ? number : null;
      onChange();
    });
    for (const box of this.boxes) box.addEventListener("input", () => {
      this.isFilledIn = false;
      this.pot.winners = [...this.boxes.keys()].filter((place) => this.boxes[place].checked);
      onChange();
    });
  }

  /**
   * Show the pot.
   * @param {string} title
   * @param {number} chips
   * @param {string} note
   * @param {(place: number) => boolean} canWin
   */
  show(title, chips, note, canWin) {
    this.title.textContent = title;
    this.winners.setAttribute("aria-label", `Who won it: ${title}`);
    if (this.input !== editedInput()) this.input.value = chips ? String(chips) : "";
    for (const [place, box] of this.boxes.entries()) {
      box.checked = this.pot.winners.includes(place);
      const chip = ancestor(box, ".chip");
      chip.hidden = !canWin(place) && !box.checked;
      chip.classList.toggle("filled", this.isFilledIn && box.checked);
    }
    if (this.note.textContent !== note) this.note.textContent = note;
  }
}

/** A field of pots. It is sent as rows, each with a winner and their chips. */
class Pots {
  /**
   * @param {HTMLElement} field
   * @param {(line: HTMLElement) => void} setUpInputs
   */
  constructor(field, setUpInputs) {
    const blank = the("[data-blank]", field);
    this.field = field;
    this.form = ancestor(field, "form");
    this.setUpInputs = setUpInputs;
    this.name = field.dataset.rows || "";
    /** @type {ShareRule} */
    this.rule = JSON.parse(field.dataset.shares || "");
    this.players = radiosIn(blank);
    this.winnerColumn = columnOf(this.players[0]);
    this.chipsColumn = columnOf(the("input.num", blank));
    this.lines = /** @type {PotLine[]} */ ([]);
    this.list = make("div");
    this.sent = make("div", { hidden: true });
    const rows = this.rowsIn((name) => $$(`[name="${name}"]`, field).filter((input) => input.type !== "radio" || input.checked).map((input) => input.value));
    for (const old of $$("[data-row], [data-add]", field)) old.remove();
    delete field.dataset.rows;
    field.append(this.list, this.sent);
    this.showRows(rows);
  }

  /** The chips that each player has paid. */
  get paid() { return valuesOf(groupsOf(this.form, this.rule.of)); }

  /** The present pots, shared out. */
  get result() { return divide(this.paid, this.lines.map((line) => line.pot), this.rule); }

  /**
   * Return the rows in the inputs: the place of a winner, and their chips.
   * @param {(name: string) => string[]} valuesIn
   * @returns {[number, number][]}
   */
  rowsIn(valuesIn) {
    /** @type {[number, number][]} */
    const rows = [];
    for (let row = 0; ; row++) {
      const [winner] = valuesIn(`${this.name}.${row}.${this.winnerColumn}`), [chips] = valuesIn(`${this.name}.${row}.${this.chipsColumn}`);
      if (winner === undefined && !chips) return rows;
      const place = this.players.findIndex(({ value }) => value === winner), number = readSum(chips || "");
      if (place >= 0 && number !== null) rows.push([place, number]);
    }
  }

  /**
   * Show the pots whose shares are these rows.
   * @param {[number, number][]} rows
   */
  showRows(rows) {
    this.removeLinesAfter(0);
    for (const pot of potsOf(this.paid, rows, this.rule)) this.addLine(pot);
    this.redraw();
  }

  /** @param {Pot} pot */
  addLine(pot = { typed: null, winners: [] }) {
    const line = new PotLine(this.players, `${this.field.id}-pot${this.lines.length}`, pot, () => this.redraw());
    this.lines.push(line);
    this.list.append(line.element);
    this.setUpInputs(line.element);
  }

  /** @param {number} count */
  removeLinesAfter(count) { for (const line of this.lines.splice(count)) line.element.remove(); }

  /** Update the number of pots, show them, and write their shares into the inputs that are sent. */
  redraw() {
    this.updateLines();
    const { pots } = this.result, paid = this.paid;
    let above = -1; // what the winners of the earlier pots have paid at most
    for (const [place, line] of this.lines.entries()) {
      const { chips, shares } = pots[place], least = above;
      const note = line.isFilledIn ? "Nobody else put in as much." : shares.length > 1 ? shares.map(([one, share]) => `${chipText(this.players[one])} gets ${share}`).join(", ") : "";
      line.show(this.titleOf(place), chips, note, (one) => !this.rule.matched || (paid[one] || 0) > least);
      above = Math.max(above, ...line.pot.winners.map((one) => paid[one] || 0));
    }
    this.sent.replaceChildren(...pots.flatMap(({ shares }) => shares).flatMap(([place, share], row) => [
      make("input", { type: "hidden", name: `${this.name}.${row}.${this.chipsColumn}`, value: share }),
      make("input", { type: "hidden", name: `${this.name}.${row}.${this.winnerColumn}`, value: this.players[place].value }),
    ]));
  }

  /**
   * Add or remove lines: one for each pot with winners, and one more while chips are left. If only one player can win
   * these, fill that in.
   */
  updateLines() {
    const filledIn = this.lines[this.lines.length - 1]?.isFilledIn ? this.lines.pop() : null; // worked out again
    const firstOpen = this.lines.findIndex((line) => !line.pot.winners.length);
    if (firstOpen >= 0) this.removeLinesAfter(firstOpen + 1);
    if (!this.lines.length) this.addLine();
    const { left, open } = this.result, areLeft = this.lines[this.lines.length - 1].pot.winners.length > 0 && left > 0;
    const hasOneWinner = areLeft && this.rule.matched && open.length === 1;
    if (filledIn && hasOneWinner) this.lines.push(filledIn); else filledIn?.element.remove();
    if (areLeft && !(filledIn && hasOneWinner)) this.addLine();
    else if (this.lines.length > 1 && firstOpen >= 0 && left <= 0) this.removeLinesAfter(this.lines.length - 1);
    if (hasOneWinner) Object.assign(this.lines[this.lines.length - 1], { isFilledIn: true, pot: { typed: null, winners: [...open] } });
  }

  /** @param {number} place */
  titleOf(place) {
    if (!place) return this.lines.length > 1 ? "Main pot" : "Pot";
    return this.lines.length > 2 ? `Side pot ${place}` : "Side pot";
  }

  /** Return how many chips are left or too many, once somebody has begun. */
  missingText() {
    const { left } = this.result, isBegun = left < 0 || this.lines[0].pot.winners.length || state.hasChanges;
    return left && isBegun ? remainderText(left, "chip", "chips") : "";
  }
}

/**
 * Return the column of an input in a row.
 * @param {HTMLInputElement} input
 */
function columnOf(input) { return input.name.split(".").slice(2).join("."); }

/**
 * Set up rows that share out what was paid: a line for each pot, with chips for its winners.
 * @param {HTMLElement} field
 * @param {(line: HTMLElement) => void} setUpInputs
 */
function setUpPots(field, setUpInputs) {
  const pots = new Pots(field, setUpInputs);
  partOf(field, {
    redraw: () => pots.redraw(),
    restore: (values) => pots.showRows(pots.rowsIn((name) => values.get(name) || [])),
    missingText: () => pots.missingText(),
  });
}

widgets.groups["[data-shares]"] = setUpPots;
