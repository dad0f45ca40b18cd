// The form of a round while it is filled in: its answers, which fields it shows, what it fills in, and what is missing.

import { $, $$, around, controls, isGiven, partOf, state, ticks, write } from "../support/dom.js";
import { pad } from "./keypad.js";
import { aimOf, faultsOf, follow, keysOf, readSum, sumOf } from "./sums.js";

/** The inputs of one answer: a number that is typed, or chips of which one is chosen. */
export class Group {
  /** @param {HTMLInputElement[]} inputs */
  constructor(inputs) { this.inputs = inputs; this.radio = inputs[0].type === "radio"; }

  get value() {
    if (!this.radio) return readSum(this.inputs[0].value);
    const chosen = this.inputs.find((input) => input.checked);
    return chosen ? Number(chosen.value) : null;
  }

  /** Whether there is any answer, even an unreadable one. */
  get given() { return this.inputs.some(isGiven); }

  /**
   * The number as the functions of `sums.js` need it.
   * @returns {Share}
   */
  get share() {
    const { auto, least, most } = this.inputs[0].dataset, number = (/** @type {string | undefined} */ text) => (text ? Number(text) : undefined);
    const found = { value: this.value, auto: auto === "1" };
    if (!this.radio) return { ...found, least: number(least), most: number(most) };
    return { ...found, choices: this.inputs.filter((input) => !chipOf(input).hidden).map((input) => Number(input.value)) };
  }

  /**
   * Fill in a number that follows from others.
   * @param {number} value
   */
  fill(value) {
    if (this.radio) for (const input of this.inputs) input.checked = Number(input.value) === value;
    else if (this.value !== value) this.inputs[0].value = String(value);
    this.mark();
  }

  /** Mark the answer as filled in by the page. */
  mark() {
    this.inputs[0].dataset.auto = "1";
    delete this.inputs[0].dataset.said;
    if (this.radio) for (const input of this.inputs) chipOf(input).classList.toggle("filled", input.checked);
  }

  /** Mark the answer as given by a person. */
  own() {
    delete this.inputs[0].dataset.auto;
    this.inputs[0].dataset.said = "";
    if (this.radio) for (const input of this.inputs) chipOf(input).classList.remove("filled");
  }

  /** Remove what the page has filled in. */
  clear() {
    for (const input of this.inputs) if (this.radio) input.checked = false; else input.value = "";
    this.own();
  }
}

/**
 * Return the chip of an input.
 * @param {HTMLInputElement} input
 */
function chipOf(input) { return /** @type {HTMLElement} */ (input.parentElement); }

/**
 * Return the groups of a field, one for each player who is asked.
 * @param {HTMLFormElement} form
 * @param {string} key
 */
export function groupsOf(form, key) {
  /** @type {Map<string, HTMLInputElement[]>} */
  const groups = new Map();
  for (const input of controls(form)) {
    if (input.disabled || !input.name || input.dataset.hidden !== undefined) continue;
    if (input.name === key || input.name.startsWith(key + ".")) groups.set(input.name, [...(groups.get(input.name) || []), input]);
  }
  return [...groups.values()].map((inputs) => new Group(inputs));
}

/**
 * Return all inputs of this name, disabled ones too.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function inputsNamed(form, name) { return controls(form).filter((input) => input.name === name); }

/**
 * Mark an answer as given by a person, not filled in by the page.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
export function own(form, input) {
  if (input.name) for (const group of groupsOf(form, input.name)) if (group.inputs.includes(input)) group.own();
}

// ---- filling in, and what is missing ---------------------------------------------------------------------------

/**
 * Return the numbers of groups.
 * @param {Group[]} groups
 */
export function valuesOf(groups) { return groups.map((group) => group.value); }

/** Return the input that is being edited; the page fills nothing into it. */
export function inHand() { return pad.input || document.activeElement; }

/**
 * Fill in the numbers that follow from others, and show what is missing. ``written``: the input that was just changed.
 * @param {HTMLFormElement} form
 * @param {Element | null} written
 */
export function check(form, written = null) {
  /** @type {string[]} */
  const messages = [];
  for (const rule of $$("[data-sums]", form).flatMap((section) => /** @type {SumRule[]} */ (JSON.parse(section.dataset.sums || "[]")))) {
    const groups = keysOf(rule).flatMap((key) => groupsOf(form, key));
    const aim = aimOf(rule, (key) => groupsOf(form, key).some((group) => group.given));
    if (aim !== null) fillIn(groups, aim, written);
    messages.push(...faultsOf(rule, valuesOf(groups), aim));
  }
  for (const field of $$("[data-shares]", form)) {
    const part = partOf(field);
    part.redraw?.();
    const lacks = part.lacks?.();
    if (lacks) messages.push(lacks);
  }
  for (const input of $$("input.num", form)) {
    if (input.value.trim() && readSum(input.value) === null) messages.push(`“${input.value}” is not a number`);
  }
  const line = $("#check");
  if (!line) return;
  const serious = messages.length > 0 || state.touched;
  const text = messages.join(". ") || missingText(form);
  write(line, text);
  line.classList.toggle("short", text !== "" && serious);
}

/**
 * Fill in the numbers of a sum that follow from the others.
 * @param {Group[]} groups
 * @param {number} to
 * @param {Element | null} written
 */
function fillIn(groups, to, written) {
  const where = (/** @type {Element | null} */ input) => groups.findIndex((group) => group.inputs.some((one) => one === input));
  for (const [place, value] of follow(groups.map((group) => group.share), to, where(written), where(inHand()))) {
    if (value === null) groups[place].clear(); else groups[place].fill(value);
  }
}

/**
 * Return what the form lacks: the server's last answer, else what the page can find by itself.
 * @param {HTMLFormElement} form
 */
function missingText(form) {
  const lacks = state.lacks && state.lacks.filter(([spot]) => !document.getElementById(spot)?.closest("[data-when][hidden]"));
  const elsewhere = Boolean(state.lacks && state.lacks.length && lacks && !lacks.length); // all of it is in the way of entry that is not chosen
  if (lacks && !elsewhere && $("#preview", form)) {
    const typing = /** @type {HTMLInputElement} */ (inHand()); // no error for a number that is still being typed
    const told = lacks.filter(([spot]) => !(typing.matches("input.num") && typing.id === spot && typing.value));
    const more = told.length > 1 ? ` And ${told.length - 1} more.` : "";
    return told.length ? told[0][1] + more : "";
  }
  const missing = state.touched ? $$(elsewhere ? "[data-required], details.way .field" : "[data-required]", form).filter((field) => !field.closest("[hidden], [data-blank]") && isEmpty(field)) : [];
  if (missing.length > 2) return `${missing.length} to fill in`;
  const labels = new Set(missing.map((field) => ($("legend, label", field)?.textContent || "").trim().split(/\s{2,}/)[0]));
  return labels.size ? `Missing: ${[...labels].join(", ")}` : "";
}

/**
 * Return whether nothing is chosen or typed in a field.
 * @param {Element} field
 */
function isEmpty(field) {
  const inputs = $$("input[name]:not([type=hidden]), select", field);
  return inputs.length > 0 && !inputs.some(isGiven);
}

// ---- fields that depend on other answers ---------------------------------------------------------------------

/**
 * Return the answer of the input with this name; null if there is none.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function answerTo(form, name) {
  const inputs = inputsNamed(form, name).filter((input) => !input.disabled);
  if (!inputs.length) return null;
  const chosen = inputs.find((input) => input.checked);
  if (inputs[0].type === "checkbox" && inputs.length === 1) return chosen ? true : null;
  if (ticks(inputs[0])) return chosen ? chosen.value : null;
  return inputs[0].value.trim() || null;
}

/**
 * Return the answer to a key: in the same row, else of the same player, else of the table.
 * @param {HTMLFormElement} form
 * @param {Element} part
 * @param {string} key
 */
export function answerNear(form, part, key) {
  const steps = $("input, select", part)?.name.split(".") || [];
  const names = part.closest("[data-row]") ? [`${steps[0]}.${steps[1]}.${key}`] : [`${key}.${steps[1]}`, key];
  return names.map((name) => answerTo(form, name)).find((found) => found !== null) ?? null;
}

/**
 * Set the labels that depend on other answers.
 * @param {HTMLFormElement} form
 */
function nameByAnswers(form) {
  for (const label of $$("[data-label]", form)) {
    const { by, labels } = JSON.parse(label.dataset.label || "{}");
    label.textContent = labels[String(answerNear(form, around(label, ".field"), by))] || labels[""];
  }
}

/**
 * Return whether an answer is one of these values; if there are none, whether there is any answer.
 * @param {string | true | null} answer
 * @param {(string | number | boolean | null)[]} values
 */
export function isAmong(answer, values) {
  if (!values.length) return answer !== null && answer !== "none" && answer !== "";
  return values.some((value) => {
    if (value === null) return answer === "none";
    return typeof value === "boolean" ? Boolean(answer) === value : String(value) === String(answer);
  });
}

/**
 * Return the last place of this player in the list that limits their field; 0 if they are not in it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} field
 */
function lastOwn(form, field) {
  const [input] = $$("input[name]", field), list = inputsNamed(form, field.dataset.limit || "").map((one) => one.value);
  return list.lastIndexOf(input.name.split(".")[1]) + 1;
}

/**
 * Show the fields that the present answers ask for, and hide and disable the others.
 * @param {HTMLFormElement} form
 */
export function showWhen(form) {
  nameByAnswers(form);
  const parts = $$("[data-when], [data-unless]", form);
  for (const part of parts) {
    /** @type {[string, (string | number | boolean | null)[]][]} */
    const wanted = JSON.parse(part.dataset.when || "[]");
    const [unless, who] = (part.dataset.unless || "").split(" ");
    part.hidden = !wanted.every(([key, values]) => isAmong(answerNear(form, part, key), values)) || (unless !== "" && answerTo(form, unless) === who);
  }
  for (const part of parts) for (const one of $$("input, select", part)) one.disabled = Boolean(one.closest("[data-when][hidden], [data-unless][hidden]"));
  for (const person of $$(".person", form)) if ($("[data-when], [data-unless]", person)) person.hidden = !$(".asked > :not([hidden])", person);
  for (const section of $$(".entry", form)) if ($("[data-when], [data-unless]", section)) section.hidden = !$$(".person, .block", section).some((one) => !one.hidden);
  for (const part of $$("[data-row-hints]", form)) {
    /** @type {RowHints} */
    const { other } = JSON.parse(part.dataset.rowHints || "{}"), taken = other ? answerNear(form, part, other) : null;
    if (!other) continue;
    const inputs = $$("input[type=radio]", part);
    for (const input of inputs) {
      chipOf(input).hidden = input.value === taken;
      if (chipOf(input).hidden && input.checked) input.checked = false;
    }
    const open = inputs.filter((input) => !chipOf(input).hidden);
    if (open.length === 1 && !open[0].checked && !open[0].disabled) new Group(inputs).fill(Number(open[0].value));
  }
  for (const field of $$("[data-limit]", form)) {
    const most = sumOf(groupsOf(form, field.dataset.limit || "").map((group) => group.inputs.length));
    const own = field.dataset.places ? lastOwn(form, field) : 0, inputs = $$("input[type=radio]", field);
    for (const input of inputs) {
      const number = Number(input.value);
      chipOf(input).hidden = number > most || (number > 0 && number <= own);
      if (chipOf(input).hidden) input.checked = false;
    }
    if (own) around(field, ".person").hidden = own >= most;
  }
}

// ---- errors, until their field is changed ---------------------------------------------------------------------

const BOXES = ".bad, .entry, form";

/**
 * Return the errors of a part of a form, without those of the parts inside it.
 * @param {Element} box
 */
function faultsIn(box) { return $$(".problem:not(.summary)", box).filter((one) => one.closest(BOXES) === box); }

/**
 * Remove the errors of an element that was changed, and of everything around it.
 * @param {Element} changed
 */
export function clearFaults(changed) {
  const form = changed.closest("form");
  if (!form) return;
  for (let box = changed.closest(BOXES); box; box = box.parentElement?.closest(BOXES) || null) {
    for (const fault of faultsIn(box)) fault.remove();
    for (const one of [box, ...$$("[aria-invalid]", box)]) if (one.closest(BOXES) === box) one.removeAttribute("aria-invalid");
    box.classList.remove("bad");
  }
  const isMended = !$(".problem:not(.summary)", form);
  for (const summary of $$(".problem.summary:not([data-stays])")) {
    if (isMended && [form, null].includes(summary.closest("form"))) summary.remove();
    for (const link of $$("li > a[href]", summary)) {
      const spot = document.getElementById(link.hash.slice(1)), box = spot && spot.closest(BOXES);
      if (box && form.contains(box) && !faultsIn(box).length) link.parentElement?.remove();
    }
  }
}

document.addEventListener("input", (event) => { if (event.target instanceof Element) clearFaults(event.target); });
