// What every part of the script stands on: the page's elements, what this phone remembers, and the finger.

export const NOT_TYPED = new Set(["csrf_token", "base", "client_id", "slot", "absent"]);
export const coarse = matchMedia("(pointer: coarse)").matches;

/** How the page that is shown stands: ``place`` is its path, ``lacks`` what the server said last that its form lacks. */
/**
 * What only some forms have, in `widgets.js`: whoever sets up a field or a form calls these.
 * @type {{ groups?: Record<string, (field: HTMLElement, begin: (root: HTMLElement) => void) => void>,
 *   fields?: Record<string, (field: any) => void>, form?: (form: HTMLFormElement) => void }}
 */
export const widgets = {};
export const state = { touched: false, place: location.pathname, lacks: /** @type {[string, string][] | null} */ (null) };

/** @type {WeakMap<Element, Part>} */
const parts = new WeakMap();

/**
 * What a part of a form can be told to do: what ``more`` says, too, from now on.
 * @param {Element} element
 * @param {Part} more
 */
export function partOf(element, more = {}) {
  const part = Object.assign(parts.get(element) || {}, more);
  parts.set(element, part);
  return part;
}

/**
 * The first that a selector finds; null: nothing.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} root
 * @returns {Found<S> | null}
 */
export function $(selector, root = document) { return root.querySelector(selector); }

/**
 * All that a selector finds.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} root
 * @returns {Found<S>[]}
 */
export function $$(selector, root = document) { return [.../** @type {NodeListOf<Found<S>>} */ (root.querySelectorAll(selector))]; }

/**
 * The first that a selector finds, where the page always has it.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} root
 */
export function the(selector, root = document) { return /** @type {Found<S>} */ ($(selector, root)); }

/**
 * What is around an element, where the page always has it.
 * @template {string} S
 * @param {Element} element
 * @param {S} selector
 */
export function around(element, selector) { return /** @type {Found<S>} */ (element.closest(selector)); }

/**
 * Where something happened.
 * @param {Event} event
 */
export function spotOf(event) { return /** @type {HTMLElement} */ (event.target); }

/**
 * All that a form asks.
 * @param {HTMLFormElement} form
 */
export function controls(form) { return /** @type {HTMLInputElement[]} */ ([...form.elements]); }

/**
 * Whether an input is one of those that are ticked or not.
 * @param {HTMLInputElement} input
 */
export function ticks(input) { return input.type === "radio" || input.type === "checkbox"; }

/**
 * Whether something is chosen or typed in an input.
 * @param {HTMLInputElement} input
 */
export function isGiven(input) { return ticks(input) ? input.checked : input.value.trim() !== ""; }

/**
 * An element, with what is in it; a button sends no form.
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
  element.append(...children.flatMap((one) => (typeof one === "string" ? suited(one) : one)));
  return element;
}

/**
 * A text with its suit signs as cards have them: the red ones in red, with their rank, and none drawn as a picture.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function suited(text) {
  return text.split(/((?:10|[AKQJ2-9])?[♥♦]|[♠♣])[\ufe0e\ufe0f]?/).map((part, number) => {
    if (number % 2 === 0) return part;
    const sign = part + "\ufe0e";
    return /[♥♦]/.test(part) ? Object.assign(document.createElement("span"), { className: "red", textContent: sign }) : sign;
  });
}

/**
 * A name with the initial of who has it; without one where the page gives none.
 * @param {string} name
 * @param {[text: string, classes: string] | undefined} initial
 */
export function named(name, initial) {
  const mark = initial?.[0] ? [make("i", { class: `in ${initial[1]}`, "data-i": initial[0], "aria-hidden": "true" })] : [];
  return [...mark, make("bdi", {}, name)];
}

/**
 * Write a text into an element, where it is another one than stands there.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if ((element.textContent || "").trim().replaceAll("\ufe0e", "") !== text) element.replaceChildren(...suited(text));
}

/**
 * A page that was fetched.
 * @param {string} text
 */
export function pageIn(text) { return new DOMParser().parseFromString(text, "text/html"); }

/**
 * What a form would send.
 * @param {HTMLFormElement} form
 */
export function sentBy(form) { return new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)])); }

/** What this phone remembers, where it does. */
export const memory = {
  /** @param {string} key */
  get(key) { try { return JSON.parse(localStorage.getItem(key) || "null"); } catch { return null; } },
  /** @param {string} key @param {unknown} value */
  set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* full or forbidden: go on */ } },
  /** @param {string} key */
  drop(key) { try { localStorage.removeItem(key); } catch { /* forbidden: go on */ } },
};

/**
 * Tell those who listen, without a sound for those who look.
 * @param {string} words
 */
export function announce(words) { the("#live").textContent = words; }

/**
 * Put a text on the clipboard; the old way where the address is a plain one, as at home.
 * @param {string} text
 */
export async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* not allowed, or not there */ }
  const box = make("textarea", { class: "unseen", tabindex: "-1" });
  box.value = text;
  ($("dialog[open]") || document.body).append(box); // what is behind a dialog cannot be marked
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  return done;
}

// ---- the finger ----------------------------------------------------------------------------------------------

const finger = { down: false, timer: 0, waiting: /** @type {((calm?: unknown) => void)[]} */ ([]) };

/** Once no finger rests on the page: what moves under one takes its tap away. */
export function calm() { return new Promise((go) => { if (finger.down) finger.waiting.push(go); else go(null); }); }

/** No finger rests on the page any more. */
function lifted() { finger.down = false; clearTimeout(finger.timer); for (const go of finger.waiting.splice(0)) go(); }

document.addEventListener("pointerdown", () => { finger.down = true; clearTimeout(finger.timer); }, true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { clearTimeout(finger.timer); finger.timer = setTimeout(lifted, 300); }, true); // its click may come late
document.addEventListener("click", () => setTimeout(lifted), true);
