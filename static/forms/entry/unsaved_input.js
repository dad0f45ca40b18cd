// What is typed into a form: stored on the phone until it is saved, and restored after a reload.

import { $, $$, storage } from "../../support/dom.js";
import { NOT_TYPED, controls, grouped, isTickable, partOf } from "../../support/forms.js";
import { state } from "../../support/state.js";
import { Group, inputsNamed } from "./answers.js";
import { check } from "./check.js";
import { showAskedFields } from "./conditions.js";
import { clearProblems } from "./problems.js";
import { dropRefusedParcels } from "../../offline/outbox.js";

/** The status of a refused form. */
export const REFUSED = 422;
const STORED_FOR = 12 * 3600 * 1000; // milliseconds
const ROUNDS_REMEMBERED = 60;

/**
 * Return what is stored of a form; null if nothing is.
 * @param {string | undefined} key the form's `data-keep`
 * @returns {Typed | null}
 */
export function readTyped(key) { return key ? storage.get("typed:" + key) : null; }

/**
 * Delete what was typed into a form.
 * @param {string | undefined} key
 */
export function dropTyped(key) { if (key) storage.drop("typed:" + key); }

/**
 * Store what was typed into a form, and keep what else is stored of it.
 * @param {string} key
 * @param {Partial<Typed>} typed
 */
export function storeTyped(key, typed) { storage.set("typed:" + key, { ...readTyped(key), at: Date.now(), ...typed }); }

/**
 * Return name and value of all typed inputs.
 * @param {HTMLFormElement} form
 */
export function typedValues(form) {
  const items = /** @type {[string, string][]} */ ([...new FormData(form)]);
  const isLeftOut = (/** @type {string} */ name, /** @type {string} */ value) => {
    const input = $(`[name="${CSS.escape(name)}"]`, form);
    return input?.dataset.hidden !== undefined || (!value && input?.closest("[data-blank]"));
  };
  return items.filter(([name, value]) => !NOT_TYPED.has(name) && !isLeftOut(name, value));
}

/**
 * Handle a change of a form: fill in what follows, store it, and dispatch a ``changed`` event for other modules.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} changed
 */
export function handleChange(form, changed = null) {
  state.hasChanges = true;
  if (changed) clearProblems(changed);
  showAskedFields(form);
  check(form, changed);
  const { keep, draftMark } = form.dataset;
  dropRefusedParcels(keep, REFUSED);
  if (keep) storage.set("typed:" + keep, { at: Date.now(), noted: draftMark, items: typedValues(form), filled: filledValues(form), said: answeredNames(form) });
  form.dispatchEvent(new CustomEvent("changed", { detail: changed }));
}

/**
 * Return name and value of each group that the page has filled in.
 * @param {HTMLFormElement} form
 * @returns {[string, number | null][]}
 */
export function filledValues(form) {
  return controls(form).filter((input) => input.dataset.auto).map((input) => [input.name, new Group(inputsNamed(form, input.name)).value]);
}

/**
 * Return the names of the answers that a person has given here.
 * @param {HTMLFormElement} form
 */
function answeredNames(form) { return controls(form).filter((input) => "answered" in input.dataset).map((input) => input.name); }

/**
 * Return the part of a form's storage key that names its round.
 * @param {string} key
 */
function roundOf(key) { return key.split(".").slice(0, 2).join("."); }

/**
 * Return what the page had filled in, by round.
 * @returns {[string, [string, number | null][]][]}
 */
function readFilled() { return storage.get("filled") || []; }

/**
 * Delete what was typed into a form that is saved now, but remember what the page had filled in, in case the round is
 * corrected.
 * @param {string} key
 */
export function dropSaved(key) {
  const typed = readTyped(key), round = roundOf(key);
  dropTyped(key);
  if (!typed?.filled) return;
  const others = readFilled().filter(([other]) => other !== round);
  storage.set("filled", [...others, [round, typed.filled]].slice(-ROUNDS_REMEMBERED));
}

/**
 * Mark the answers that the page, not a person, had filled in before a reload, a refusal or a correction.
 * @param {HTMLFormElement} form
 */
export function markFilled(form) {
  const key = form.dataset.keep || "", saved = readFilled().find(([round]) => round === roundOf(key));
  for (const [name, value] of readTyped(key)?.filled || saved?.[1] || []) {
    const inputs = inputsNamed(form, name);
    if (inputs.length && value !== null && new Group(inputs).value === value) new Group(inputs).markFilled();
  }
}

/**
 * Restore what was typed before a reload, apart from fields with newer values of the draft. Nothing is restored if it is too
 * old, if the form shows problems, since then the server has filled it in, or if the URL fills it in.
 * @param {HTMLFormElement} form
 */
export function restore(form) {
  const typed = readTyped(form.dataset.keep);
  const isFromUrl = form.method !== "post" && location.search;
  if (!typed || isFromUrl || $(".problem", form) || Date.now() - typed.at > STORED_FOR) return;
  const newer = typed.noted === form.dataset.draftMark ? [] : (form.dataset.drafted || "").split(" ");
  const isNewer = (/** @type {string | undefined} */ name = "") => newer.includes(name.split(".")[0]);
  const values = grouped(typed.items);
  addParts(form, values, isNewer);
  showAskedFields(form);
  for (const input of controls(form)) {
    if (!input.name || NOT_TYPED.has(input.name) || input.dataset.hidden !== undefined || input.type === "hidden" || isNewer(input.name)) continue;
    const [value] = values.get(input.name) || [];
    if (isTickable(input)) input.checked = Boolean(values.get(input.name)?.includes(input.value));
    else if (value !== undefined) input.value = value;
    if (typed.said?.includes(input.name)) inputsNamed(form, input.name)[0].dataset.answered = "";
  }
  for (const field of $$("[data-shares]", form)) if (!isNewer(field.dataset.field)) partOf(field).restore?.(values);
  for (const field of $$(".field", form)) partOf(field).redraw?.();
  for (const input of $$("[data-suggested]", form)) input.dispatchEvent(new Event("input"));
  for (const row of $$("[data-rows] [data-row]", form)) if (row.hidden) partOf(row).close?.();
  state.hasChanges = typed.items.length > 0;
  showAskedFields(form);
}

/**
 * Add the rows and list items that stored values need.
 * @param {HTMLFormElement} form
 * @param {Map<string, string[]>} values
 * @param {(name: string | undefined) => boolean} isNewer
 */
function addParts(form, values, isNewer) {
  for (const field of $$("[data-sequence]", form)) {
    const name = field.dataset.sequence || "";
    if (!isNewer(name)) partOf(field).setItems?.(values.get(name) || []);
  }
  for (const field of $$("[data-rows]", form)) {
    const numbers = new Set([...values.keys()].filter((name) => name.startsWith(field.dataset.rows + ".")).map((name) => Number(name.split(".")[1])));
    for (const number of numbers) if (!$(`[data-row="${number}"]`, field)) partOf(field).addRow?.(number);
  }
}
