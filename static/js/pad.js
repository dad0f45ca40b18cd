// The pad at the bottom, where the thumb is: the keypad, and what is opened there else; and finding one's way in a form.

import { $, $$, around, make, partOf, the } from "./page.js";
import { readSum } from "./sums.js";

/** What is open: the input that it is for, and how it shows what stands in it. */
export const pad = {
  element: /** @type {HTMLElement | null} */ (null),
  input: /** @type {HTMLInputElement | null} */ (null),
  /** @type {(typed: boolean) => void} */
  show() {},
};

/** Close whatever is open. */
export function closePad() {
  if (!pad.element) return;
  pad.element.remove();
  document.documentElement.style.removeProperty("--pad");
  document.body.style.paddingBottom = "";
  pad.element = pad.input = null;
}

/**
 * Open it with something in it.
 * @param {HTMLElement[]} inner
 * @param {string} label
 */
export function openPad(inner, label) {
  closePad();
  const element = make("div", { class: "pad", role: "group", "aria-label": label }, make("div", { class: "pad-inner" }, ...inner));
  element.addEventListener("pointerdown", (event) => event.preventDefault());
  the("#main").append(element);
  document.documentElement.style.setProperty("--pad", `${element.offsetHeight}px`);
  document.body.style.paddingBottom = `${element.offsetHeight}px`;
  pad.element = element;
}

/**
 * What an input is called on its page.
 * @param {HTMLInputElement} input
 */
export function labelOf(input) {
  const label = input.labels && input.labels[0];
  return label ? (label.textContent || "").replace(/\s+/g, " ").trim() : "";
}

/**
 * The first thing in a part of the page that can be tapped or typed into.
 * @param {Element} part
 */
function firstIn(part) {
  const parts = [...$$("input:checked", part), ...$$("input, select, textarea, button", part)];
  return parts.find((one) => one.type !== "hidden" && one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }));
}

/**
 * Bring a field under the thumb; gives whether there is anything in it. A number opens its keypad.
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
 * The next field that can be seen on the form, if there is one.
 * @param {HTMLInputElement} input
 */
function fieldAfter(input) {
  const own = around(input, ".field");
  const after = $$(".field", around(input, "form")).filter((one) => own.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  return after.find((one) => one.checkVisibility() && firstIn(one));
}

/**
 * To what a message is about, unfolded if it is folded away; gives whether it is there.
 * @param {HTMLAnchorElement} link
 */
export function goTo(link) {
  const spot = document.getElementById(link.hash.slice(1));
  if (!spot) return false;
  for (let fold = spot.closest("details"); fold; fold = fold.parentElement && fold.parentElement.closest("details")) fold.open = true;
  const field = spot.closest(".field") || spot;
  const row = link.dataset.atRow && $$("[data-row]", field)[Number(link.dataset.atRow) - 1];
  if (row && row.hidden) partOf(row).unfold?.();
  return lookAt(row || field);
}

/**
 * To what was refused first, if anything was.
 * @param {ParentNode} root
 */
export function toRefused(root) {
  const link = $(".problem.summary a[href^='#']", root);
  return Boolean(link && goTo(link));
}

/**
 * The keypad, for a number.
 * @param {HTMLInputElement} input
 */
export function openKeypad(input) {
  const output = make("output");
  let fresh = input.value !== ""; // the first digit replaces what stands there
  const write = (/** @type {string} */ text) => { fresh = false; input.value = text; input.dispatchEvent(new Event("input", { bubbles: true })); show(); };
  const show = () => {
    const sum = readSum(input.value), worked = /\d[+−-]/.test(input.value) && sum !== null ? ` = ${sum}` : "";
    go.textContent = fieldAfter(input) ? "Next" : "Done";
    output.classList.toggle("fresh", fresh);
    output.textContent = input.value ? input.value.replace(/-/g, "−") + worked : "–";
  };
  const key = (/** @type {string} */ text, /** @type {() => void} */ action, kind = "") => make("button", { type: "button", class: kind, onclick: action }, text);
  const go = key("Done", () => { const next = fieldAfter(input); if (next) lookAt(next); else { input.blur(); closePad(); } }, "go");
  const type = (/** @type {string} */ text) => key(text, () => write((fresh ? "" : input.value) + text));
  const rubout = key("⌫", () => write(input.value.slice(0, -1)));
  rubout.setAttribute("aria-label", "Rub out");
  const quick = (input.dataset.quick || "").split(" ").filter(Boolean);
  const add = (/** @type {string} */ text) => write(/\d$/.test(input.value) ? `${input.value}+${text}` : input.value + text);
  openPad([
    make("div", { class: "pad-head" }, make("span", {}, labelOf(input)), output),
    ...(quick.length ? [make("div", { class: "quick" }, ...quick.map((text) => key(`+${text}`, () => add(text))))] : []),
    make("div", { class: "keys" }, ...["7", "8", "9"].map(type), rubout, ...["4", "5", "6"].map(type), key("+", () => write(input.value + "+")),
      ...["1", "2", "3"].map(type), key("−", () => write(input.value + "-")), key("C", () => write("")), type("0"), type("00"), go),
  ], "Keypad");
  pad.input = input;
  pad.show = (typed) => { if (typed) fresh = false; show(); };
  show();
  requestAnimationFrame(() => around(input, ".field").scrollIntoView({ block: "center" }));
}
