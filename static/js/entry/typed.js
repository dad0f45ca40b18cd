// What this phone keeps: what is typed, until it is saved, and what was sent and has not arrived.

import { $, $$, NOT_TYPED, controls, memory, partOf, state, ticks } from "../support/dom.js";
import { Group, check, clearFaults, inputsNamed, showWhen } from "./form.js";

export const REFUSED = 422; // what is answered where something typed cannot be taken
const KEPT_FOR = 12 * 3600 * 1000;
const ROUNDS_REMEMBERED = 60;

/**
 * What is kept of a form that was typed into.
 * @param {string | undefined} keep
 * @returns {Typed | null}
 */
export function typedIn(keep) { return keep ? memory.get("typed:" + keep) : null; }

/**
 * Forget what was typed into a form.
 * @param {string | undefined} keep
 */
export function dropTyped(keep) { if (keep) memory.drop("typed:" + keep); }

/**
 * Keep what was typed into a form, with whatever else is kept of it.
 * @param {string} keep
 * @param {Partial<Typed>} typed
 */
export function keep(keep, typed) { memory.set("typed:" + keep, { ...typedIn(keep), at: Date.now(), ...typed }); }

/**
 * Name and value of what somebody has typed.
 * @param {HTMLFormElement} form
 */
export function typedOf(form) {
  const items = /** @type {[string, string][]} */ ([...new FormData(form)]);
  return items.filter(([name]) => !NOT_TYPED.has(name) && !form.querySelector(`[name="${CSS.escape(name)}"][data-hidden]`));
}

/**
 * Something was changed: show what follows from it, and keep it. Whoever else wants to know listens to ``changed``.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} part
 */
export function changed(form, part = null) {
  state.touched = true;
  if (part) clearFaults(part);
  showWhen(form);
  check(form, part);
  const { keep, noted } = form.dataset;
  forget(keep, REFUSED);
  if (keep) memory.set("typed:" + keep, { at: Date.now(), noted, items: typedOf(form), filled: filledIn(form), said: saidIn(form) });
  form.dispatchEvent(new CustomEvent("changed", { detail: part }));
}

/**
 * What the page has filled in: name and value of each such group.
 * @param {HTMLFormElement} form
 * @returns {[string, number | null][]}
 */
export function filledIn(form) {
  return controls(form).filter((input) => input.dataset.auto).map((input) => [input.name, new Group(inputsNamed(form, input.name)).value]);
}

/**
 * The names of what somebody has said here: it did not come with the page, nor was it filled in.
 * @param {HTMLFormElement} form
 */
function saidIn(form) { return controls(form).filter((input) => "said" in input.dataset).map((input) => input.name); }

/**
 * The round that a form is about, by what it is kept under.
 * @param {string} keep
 */
function roundOf(keep) { return keep.split(".").slice(0, 2).join("."); }

/**
 * By round, what the page had filled in.
 * @returns {[string, [string, number | null][]][]}
 */
function filledBefore() { return memory.get("filled") || []; }

/**
 * What was typed is saved: on this phone the correction of that round still knows what the page had filled in.
 * @param {string} keep
 */
export function putAway(keep) {
  const typed = typedIn(keep), round = roundOf(keep);
  dropTyped(keep);
  if (!typed || !typed.filled) return;
  const others = filledBefore().filter(([other]) => other !== round);
  memory.set("filled", [...others, [round, typed.filled]].slice(-ROUNDS_REMEMBERED));
}

/**
 * Mark what the page had filled in before it was loaded anew, refused, or opened to be corrected.
 * @param {HTMLFormElement} form
 */
export function markFilled(form) {
  const keep = form.dataset.keep || "", saved = filledBefore().find(([round]) => round === roundOf(keep));
  for (const [name, value] of typedIn(keep)?.filled || (saved && saved[1]) || []) {
    const inputs = inputsNamed(form, name);
    if (inputs.length && value !== null && new Group(inputs).value === value) new Group(inputs).mark();
  }
}

/**
 * Put back what was typed before the page was loaded anew.
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

// ---- what has not arrived --------------------------------------------------------------------------------------

export const outbox = {
  here: /** @type {Map<string, Parcel>} */ (new Map()), // of this page alone, where the phone keeps nothing
  /** All that has not arrived, the oldest first. */
  all() {
    const found = new Map(this.here);
    try {
      for (const key of Object.keys(localStorage)) {
        const parcel = key.startsWith("pending:") && memory.get(key);
        if (parcel && parcel.action) found.set(key, { ...parcel, key });
      }
    } catch { /* forbidden: what this page has is all there is */ }
    return [...found.values()].sort((one, other) => (one.at || 0) - (other.at || 0));
  },
  /**
   * Keep it, as it is now.
   * @param {Parcel} parcel
   */
  put(parcel) {
    memory.set(parcel.key, parcel);
    if (memory.get(parcel.key)) this.here.delete(parcel.key); else this.here.set(parcel.key, parcel);
  },
  /**
   * It is dealt with.
   * @param {Parcel} parcel
   */
  drop(parcel) { memory.drop(parcel.key); this.here.delete(parcel.key); },
};

/** What still has to go, the freshest try first: nobody's save waits for one that fails again and again. */
export function unsent() { return outbox.all().filter((parcel) => !parcel.told).sort((one, other) => (one.tries || 0) - (other.tries || 0)); }

/**
 * The address of the play that a page is of.
 * @param {string} path
 */
export function playOf(path) { return path.replace(/(\/plays\/[^/]+)\/.*/, "$1"); }

/**
 * What was typed, put where the form looks for it when it is shown the next time.
 * @param {Parcel} parcel
 */
export function keepTyped(parcel) {
  if (!parcel.keep) return;
  keep(parcel.keep, { noted: parcel.noted, items: [...new URLSearchParams(parcel.body)].filter(([name]) => !NOT_TYPED.has(name)) });
}

/**
 * Let go of what was given back with a form.
 * @param {string | undefined} keep
 * @param {number} status only what was given back so; 0: all of it
 */
export function forget(keep, status = 0) {
  for (const parcel of outbox.all()) if (parcel.told && parcel.keep && parcel.keep === keep && (!status || parcel.told.status === status)) outbox.drop(parcel);
}
