// Elements of the page, the storage of the phone, and requests.

const TIME_LIMIT = 20000; // milliseconds

/**
 * Return the first element that matches a selector, or null.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} root
 * @returns {Found<S> | null}
 */
export function $(selector, root = document) { return root.querySelector(selector); }

/**
 * Return all elements that match a selector.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} root
 * @returns {Found<S>[]}
 */
export function $$(selector, root = document) { return [.../** @type {NodeListOf<Found<S>>} */ (root.querySelectorAll(selector))]; }

/**
 * Return the first element that matches a selector; for elements that the page always has.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} root
 */
export function the(selector, root = document) { return /** @type {Found<S>} */ ($(selector, root)); }

/**
 * Return the ancestor of an element that matches a selector; for ancestors that it always has.
 * @template {string} S
 * @param {Element} element
 * @param {S} selector
 */
export function ancestor(element, selector) { return /** @type {Found<S>} */ (element.closest(selector)); }

/**
 * Return the target of an event.
 * @param {Event} event
 */
export function targetOf(event) { return /** @type {HTMLElement} */ (event.target); }

/**
 * Call a function with each event on elements that match a selector, or inside them.
 * @template {keyof DocumentEventMap} T
 * @template {string} S
 * @param {T} type
 * @param {S} selector
 * @param {(element: Found<S>, event: DocumentEventMap[T]) => unknown} handler
 */
export function listen(type, selector, handler) {
  document.addEventListener(type, (event) => {
    const element = targetOf(event).closest(selector);
    if (element) handler(/** @type {Found<S>} */ (element), event);
  });
}

/**
 * Parse a fetched page.
 * @param {string} text
 */
export function parsePage(text) { return new DOMParser().parseFromString(text, "text/html"); }

/** The storage of this phone, if it has any. */
export const storage = {
  /** @param {string} key */
  get(key) { try { return JSON.parse(localStorage.getItem(key) || "null"); } catch { return null; } },
  /** @param {string} key @param {unknown} value */
  set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { storage.drop(key); } }, // full or forbidden: no value is better than an old one
  /** @param {string} key */
  drop(key) { try { localStorage.removeItem(key); } catch { /* forbidden: go on */ } },
  keys() { try { return Object.keys(localStorage); } catch { return []; } },
};

/**
 * Request an address, and give up after a while: on a network that is lost, a request can hang for minutes.
 * @param {string} address
 * @param {RequestInit} options
 */
export function fetchInTime(address, options = {}) {
  const request = new AbortController();
  setTimeout(() => request.abort(), TIME_LIMIT);
  return fetch(address, { ...options, signal: request.signal });
}

/**
 * Announce a text to screen readers.
 * @param {string} words
 */
export function announce(words) { the("#live").textContent = words; }
