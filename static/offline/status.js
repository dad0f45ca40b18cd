// What is not saved yet, on every page: a line at the bottom, and messages about refused forms that this page does not have.
// A parcel is a form as it was sent (`parcels.js`); its `told` says why the server refused it.

import { $, $$, announce, the } from "../support/dom.js";
import { copy, make, quietButton, setText } from "../support/elements.js";
import { dropTyped } from "../forms/entry/unsaved_input.js";
import { outbox, playOf } from "./outbox.js";
import { formOf, givenInputs, isFromThisPage, storeInputs } from "./parcels.js";

/** The state of sending on this page. */
export const delivery = {
  forms: /** @type {Map<string, HTMLFormElement>} */ (new Map()), // that were sent from this page, by their parcel's key
  leftovers: /** @type {Set<string>} */ (new Set()), // the keys of parcels that were unsent when the page was loaded
  isSlow: false, // the server has not answered at once
  isBlocked: false, // a form of this page is being sent: no other can be
  message: "", // the result of the last one
  sendNow() {}, // `sending.js` sets these two
  abort() {},
};

/** What was last shown in an element, as HTML. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Return whether a parcel was sent from this page in this tab.
 * @param {Parcel} parcel
 */
function isFromThisTab(parcel) { return isFromThisPage(parcel) && (delivery.forms.has(parcel.key) || delivery.leftovers.has(parcel.key)); }

/** Show which parcels are not saved yet, with what can be done about it. */
export function showStatus() {
  const all = outbox.all(), waiting = all.filter((parcel) => !parcel.told), own = waiting.filter(isFromThisTab);
  const late = waiting.filter((parcel) => parcel.tries || delivery.leftovers.has(parcel.key));
  delivery.isBlocked = own.length > 0;
  for (const form of $$("form[data-sent]")) form.inert = delivery.isBlocked;
  for (const button of $$("button.save")) if (button.closest("form[data-sent]")) button.disabled = delivery.isBlocked;
  setText(the("#net"), late.length ? (late.every(isFromThisTab) ? "Not saved yet – trying again" : describeUnsent(late)) : delivery.isSlow ? "Saving…" : delivery.message);
  the(".net").classList.toggle("late", late.length > 0);
  const pages = [...new Set(late.filter((parcel) => !isFromThisPage(parcel)).map((parcel) => parcel.page || playOf(parcel.action)))];
  showIn(the("#ways"), late.length ? [
    quietButton("Send now", () => delivery.sendNow()),
    ...pages.map((path) => make("a", { class: "button quiet", href: path }, "Open the page")),
    ...(own.some(formOf) ? [quietButton("Change it", () => own.forEach(takeBack))] : []),
  ] : []);
  showIn(the("#unsent"), all.filter((parcel) => parcel.told && !formOf(parcel)).map(refusalNotice));
}

/**
 * Return how many forms are not sent yet and which, in words.
 * @param {Parcel[]} parcels
 */
function describeUnsent(parcels) {
  const noun = parcels.every((parcel) => parcel.round || !("name" in parcel)) ? "round" : "change", names = parcels.map((parcel) => parcel.name).filter(Boolean).join("; ");
  return `${parcels.length} ${noun}${parcels.length > 1 ? "s are" : " is"} not sent yet` + (names ? ` (${names})` : "");
}

/**
 * Replace the content of a section only if it has changed, so that no button disappears under a finger or the focus.
 * @param {HTMLElement} section
 * @param {HTMLElement[]} content
 */
function showIn(section, content) {
  const html = content.map((element) => element.outerHTML).join("");
  section.hidden = !content.length;
  if (shown.get(section) === html) return;
  shown.set(section, html);
  section.replaceChildren(...content);
}

/**
 * Take a parcel back into its form before it was sent.
 * @param {Parcel} parcel
 */
function takeBack(parcel) {
  outbox.drop(parcel);
  delivery.abort(); // else a save that succeeds now would replace what is being changed
  storeInputs(parcel);
  showStatus();
  const form = formOf(parcel);
  if (form) { form.scrollIntoView({ block: "start" }); ($("input:not([type=hidden]):not([disabled])", form) || form).focus({ preventScroll: true }); }
}

/**
 * Return a message about a refused parcel whose form is not on this page, with buttons for what can be done. On pages
 * about something else it is folded.
 * @param {Parcel} parcel
 */
function refusalNotice(parcel) {
  const content = parcel.words || givenInputs(parcel).map((pair) => pair.join(": ")).join("\n");
  const tryAgain = () => { delete parcel.told; delete parcel.faults; delete parcel.renewed; delete parcel.tries; outbox.put(parcel); delivery.sendNow(); };
  const discard = () => { outbox.drop(parcel); dropTyped(parcel.keep); showStatus(); the("#main").focus(); };
  const copyContent = async () => { if (await copy(`${parcel.name}\n${content}`)) { copyButton.textContent = "Copied"; announce("Copied"); } copyButton.focus(); };
  const copyButton = quietButton("Copy", copyContent);
  const isAboutPage = playOf(parcel.page || parcel.action) === playOf(location.pathname);
  return make("div", { class: "notice warn", role: "alert" }, make("details", { open: isAboutPage },
    make("summary", {}, `${parcel.name || "A round"} was not saved`),
    make("p", {}, parcel.told ? parcel.told.sentence : ""),
    ...(content ? [make("p", { class: "typed" }, content), copyButton] : []),
    make("div", { class: "together" },
      ...(parcel.told?.status === 404 || isFromThisPage(parcel) ? [] : [make("a", { class: "button quiet", href: parcel.page }, "Open the page")]),
      quietButton("Try again", tryAgain),
      quietButton("Discard", discard))));
}
