// Helpers for all modules: elements of the page, storage of the phone, and the pointer.

export const NOT_TYPED = new Set(["csrf_token", "base", "client_id", "slot", "absent"]);
export const coarse = matchMedia("(pointer: coarse)").matches;

/**
 * What sets up fields and groups of fields, by selector, and whole forms before what was typed is restored: modules that
 * only some pages load put their functions here.
 */
export const widgets = {
  groups: /** @type {Record<string, (field: HTMLElement, begin: (root: HTMLElement) => void) => void>} */ ({}),
  fields: /** @type {Record<string, (field: any) => void>} */ ({}),
  forms: /** @type {((form: HTMLFormElement) => void)[]} */ ([]),
};
/** The state of the page: ``place`` is its path, ``lacks`` the server's last answer on what its form lacks. */
export const state = { touched: false, place: location.pathname, lacks: /** @type {[string, string][] | null} */ (null) };

/** @type {WeakMap<Element, Part>} */
const parts = new WeakMap();

/**
 * Return the methods of a part of a form, after adding ``more`` to them.
 * @param {Element} element
 * @param {Part} more
 */
export function partOf(element, more = {}) {
  const part = Object.assign(parts.get(element) || {}, more);
  parts.set(element, part);
  return part;
}

/**
 * Return the first element of a selector, or null.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} root
 * @returns {Found<S> | null}
 */
export function $(selector, root = document) { return root.querySelector(selector); }

/**
 * Return all elements of a selector.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} root
 * @returns {Found<S>[]}
 */
export function $$(selector, root = document) { return [.../** @type {NodeListOf<Found<S>>} */ (root.querySelectorAll(selector))]; }

/**
 * Return the first element of a selector that the page always has.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} root
 */
export function the(selector, root = document) { return /** @type {Found<S>} */ ($(selector, root)); }

/**
 * Return the ancestor of an element that the page always has.
 * @template {string} S
 * @param {Element} element
 * @param {S} selector
 */
export function around(element, selector) { return /** @type {Found<S>} */ (element.closest(selector)); }

/**
 * Return the target of an event.
 * @param {Event} event
 */
export function spotOf(event) { return /** @type {HTMLElement} */ (event.target); }

/**
 * Return all inputs of a form.
 * @param {HTMLFormElement} form
 */
export function controls(form) { return /** @type {HTMLInputElement[]} */ ([...form.elements]); }

/**
 * Return whether an input is a radio button or a box.
 * @param {HTMLInputElement} input
 */
export function ticks(input) { return input.type === "radio" || input.type === "checkbox"; }

/**
 * Return whether something is chosen or typed in an input.
 * @param {HTMLInputElement} input
 */
export function isGiven(input) { return ticks(input) ? input.checked : input.value.trim() !== ""; }

/**
 * Make an element with its children; a button does not submit its form.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Made} attributes
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (tag === "button") element.setAttribute("type", "button");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flatMap((one) => (typeof one === "string" ? withSuitSymbols(one) : one)));
  return element;
}

/**
 * Return a text with red suits in red, together with their rank, and no suit drawn as an emoji.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function withSuitSymbols(text) {
  return text.split(/((?:10|[AKQJ2-9])?[♥♦]|[♠♣])[\ufe0e\ufe0f]?/).map((part, number) => {
    if (number % 2 === 0) return part;
    const sign = part + "\ufe0e";
    return /[♥♦]/.test(part) ? Object.assign(document.createElement("span"), { className: "red", textContent: sign }) : sign;
  });
}

/**
 * Return a name with its initial, if it has one.
 * @param {string} name
 * @param {[text: string, classes: string] | undefined} initial
 */
export function withInitial(name, initial) {
  const mark = initial?.[0] ? [make("i", { class: `in ${initial[1]}`, "data-i": initial[0], "aria-hidden": "true" })] : [];
  return [...mark, make("bdi", {}, name)];
}

/**
 * Write a text into an element if it has changed.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if ((element.textContent || "").trim().replaceAll("\ufe0e", "") !== text) element.replaceChildren(...withSuitSymbols(text));
}

/**
 * Parse a fetched page.
 * @param {string} text
 */
export function pageIn(text) { return new DOMParser().parseFromString(text, "text/html"); }

/**
 * Return what a form would send.
 * @param {HTMLFormElement} form
 */
export function sentBy(form) { return new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)])); }

/** The storage of this phone, if it has any. */
export const memory = {
  /** @param {string} key */
  get(key) { try { return JSON.parse(localStorage.getItem(key) || "null"); } catch { return null; } },
  /** @param {string} key @param {unknown} value */
  set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* full or forbidden: go on */ } },
  /** @param {string} key */
  drop(key) { try { localStorage.removeItem(key); } catch { /* forbidden: go on */ } },
  keys() { try { return Object.keys(localStorage); } catch { return []; } },
};

/**
 * Announce a text to screen readers.
 * @param {string} words
 */
export function announce(words) { the("#live").textContent = words; }

/**
 * Copy a text to the clipboard; over plain http in the old way.
 * @param {string} text
 */
export async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* not allowed, or not there */ }
  const box = make("textarea", { class: "unseen", tabindex: "-1" });
  box.value = text;
  ($("dialog[open]") || document.body).append(box); // text behind a dialog cannot be selected
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  return done;
}

// ---- the pointer ---------------------------------------------------------------------------------------------

const finger = { down: false, timer: 0, waiting: /** @type {((calm?: unknown) => void)[]} */ ([]) };

/** Wait until no finger touches the page: what moves under a finger loses its tap. */
export function untilReleased() { return new Promise((go) => { if (finger.down) finger.waiting.push(go); else go(null); }); }

/** Handle the end of a touch. */
function releaseFinger() { finger.down = false; clearTimeout(finger.timer); for (const go of finger.waiting.splice(0)) go(); }

document.addEventListener("pointerdown", () => { finger.down = true; clearTimeout(finger.timer); }, true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { clearTimeout(finger.timer); finger.timer = setTimeout(releaseFinger, 300); }, true); // its click can come later
document.addEventListener("click", () => setTimeout(releaseFinger), true);
