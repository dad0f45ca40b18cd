// The pad at the bottom of the screen: the keypad for numbers, whatever else opens there, and going on from field to field.

import { $, $$, announce, around, isGiven, make, partOf, the } from "../support/dom.js";
import { readSum } from "./sums.js";

const LONGEST_SUM = 48;
const onItsSide = matchMedia("(max-height: 480px) and (min-width: 560px)"); // as in pad.css: it is too low for many keys

/** The open pad: its element, the input that it edits, and what its keys do. */
export const pad = {
  element: /** @type {HTMLElement | null} */ (null),
  input: /** @type {HTMLInputElement | null} */ (null),
  /** @type {(typed: boolean) => void} */
  show() {},
  next() {}, // go on to the next field, as the Next key does
  /** @type {(sign: string) => void} */
  sign() {}, // type a plus or a minus
  from: /** @type {HTMLInputElement | null} */ (null), // the number from which the pad has gone on by itself
};

/** Close the pad if one is open. */
export function closePad() {
  if (!pad.element) return;
  if (pad.input) delete pad.input.dataset.at;
  pad.element.remove();
  document.documentElement.style.removeProperty("--pad");
  document.body.style.paddingBottom = "";
  pad.element = pad.input = null;
}

/**
 * Open the pad with these elements.
 * @param {HTMLElement[]} inner
 * @param {string} label
 */
export function openPad(inner, label) {
  closePad();
  const element = make("div", { class: "pad", role: "group", "aria-label": label }, make("div", { class: "pad-inner" }, ...inner));
  element.addEventListener("pointerdown", (event) => event.preventDefault());
  the("#main").append(element);
  const fit = () => {
    if (!element.isConnected) return;
    document.documentElement.style.setProperty("--pad", `${element.offsetHeight}px`);
    document.body.style.paddingBottom = `${element.offsetHeight}px`;
  };
  fit();
  new ResizeObserver(fit).observe(element); // a long sum needs another line
  pad.element = element;
}

/**
 * Return the label of an input.
 * @param {HTMLInputElement} input
 */
export function labelOf(input) {
  const label = input.labels && input.labels[0];
  return label ? (label.textContent || "").replace(/\s+/g, " ").trim() : "";
}

/**
 * Return the first element of a part of the page that can be tapped or typed into.
 * @param {Element} part
 */
function firstIn(part) {
  const parts = [...$$("input:checked", part), ...$$("input, select, textarea, button", part)];
  return parts.find((one) => one.type !== "hidden" && one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }));
}

/**
 * Scroll to a field and focus its first input, which opens the keypad of a number; return whether it has an input.
 * @param {Element} field
 */
function lookAt(field) {
  const spot = firstIn(field);
  if (!spot) return false;
  if (!spot.matches("input.num")) closePad();
  spot.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
  return true;
}

/**
 * Return whether a field still needs an answer. An empty box is an answer.
 * @param {Element} field
 */
function isOpen(field) {
  const inputs = $$("input:not([type=hidden], [data-follows]), select", field);
  const ticked = inputs.length > 0 && inputs.every((input) => input.closest(".tick"));
  return field.checkVisibility() && !ticked && !inputs.some(isGiven) && Boolean(firstIn(field));
}

const NUMBER = ".person .field:has(> input.num)"; // a number of a player

/**
 * Return the fields before and after this one that need an answer; after it, also those that still have their initial
 * number.
 * @param {Element} own
 */
function openAround(own) {
  const others = $$(".field", around(own, "form")).filter((one) => one !== own && !one.contains(own));
  const follows = (/** @type {Element} */ one) => Boolean(own.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const stands = (/** @type {Element} */ one) => one.checkVisibility() && $$("input[data-starts]", one).some((input) => input.value === input.defaultValue);
  return { before: others.filter((one) => !follows(one) && isOpen(one)), after: others.filter((one) => follows(one) && (isOpen(one) || stands(one))) };
}

/**
 * Return where the keypad goes on after a number: to the next player without one or with the initial one, else to the next
 * field that needs an answer.
 * @param {HTMLInputElement} input
 */
function fieldAfter(input) {
  const own = around(input, ".field"), section = own.closest(".entry"), { before, after } = openAround(own);
  const isBeside = (/** @type {Element} */ one) => one.matches(NUMBER) && one.closest(".entry") === section;
  return after.find(isBeside) || before.find(isBeside) || firstAsked(after[0]);
}

/**
 * Return the field, or if all players are asked for the same, that of the player who is first.
 * @param {HTMLElement | undefined} field
 */
function firstAsked(field) {
  const leader = field && $(`[data-first][data-field="${field.dataset.field}"]`, around(field, "form"));
  return leader && isOpen(leader) ? leader : field;
}

/**
 * Open the keypad after an answer of the table, if the next fields are numbers of players and all of them are empty.
 * @param {HTMLInputElement} answer
 */
export function openNumbers(answer) {
  const own = answer.closest(".block > .field"), next = own && firstAsked(openAround(own).after[0]), input = next && next.matches(NUMBER) && $("input.num", next);
  if (!input || $$("input.num", around(input, ".entry")).some(isGiven)) return;
  openKeypad(input);
  announce(labelOf(input)); // the focus does not move
}

/**
 * Go to the element of an error, opening what it is folded into; return whether it exists.
 * @param {HTMLAnchorElement} link
 */
export function goTo(link) {
  const spot = document.getElementById(link.hash.slice(1));
  if (!spot) return false;
  for (let fold = spot.closest("details"); fold; fold = fold.parentElement && fold.parentElement.closest("details")) fold.open = true;
  const own = spot.closest(".field") || spot, at = own instanceof HTMLElement && own.dataset.askedIn; // its chips are in the first field of the pair
  const field = (at && document.getElementById(at)) || own;
  const row = link.dataset.atRow && $$("[data-row]", field)[Number(link.dataset.atRow) - 1];
  if (row && row.hidden) partOf(row).unfold?.();
  return lookAt(row || field);
}

/**
 * Go to the first refused field, if there is one.
 * @param {ParentNode} root
 */
export function toRefused(root) {
  const link = $(".problem.summary a[href^='#']", root);
  return Boolean(link && goTo(link));
}

/**
 * Return whether no digit can follow: the text has three digits, or as many as the largest number, and one more would
 * exceed it.
 * @param {string} text
 * @param {number} most
 */
function isFull(text, most) { return /^[1-9]\d+$/.test(text) && text.length >= Math.min(3, String(most).length) && most > 0 && Number(text) * 10 > most; }

/**
 * Return the player of a number; empty if it is the table's.
 * @param {HTMLInputElement} input
 */
function whose(input) { return input.closest(".person")?.getAttribute("aria-label") || ""; }

/**
 * Return the different numbers of other players for the same key; the nearest player before comes first.
 * @param {HTMLInputElement} input
 */
function sameAs(input) {
  const key = input.name.split(".")[0], all = $$("input.num", around(input, "form")).filter((one) => one.name.startsWith(`${key}.`) && whose(one));
  const at = all.indexOf(input);
  /** @type {Map<number, HTMLInputElement>} */
  const found = new Map();
  for (const one of [...all.slice(0, Math.max(at, 0)).reverse(), ...all.slice(at + 1)]) {
    const number = readSum(one.value);
    if (at >= 0 && number !== null && number !== readSum(input.value) && !one.dataset.auto && !found.has(number)) found.set(number, one);
  }
  return [...found].map(([number, one]) => ({ number, name: whose(one) }));
}

/**
 * Return the keys for numbers in steps: hundreds at the left, endings at the right, the other keys below.
 * @param {HTMLElement[]} hundreds
 * @param {HTMLElement[]} ends
 * @param {HTMLElement[]} others
 */
function inParts(hundreds, ends, others) {
  return make("div", { class: "in-parts" },
    make("div", { class: "keys", role: "group", "aria-label": "Hundreds" }, ...hundreds),
    make("div", { class: "keys ends", role: "group", "aria-label": "Tens and ones" }, ...ends),
    make("div", { class: "keys others" }, ...others));
}

/**
 * Open the keypad for a number: digits and sums, cards of a hand one by one, and the numbers of other players.
 * @param {HTMLInputElement} input
 */
export function openKeypad(input) {
  pad.from = null;
  const output = make("output"), { terms = "", counts = "[]" } = input.dataset, isSame = terms && readSum(terms) === readSum(input.value);
  let text = isSame ? terms : input.value; // a sum; the input has its result
  let cards = /** @type {number[]} */ (isSame ? JSON.parse(counts) : []); // the places of the tapped card keys
  let fresh = text !== ""; // the next digit replaces the number
  let counted = false; // a card was counted last: the next digit begins a new term
  /** @type {[string, number[], boolean][]} */
  const steps = []; // the state before each key
  const isSum = () => /\d[+−-]/.test(text) && readSum(text) !== null;
  const put = (/** @type {string} */ now, tapped = cards, isCard = false) => {
    text = now;
    cards = now ? tapped : [];
    fresh = false;
    counted = isCard;
    input.dataset.terms = text;
    input.dataset.counts = JSON.stringify(cards);
    input.value = isSum() ? String(readSum(text)) : text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    show();
  };
  const write = (/** @type {string} */ now, tapped = cards, isCard = false) => { steps.push([text, cards, counted]); put(now, tapped, isCard); };
  const sign = (/** @type {string} */ one) => { if (!returned()) write(text + one); else pad.sign(one); };
  const back = () => { if (returned()) return; const [was, tapped, isCard] = steps.pop() || [text.slice(0, -1), []]; put(was, tapped, isCard); };
  const show = () => {
    const told = text.replace(/-/g, "−"), sum = isSum();
    go.textContent = fieldAfter(input) ? "Next" : "Done";
    output.classList.toggle("fresh", fresh);
    output.replaceChildren(...(sum ? [make("small", {}, `${told} =`), " "] : []), make("b", {}, sum ? String(readSum(text)) : told || "–"));
    for (const [place, { points, worth }] of worths.entries()) {
      const often = cards.filter((one) => one === place).length;
      worth.textContent = often ? `${often}×${points}` : `+${points}`;
    }
    for (const { button, isIn } of parts) button.setAttribute("aria-pressed", String(isIn()));
  };
  const key = (/** @type {(Node | string)[]} */ inner, /** @type {() => void} */ action, kind = "", label = "") =>
    make("button", { class: kind, "aria-label": label || null, onclick: action }, ...inner);
  const goOn = () => { const next = fieldAfter(input); if (next) lookAt(next); else { input.blur(); closePad(); } };
  const goOnAlone = () => { const next = fieldAfter(input); if (next && $("input.num", next)) { lookAt(next); pad.from = input; } };
  const returned = () => {
    const from = text ? null : pad.from;
    if (from) lookAt(around(from, ".field"));
    return Boolean(from);
  };
  const go = key(["Done"], () => { if (pad.from && !text) pad.from = null; else goOn(); }, "go"); // the pad has just gone on by itself
  const type = (/** @type {string} */ digit) => key([digit], () => {
    write((fresh ? "" : counted ? `${text}+` : text) + digit, fresh ? [] : cards);
    if (isFull(text, Number(input.dataset.most))) goOnAlone();
  });
  /**
   * A key for a part of the last number of the sum: it replaces what the number has between ``size`` and ``next``.
   * @param {number} amount
   * @param {number} size
   * @param {number} next
   * @param {string} word
   */
  const part = (amount, size, next, word) => {
    const last = () => /\d*$/.exec(text)?.[0] || "";
    const tap = () => {
      const before = fresh ? "" : counted ? `${text}+` : text.slice(0, text.length - last().length), held = fresh || counted ? 0 : Number(last());
      write(before + (held - (held % next) + amount + (held % size)), fresh ? [] : cards);
      if (size === 1) goOnAlone();
    };
    const isIn = () => amount > 0 && last() !== "" && !counted && (Number(last()) % next) - (Number(last()) % size) === amount;
    return { button: key([word], tap, size === 1 ? "" : "hundreds"), isIn };
  };
  const step = onItsSide.matches ? 0 : Number(input.dataset.step || 0), most = Number(input.dataset.most || 0);
  const hundreds = step ? [...Array(Math.min(9, Math.floor(most / 100))).keys()].map((one) => part((one + 1) * 100, 100, 1000, `${one + 1}00`)) : [];
  if (step && most >= 1000) hundreds.push(part(1000, 1000, 10000, "1000"));
  const ends = step ? [...Array(100 / step).keys()].map((one) => part(one * step, 1, 100, String(one * step).padStart(2, "0"))) : [];
  const parts = [...hundreds, ...ends];
  const add = (/** @type {number} */ points, /** @type {number} */ place) => {
    const held = text.length > LONGEST_SUM ? String(readSum(text)) : text;
    write(/\d$/.test(held) ? `${held}+${points}` : held + points, [...cards, place], true);
  };
  const worths = /** @type {[string, number][]} */ (JSON.parse(input.dataset.worths || "[]")).map(([label, points], place) => {
    const worth = make("span");
    return { points, worth, button: key([make("small", {}, label), " ", worth], () => add(points, place)) };
  });
  const rubout = key(["⌫"], back, "", "Take back"), plus = key(["+"], () => sign("+")), minus = key(["−"], () => sign("-")), clear = key(["C"], () => write(""));
  const whole = (input.dataset.quick || "").split(" ").filter(Boolean);
  const say = (/** @type {string} */ number) => { write(number); goOn(); };
  const others = sameAs(input).slice(0, worths.length || whole.length ? 1 : 2);
  const quick = [
    ...worths.map(({ button }) => button),
    ...whole.map((number) => key([number], () => say(number))),
    ...others.map(({ number, name }) => key([make("small", {}, "as ", make("bdi", {}, name)), ` ${number}`], () => say(String(number)), "as")),
  ];
  openPad([
    make("div", { class: "pad-head" }, make("span", {}, labelOf(input)), output),
    ...(quick.length ? [make("div", { class: "quick" }, ...quick)] : []),
    step ? inParts(hundreds.map(({ button }) => button), ends.map(({ button }) => button), [rubout, plus, minus, clear, go])
      : make("div", { class: "keys" }, ...["7", "8", "9"].map(type), rubout, ...["4", "5", "6"].map(type), plus, ...["1", "2", "3"].map(type), minus, clear, type("0"), type("00"), go),
  ], "Keypad");
  pad.input = input;
  pad.sign = sign;
  pad.next = () => { goOn(); if (pad.input !== input) pad.input?.select(); };
  input.dataset.at = "";
  pad.show = (typed) => { if (typed) { text = input.value; cards = []; fresh = counted = false; steps.length = 0; } show(); };
  show();
  requestAnimationFrame(() => around(input, ".field").scrollIntoView({ block: "center" }));
}
