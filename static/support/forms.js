// Helpers for forms: their inputs, what is given in them, and the methods of their parts.

/** The names of hidden inputs that every form sends, and of the button that locks the first phase. */
export const NOT_TYPED = new Set(["csrf_token", "base", "client_id", "slot", "absent", "lock"]);

/**
 * Functions that set up groups of fields and fields, by selector, and whole forms, before what was typed is restored.
 * Modules that only some pages load add their functions here.
 */
export const widgets = {
  groups: /** @type {Record<string, (field: HTMLElement, setUpInputs: (root: HTMLElement) => void) => void>} */ ({}),
  fields: /** @type {Record<string, (field: any) => void>} */ ({}),
  forms: /** @type {((form: HTMLFormElement) => void)[]} */ ([]),
};

/** The methods of parts. @type {WeakMap<Element, Part>} */
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
 * Return all inputs of a form.
 * @param {HTMLFormElement} form
 */
export function controls(form) { return /** @type {HTMLInputElement[]} */ ([...form.elements]); }

/**
 * Return whether an input is a radio button or a checkbox.
 * @param {HTMLInputElement} input
 */
export function isTickable(input) { return input.type === "radio" || input.type === "checkbox"; }

/**
 * Return whether something is chosen or typed in an input.
 * @param {HTMLInputElement} input
 */
export function isGiven(input) { return isTickable(input) ? input.checked : input.value.trim() !== ""; }

/**
 * Return what a form would send.
 * @param {HTMLFormElement} form
 */
export function encodeForm(form) { return new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)])); }

/**
 * Return the second values of pairs in a map, by the first ones, in order.
 * @template K, V
 * @param {Iterable<[K, V]>} pairs
 */
export function grouped(pairs) {
  /** @type {Map<K, V[]>} */
  const groups = new Map();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) || []), value]);
  return groups;
}
