// The keypad for a number: digits and sums, the cards of a hand one by one, and the numbers of other players.

import { $, $$, ancestor, announce } from "../../support/dom.js";
import { make, setPressed } from "../../support/elements.js";
import { fieldAfter, goToField, numberAfter } from "./moving.js";
import { closePad, labelOf, openPad, pad, playerOf } from "./pad.js";
import { readSum } from "./sums.js";

const LONGEST_SUM = 48;
const isLow = matchMedia("(max-height: 480px) and (min-width: 560px)"); // as in pad.css: a phone on its side has no room for many keys

class Keypad {
  /** @param {HTMLInputElement} input */
  constructor(input) {
    const { terms = "", counts = "[]", worths = "[]", most, step } = input.dataset;
    const isSame = terms && readSum(terms) === readSum(input.value);
    this.input = input;
    this.most = Number(most || 0);
    this.step = isLow.matches ? 0 : Number(step || 0); // of numbers in steps, which have keys for hundreds and for endings
    /** @type {KeypadState} */
    this.now = { text: isSame ? terms : input.value, cards: isSame ? JSON.parse(counts) : [] }; // the input has the result of the sum
    this.isFresh = this.now.text !== ""; // the next digit replaces the number
    this.earlier = /** @type {KeypadState[]} */ ([]); // before each key
    this.output = make("output");
    this.nextKey = this.key(["Done"], () => { if (pad.cameFrom && !this.now.text) pad.cameFrom = null; else this.goOn(); }, "go"); // the pad has just gone on by itself
    this.cardKeys = /** @type {[string, number][]} */ (JSON.parse(worths)).map(([label, points], place) => this.cardKey(label, points, place));
    this.partKeys = /** @type {{ button: HTMLElement, isIn: () => boolean }[]} */ ([]);
  }

  /** Open the pad with this keypad. */
  open() {
    const { input } = this, quick = this.quickKeys();
    openPad("Keypad", [make("span", {}, labelOf(input)), this.output], [...(quick.length ? [make("div", { class: "quick" }, ...quick)] : []), this.mainKeys()]);
    pad.input = input;
    pad.typeSign = (sign) => this.typeSign(sign);
    pad.goOn = () => { this.goOn(); if (pad.input !== input) pad.input?.select(); };
    pad.takeTyped = () => { this.now = { text: input.value, cards: [] }; this.isFresh = false; this.earlier = []; this.redraw(); };
    input.dataset.at = "";
    this.redraw();
    requestAnimationFrame(() => ancestor(input, ".field").scrollIntoView({ block: "center" }));
  }

  /** Whether the text is a sum of several numbers. */
  get isSum() { return /\d[+−-]/.test(this.now.text) && readSum(this.now.text) !== null; }

  /** Show the number, and which keys are in it. */
  redraw() {
    const { text, cards } = this.now, shown = text.replace(/-/g, "−");
    this.nextKey.textContent = fieldAfter(this.input) ? "Next" : "Done";
    this.output.classList.toggle("fresh", this.isFresh);
    this.output.replaceChildren(...(this.isSum ? [make("small", {}, `${shown} =`), " "] : []), make("b", {}, this.isSum ? String(readSum(text)) : shown || "–"));
    for (const [place, { points, count }] of this.cardKeys.entries()) {
      const taps = cards.filter((one) => one === place).length;
      count.textContent = taps ? `${taps}×${points}` : `+${points}`;
    }
    for (const { button, isIn } of this.partKeys) setPressed(button, isIn());
  }

  /**
   * Put a state into the input.
   * @param {KeypadState} state
   */
  put({ text, cards, isCard }) {
    const { input } = this;
    this.now = { text, cards: text ? cards : [], isCard };
    this.isFresh = false;
    input.dataset.terms = text;
    input.dataset.counts = JSON.stringify(this.now.cards);
    input.value = this.isSum ? String(readSum(text)) : text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    this.redraw();
  }

  /**
   * Put a text into the input; the ⌫ key takes it back.
   * @param {string} text
   * @param {number[]} cards
   * @param {boolean} isCard
   */
  write(text, cards = this.now.cards, isCard = false) {
    this.earlier.push(this.now);
    this.put({ text, cards, isCard });
  }

  /**
   * Write digits: instead of the number, as a new term after a card, or behind what is there.
   * @param {string} before
   * @param {string} digits
   */
  writeDigits(before, digits) {
    const { text, isCard, cards } = this.now;
    this.write((this.isFresh ? "" : isCard ? `${text}+` : before) + digits, this.isFresh ? [] : cards);
  }

  /**
   * Take the last key back, or without one the last digit; if nothing is typed, return to the number from which the pad
   * went on by itself.
   */
  takeBack() { if (!this.returnToBefore()) this.put(this.earlier.pop() || { text: this.now.text.slice(0, -1), cards: [] }); }

  /**
   * Type a plus or a minus, also into the number from which the pad has just gone on by itself.
   * @param {string} sign
   */
  typeSign(sign) { if (!this.returnToBefore()) this.write(this.now.text + sign); else pad.typeSign(sign); }

  /** If the pad has gone on by itself and nothing is typed yet, return to the number before; return whether it did. */
  returnToBefore() {
    const before = this.now.text ? null : pad.cameFrom;
    if (before) goToField(ancestor(before, ".field"));
    return Boolean(before);
  }

  /** Go on to the next field that needs an answer, or close the pad after the last one. */
  goOn() { const next = fieldAfter(this.input); if (next) goToField(next); else { this.input.blur(); closePad(); } }

  /** Go on to the next field if it is a number: no digit can follow in this one. */
  goOnAutomatically() { const next = fieldAfter(this.input); if (next && $("input.num", next)) { goToField(next); pad.cameFrom = this.input; } }

  // ---- the keys ----

  /**
   * @param {(Node | string)[]} content
   * @param {() => void} action
   * @param {string} kind a CSS class
   * @param {string} label for screen readers
   */
  key(content, action, kind = "", label = "") { return make("button", { class: kind, "aria-label": label || null, onclick: action }, ...content); }

  /** @param {string} digit */
  digitKey(digit) {
    return this.key([digit], () => {
      this.writeDigits(this.now.text, digit);
      if (isFull(this.now.text, this.most)) this.goOnAutomatically();
    });
  }

  /**
   * A key for a part of the last number of the sum, such as its hundreds: it replaces the digits worth at least ``size`` and
   * less than ``next``.
   * @param {number} amount
   * @param {number} size
   * @param {number} next
   */
  partKey(amount, size, next) {
    const lastNumber = () => /\d*$/.exec(this.now.text)?.[0] || "";
    const tap = () => {
      const last = lastNumber(), number = this.isFresh || this.now.isCard ? 0 : Number(last);
      this.writeDigits(this.now.text.slice(0, this.now.text.length - last.length), String(number - (number % next) + amount + (number % size)));
      if (size === 1) this.goOnAutomatically();
    };
    const isIn = () => amount > 0 && lastNumber() !== "" && !this.now.isCard && (Number(lastNumber()) % next) - (Number(lastNumber()) % size) === amount;
    const button = this.key([String(amount).padStart(2, "0")], tap, size === 1 ? "" : "hundreds");
    this.partKeys.push({ button, isIn });
    return button;
  }

  /**
   * A key that adds the points of a card, and shows how many were added.
   * @param {string} label
   * @param {number} points
   * @param {number} place
   */
  cardKey(label, points, place) {
    const count = make("span"), add = () => {
      const { text, cards } = this.now, before = text.length > LONGEST_SUM ? String(readSum(text)) : text;
      this.write(/\d$/.test(before) ? `${before}+${points}` : before + points, [...cards, place], true);
    };
    return { points, count, button: this.key([make("small", {}, label), " ", count], add) };
  }

  /** The keys above the others: cards, usual numbers, and the numbers of other players. */
  quickKeys() {
    const usual = (this.input.dataset.quick || "").split(" ").filter(Boolean), answer = (/** @type {string} */ number) => { this.write(number); this.goOn(); };
    const others = numbersOfOthers(this.input).slice(0, this.cardKeys.length || usual.length ? 1 : 2);
    return [
      ...this.cardKeys.map(({ button }) => button),
      ...usual.map((number) => this.key([number], () => answer(number))),
      ...others.map(([number, name]) => this.key([make("small", {}, "as ", make("bdi", {}, name)), ` ${number}`], () => answer(String(number)), "as")),
    ];
  }

  /** Digits and signs; for numbers in steps, hundreds at the left, endings at the right, and the other keys below. */
  mainKeys() {
    const { step, most } = this, digits = (/** @type {string[]} */ ...some) => some.map((digit) => this.digitKey(digit));
    const backKey = this.key(["⌫"], () => this.takeBack(), "", "Take back"), clearKey = this.key(["C"], () => this.write(""));
    const plus = this.key(["+"], () => this.typeSign("+")), minus = this.key(["−"], () => this.typeSign("-"));
    if (!step) return make("div", { class: "keys" }, ...digits("7", "8", "9"), backKey, ...digits("4", "5", "6"), plus, ...digits("1", "2", "3"), minus, clearKey, ...digits("0", "00"), this.nextKey);
    const hundreds = [...Array(Math.min(9, Math.floor(most / 100))).keys()].map((one) => this.partKey((one + 1) * 100, 100, 1000));
    if (most >= 1000) hundreds.push(this.partKey(1000, 1000, 10000));
    const endings = [...Array(100 / step).keys()].map((one) => this.partKey(one * step, 1, 100));
    return make("div", { class: "in-parts" },
      make("div", { class: "keys", role: "group", "aria-label": "Hundreds" }, ...hundreds),
      make("div", { class: "keys ends", role: "group", "aria-label": "Tens and ones" }, ...endings),
      make("div", { class: "keys others" }, backKey, plus, minus, clearKey, this.nextKey));
  }
}

/**
 * Open the keypad for a number.
 * @param {HTMLInputElement} input
 */
export function openKeypad(input) {
  pad.cameFrom = null;
  new Keypad(input).open();
}

/**
 * Open the keypad after an answer of the table, if the next fields are numbers of players and all of them are empty.
 * @param {HTMLInputElement} answer
 */
export function openNumbers(answer) {
  const input = numberAfter(answer);
  if (!input) return;
  openKeypad(input);
  announce(labelOf(input)); // the focus does not move
}

/**
 * Return whether no digit can follow: the text has three digits, or as many as the largest number, and one more would
 * exceed it.
 * @param {string} text
 * @param {number} most
 */
function isFull(text, most) { return /^[1-9]\d+$/.test(text) && text.length >= Math.min(3, String(most).length) && most > 0 && Number(text) * 10 > most; }

/**
 * Return the different numbers of other players for the same key, with their names; the nearest player before comes first.
 * @param {HTMLInputElement} input
 */
function numbersOfOthers(input) {
  const key = input.name.split(".")[0], inputs = $$("input.num", ancestor(input, "form")).filter((one) => one.name.startsWith(`${key}.`) && playerOf(one));
  const place = inputs.indexOf(input);
  /** @type {Map<number, string>} */
  const names = new Map();
  for (const other of place < 0 ? [] : [...inputs.slice(0, place).reverse(), ...inputs.slice(place + 1)]) {
    const number = readSum(other.value);
    if (number !== null && number !== readSum(input.value) && !other.dataset.auto && !names.has(number)) names.set(number, playerOf(other));
  }
  return [...names];
}
