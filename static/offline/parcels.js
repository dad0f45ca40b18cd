// Parcels: a form as it was sent, with what is needed to send it again, and to give it back if it is refused.

import { $, $$ } from "../support/dom.js";
import { oneLine } from "../support/elements.js";
import { NOT_TYPED, controls, grouped, isGiven, isTickable } from "../support/forms.js";
import { storeTyped } from "../forms/entry/unsaved_input.js";
import { playOf } from "./outbox.js";

/** The content of a form when it was last sent. @type {WeakMap<HTMLFormElement, string>} */
const sentContents = new WeakMap();

/**
 * Return whether a parcel was sent from this page.
 * @param {Parcel} parcel
 */
export function isFromThisPage(parcel) { return parcel.page === location.pathname; }

/**
 * Return the form of a parcel; null if it is not on the page.
 * @param {Parcel} parcel
 */
export function formOf(parcel) { return (parcel.keep && $$("form[data-keep]").find((form) => form.dataset.keep === parcel.keep)) || null; }

/**
 * Return the text of an element on one line.
 * @param {Element | null | undefined} element
 */
export function textOf(element) { return oneLine(element?.textContent); }

/** Return a random id. */
function randomId() { return [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36)).join(""); }

/**
 * Return the parcel of a form.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 * @returns {Parcel}
 */
export function packForm(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...withFreshId(form, data)]));
  const title = textOf($(".top h1") || $("h1")), action = button ? oneLine(button.getAttribute("aria-label") || button.textContent) : "";
  return {
    key: `pending:${playOf(location.pathname)}:${body.get("client_id") || randomId()}`,
    at: Date.now(),
    action: form.getAttribute("action") || "",
    page: location.pathname,
    body: body.toString(),
    keep: form.dataset.keep || "",
    noted: form.dataset.draftMark,
    words: describeForm(form),
    name: form.dataset.what || [title, action].filter(Boolean).join(": "),
    round: "what" in form.dataset,
  };
}

/**
 * Return the data of a form. A form that was sent before and changed since gets a new id, because the first save may have
 * been written after all.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
function withFreshId(form, data) {
  const content = JSON.stringify([...data].filter(([name]) => name !== "csrf_token" && name !== "client_id"));
  const input = $("input[name=client_id]", form);
  if (input && sentContents.has(form) && sentContents.get(form) !== content) {
    input.value = randomId();
    data.set("client_id", input.value);
  }
  sentContents.set(form, content);
  return data;
}

/**
 * Return what is typed into a form, as text for people: a line for each label.
 * @param {HTMLFormElement} form
 */
function describeForm(form) {
  /** @type {[string, string][]} */
  const answers = [];
  for (const input of controls(form)) {
    const isInList = input.closest(".chosen li"), label = input.labels?.[0]; // the chosen names of a list are hidden inputs
    if (!input.name || input.disabled || NOT_TYPED.has(input.name) || !isGiven(input)) continue;
    if (input.tagName === "BUTTON" || (input.type === "hidden" && !isInList)) continue;
    const fieldset = input.closest("fieldset"), legend = fieldset && $("legend", fieldset);
    const value = isInList ? textOf(input.previousElementSibling) : isTickable(input) && label ? textOf(label) : input.value.trim();
    answers.push([textOf(label && !(isTickable(input) && legend) ? label : legend), value]);
  }
  return [...grouped(answers)].map(([title, values]) => (values.join() === title ? title : `${title}: ${values.join(", ")}`)).join("\n");
}

/**
 * Return the inputs of a parcel: name and value.
 * @param {Parcel} parcel
 */
function inputsIn(parcel) { return [...new URLSearchParams(parcel.body)].filter(([name]) => !NOT_TYPED.has(name)); }

/**
 * Return the inputs of a parcel that are not empty.
 * @param {Parcel} parcel
 */
export function givenInputs(parcel) { return inputsIn(parcel).filter(([, value]) => value.trim()); }

/**
 * Store what a parcel contains as typed into its form, which restores it the next time it is shown.
 * @param {Parcel} parcel
 */
export function storeInputs(parcel) { if (parcel.keep) storeTyped(parcel.keep, { noted: parcel.noted, items: inputsIn(parcel) }); }
