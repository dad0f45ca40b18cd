// What the phone stores: what is typed until it is saved, and what was sent but has not arrived.

import { $, $$, NOT_TYPED, controls, memory, partOf, state, ticks } from "../support/dom.js";
import { Group, check, clearFaults, inputsNamed, showWhen } from "./form.js";

export const REFUSED = 422; // the status of a refused form
const KEPT_FOR = 12 * 3600 * 1000;
const ROUNDS_REMEMBERED = 60;

/**
 * Return what is stored of a form.
 * @param {string | undefined} keep
 * @returns {Typed | null}
 */
export function typedIn(keep) { return keep ? memory.get("typed:" + keep) : null; }

/**
 * Delete what was typed into a form.
 * @param {string | undefined} keep
 */
export function dropTyped(keep) { if (keep) memory.drop("typed:" + keep); }

/**
 * Store what was typed into a form, beside what is stored of it already.
 * @param {string} keep
 * @param {Partial<Typed>} typed
 */
export function keep(keep, typed) { memory.set("typed:" + keep, { ...typedIn(keep), at: Date.now(), ...typed }); }

/**
 * Return name and value of all typed inputs.
 * @param {HTMLFormElement} form
 */
export function typedOf(form) {
  const items = /** @type {[string, string][]} */ ([...new FormData(form)]);
  const isLeft = (/** @type {string} */ name, /** @type {string} */ value) => {
    const input = $(`[name="${CSS.escape(name)}"]`, form);
    return input?.dataset.hidden !== undefined || (!value && input?.closest("[data-blank]"));
  };
  return items.filter(([name, value]) => !NOT_TYPED.has(name) && !isLeft(name, value));
}

/**
 * Handle a change of a form: fill in what follows, store it, and dispatch a ``changed`` event for other modules.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} part
 */
export function handleChange(form, part = null) {
  state.touched = true;
  if (part) clearFaults(part);
  showWhen(form);
  check(form, part);
  const { keep, noted } = form.dataset;
  forget(keep, REFUSED);
  if (keep) memory.set("typed:" + keep, { at: Date.now(), noted, items: typedOf(form), filled: filledIn(form), said: namesSaid(form) });
  form.dispatchEvent(new CustomEvent("changed", { detail: part }));
}

/**
 * Return name and value of each group that the page has filled in.
 * @param {HTMLFormElement} form
 * @returns {[string, number | null][]}
 */
export function filledIn(form) {
  return controls(form).filter((input) => input.dataset.auto).map((input) => [input.name, new Group(inputsNamed(form, input.name)).value]);
}

/**
 * Return the names of the answers that a person has given here.
 * @param {HTMLFormElement} form
 */
function namesSaid(form) { return controls(form).filter((input) => "said" in input.dataset).map((input) => input.name); }

/**
 * Return the part of a form's storage key that names its round.
 * @param {string} keep
 */
function roundOf(keep) { return keep.split(".").slice(0, 2).join("."); }

/**
 * Return by round what the page had filled in.
 * @returns {[string, [string, number | null][]][]}
 */
function earlierFilled() { return memory.get("filled") || []; }

/**
 * Delete what was typed after a save, but remember what the page had filled in, for a correction of the round.
 * @param {string} keep
 */
export function putAway(keep) {
  const typed = typedIn(keep), round = roundOf(keep);
  dropTyped(keep);
  if (!typed || !typed.filled) return;
  const others = earlierFilled().filter(([other]) => other !== round);
  memory.set("filled", [...others, [round, typed.filled]].slice(-ROUNDS_REMEMBERED));
}

/**
 * Mark what the page had filled in before a reload, a refusal or a correction.
 * @param {HTMLFormElement} form
 */
export function markFilled(form) {
  const keep = form.dataset.keep || "", saved = earlierFilled().find(([round]) => round === roundOf(keep));
  for (const [name, value] of typedIn(keep)?.filled || (saved && saved[1]) || []) {
    const inputs = inputsNamed(form, name);
    if (inputs.length && value !== null && new Group(inputs).value === value) new Group(inputs).mark();
  }
}

/**
 * Restore what was typed before a reload.
 * @param {HTMLFormElement} form
 */
export function restore(form) {
  const kept = typedIn(form.dataset.keep);
  const asked = form.method !== "post" && location.search;
  if (!kept || asked || $(".problem", form) || Date.now() - kept.at > KEPT_FOR) return;
  /** @type {Map<string, string[]>} */
  const names = new Map();
  const newer = kept.noted === form.dataset.noted ? [] : (form.dataset.drafted || "").split(" ");
  const isNewer = (/** @type {string} */ name) => newer.includes(name.split(".")[0]);
  for (const [name, value] of kept.items) names.set(name, [...(names.get(name) || []), value]);
  for (const field of $$("[data-sequence]", form)) {
    const name = field.dataset.sequence || "";
    if (!isNewer(name)) partOf(field).choose?.(names.get(name) || []);
  }
  for (const field of $$("[data-rows]", form)) {
    const numbers = new Set([...names.keys()].filter((name) => name.startsWith(field.dataset.rows + ".")).map((name) => Number(name.split(".")[1])));
    for (const number of numbers) if (!$(`[data-row="${number}"]`, field)) partOf(field).addRow?.(false, number);
  }
  showWhen(form);
  for (const input of controls(form)) {
    if (!input.name || NOT_TYPED.has(input.name) || input.dataset.hidden !== undefined || input.type === "hidden" || isNewer(input.name)) continue;
    const values = names.get(input.name) || [];
    if (ticks(input)) input.checked = values.includes(input.value);
    else if (values.length) input.value = values[0];
    if (kept.said?.includes(input.name)) inputsNamed(form, input.name)[0].dataset.said = "";
  }
  for (const field of $$("[data-shares]", form)) if (!isNewer(field.dataset.field || "")) partOf(field).take?.(names);
  for (const field of $$(".field", form)) partOf(field).redraw?.();
  for (const input of $$("[data-suggested]", form)) input.dispatchEvent(new Event("input"));
  for (const row of $$("[data-rows] [data-row]", form)) if (row.hidden) partOf(row).shut?.();
  state.touched = kept.items.length > 0;
  showWhen(form);
}

// ---- what was not delivered --------------------------------------------------------------------------------------

export const outbox = {
  here: /** @type {Map<string, Parcel>} */ (new Map()), // of this page only, if the phone stores nothing
  /** Return all parcels that were not delivered, the oldest first. */
  all() {
    const found = new Map(this.here);
    try {
      for (const key of Object.keys(localStorage)) {
        const parcel = key.startsWith("pending:") && memory.get(key);
        if (parcel && parcel.action) found.set(key, { ...parcel, key });
      }
    } catch { /* no access to storage: only those of this page */ }
    return [...found.values()].sort((one, other) => (one.at || 0) - (other.at || 0));
  },
  /**
   * Store a parcel.
   * @param {Parcel} parcel
   */
  put(parcel) {
    memory.set(parcel.key, parcel);
    if (memory.get(parcel.key)) this.here.delete(parcel.key); else this.here.set(parcel.key, parcel);
  },
  /**
   * Delete a parcel that is done.
   * @param {Parcel} parcel
   */
  drop(parcel) { memory.drop(parcel.key); this.here.delete(parcel.key); },
};

/** Return the parcels to send, fewest tries first, so that no save waits for one that fails again and again. */
export function unsentParcels() { return outbox.all().filter((parcel) => !parcel.told).sort((one, other) => (one.tries || 0) - (other.tries || 0)); }

/**
 * Return the path of the play that a page is about.
 * @param {string} path
 */
export function playOf(path) { return path.replace(/(\/plays\/[^/]+)\/.*/, "$1"); }

/**
 * Store what a parcel contains as typed into its form, which restores it the next time it is shown.
 * @param {Parcel} parcel
 */
export function keepTyped(parcel) {
  if (!parcel.keep) return;
  keep(parcel.keep, { noted: parcel.noted, items: [...new URLSearchParams(parcel.body)].filter(([name]) => !NOT_TYPED.has(name)) });
}

/**
 * Delete the parcels that were given back with a form.
 * @param {string | undefined} keep
 * @param {number} status only those with this status; 0: all
 */
export function forget(keep, status = 0) {
  for (const parcel of outbox.all()) if (parcel.told && parcel.keep && parcel.keep === keep && (!status || parcel.told.status === status)) outbox.drop(parcel);
}
