// The pad at the bottom of the screen, for the keypad, a deck of cards, or whatever else is tapped there.

import { the } from "../../support/dom.js";
import { make, oneLine } from "../../support/elements.js";

/** The open pad: its element, the input that it edits, and what its keys do. */
export const pad = {
  element: /** @type {HTMLElement | null} */ (null),
  input: /** @type {HTMLInputElement | null} */ (null),
  takeTyped() {}, // go on from what was typed on a keyboard
  goOn() {}, // go on to the next field, as the Next key does
  /** @type {(sign: string) => void} */
  typeSign() {}, // type a plus or a minus
  cameFrom: /** @type {HTMLInputElement | null} */ (null), // the number after which the pad has gone on by itself
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
 * @param {string} label
 * @param {HTMLElement[]} head
 * @param {HTMLElement[]} content
 */
export function openPad(label, head, content) {
  closePad();
  const element = make("div", { class: "pad", role: "group", "aria-label": label }, make("div", { class: "pad-inner" }, make("div", { class: "pad-head" }, ...head), ...content));
  element.addEventListener("pointerdown", (event) => event.preventDefault());
  the("#main").append(element);
  const makeRoom = () => {
    if (!element.isConnected) return;
    document.documentElement.style.setProperty("--pad", `${element.offsetHeight}px`);
    document.body.style.paddingBottom = `${element.offsetHeight}px`;
  };
  makeRoom();
  new ResizeObserver(makeRoom).observe(element); // a long sum needs another line
  pad.element = element;
}

/**
 * Return the label of an input.
 * @param {HTMLInputElement} input
 */
export function labelOf(input) { return oneLine(input.labels?.[0]?.textContent); }

/**
 * Return the player of an input; empty if it is the table's.
 * @param {Element} input
 */
export function playerOf(input) { return input.closest(".person")?.getAttribute("aria-label") || ""; }
