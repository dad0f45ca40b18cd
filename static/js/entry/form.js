// A form that is being filled in: what is answered, what is asked only then, what follows, and what is still missing.

import { $, $$, around, controls, isGiven, partOf, state, ticks, write } from "../support/dom.js";
import { pad } from "./keypad.js";
import { added, aimOf, faultsOf, follow, keysOf, readSum } from "./sums.js";

/** The inputs of one answer: a number that is typed, or chips of which one is chosen. */
export class Group {
  /** @param {HTMLInputElement[]} inputs */
  constructor(inputs) { this.inputs = inputs; this.radio = inputs[0].type === "radio"; }

  get value() {
    if (!this.radio) return readSum(this.inputs[0].value);
    const chosen = this.inputs.find((input) => input.checked);
    return chosen ? Number(chosen.value) : null;
  }

  /** Whether anything is written down in it, whatever it is. */
  get given() { return this.inputs.some(isGiven); }

  /**
   * As its sum sees it.
   * @returns {Share}
   */
  get share() {
    const { auto, least, most } = this.inputs[0].dataset, number = (/** @type {string | undefined} */ text) => (text ? Number(text) : undefined);
    const found = { value: this.value, auto: auto === "1" };
    if (!this.radio) return { ...found, least: number(least), most: number(most) };
    return { ...found, choices: this.inputs.filter((input) => !chipOf(input).hidden).map((input) => Number(input.value)) };
  }

  /**
   * Fill it in for somebody.
   * @param {number} value
   */
  fill(value) {
    if (this.radio) for (const input of this.inputs) input.checked = Number(input.value) === value;
    else if (this.value !== value) this.inputs[0].value = String(value);
    this.mark();
  }

  /** Show that the page has filled it in. */
  mark() {
    this.inputs[0].dataset.auto = "1";
    delete this.inputs[0].dataset.said;
    if (this.radio) for (const input of this.inputs) chipOf(input).classList.toggle("filled", input.checked);
  }

  /** Show that somebody has said it. */
  own() {
    delete this.inputs[0].dataset.auto;
    this.inputs[0].dataset.said = "";
    if (this.radio) for (const input of this.inputs) chipOf(input).classList.remove("filled");
  }

  /** Take out what the page has filled in. */
  clear() {
    for (const input of this.inputs) if (this.radio) input.checked = false; else input.value = "";
    this.own();
  }
}

/**
 * The chip that an input stands in.
 * @param {HTMLInputElement} input
 */
function chipOf(input) { return /** @type {HTMLElement} */ (input.parentElement); }

/**
 * The groups of a field, one for each who is asked.
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
 * All inputs of a name, also those that are not asked now.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function inputsNamed(form, name) { return controls(form).filter((input) => input.name === name); }

/**
 * What somebody has said is theirs, not the page's.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
export function own(form, input) {
  if (input.name) for (const group of groupsOf(form, input.name)) if (group.inputs.includes(input)) group.own();
}

// ---- what follows, and what is missing -----------------------------------------------------------------------

/**
 * The numbers of groups.
 * @param {Group[]} groups
 */
export function valuesOf(groups) { return groups.map((group) => group.value); }

/** The input that somebody is at: nothing is filled into it. */
export function inHand() { return pad.input || document.activeElement; }

/**
 * Fill in what follows, and say what is missing. ``written``: the input that somebody has just written into.
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
  const text = messages.join(". ") || lacking(form);
  write(line, text);
  line.classList.toggle("short", text !== "" && serious);
}

/**
 * Fill in what follows in the groups of a sum.
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
 * What the form lacks: as the server has told it last, else as far as the page alone can tell.
 * @param {HTMLFormElement} form
 */
function lacking(form) {
  const lacks = state.lacks && state.lacks.filter(([spot]) => !document.getElementById(spot)?.closest("[data-when][hidden]"));
  const elsewhere = Boolean(state.lacks && state.lacks.length && lacks && !lacks.length); // told in a way that is not chosen
  if (lacks && !elsewhere && $("#preview", form)) {
    const typing = /** @type {HTMLInputElement} */ (inHand()); // what is being typed is not judged yet
    const told = lacks.filter(([spot]) => !(typing.matches("input.num") && typing.id === spot && typing.value));
    const more = told.length > 1 ? ` And ${told.length - 1} more.` : "";
    return told.length ? told[0][1] + more : "";
  }
  const missing = state.touched ? $$(elsewhere ? "[data-required], details.way .field" : "[data-required]", form).filter((field) => !field.closest("[hidden]") && isEmpty(field)) : [];
  if (missing.length > 2) return `${missing.length} to fill in`;
  const labels = new Set(missing.map((field) => ($("legend, label", field)?.textContent || "").trim().split(/\s{2,}/)[0]));
  return labels.size ? `Missing: ${[...labels].join(", ")}` : "";
}

/**
 * Whether nothing is chosen or typed in a field that asks something.
 * @param {Element} field
 */
function isEmpty(field) {
  const inputs = $$("input[name]:not([type=hidden]), select", field);
  return inputs.length > 0 && !inputs.some(isGiven);
}

// ---- what is asked for only with something else --------------------------------------------------------------

/**
 * What is answered under a name; null: nothing.
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
 * What was answered under a key: in the same row, by the same player, or for the whole table.
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
 * What means something else with each answer to another is called after the answer.
 * @param {HTMLFormElement} form
 */
function nameByAnswers(form) {
  for (const label of $$("[data-label]", form)) {
    const { by, labels } = JSON.parse(label.dataset.label || "{}");
    label.textContent = labels[String(answerNear(form, around(label, ".field"), by))] || labels[""];
  }
}

/**
 * Whether an answer is one of those with which something is asked; ``values`` empty: any.
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
 * The last place that somebody has in the list on which what they are asked depends; 0: none.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} field
 */
function lastOwn(form, field) {
  const [input] = $$("input[name]", field), list = inputsNamed(form, field.dataset.limit || "").map((one) => one.value);
  return list.lastIndexOf(input.name.split(".")[1]) + 1;
}

/**
 * Show what is asked with what is answered now, and nothing else.
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
    const most = added(groupsOf(form, field.dataset.limit || "").map((group) => group.inputs.length));
    const own = field.dataset.places ? lastOwn(form, field) : 0, inputs = $$("input[type=radio]", field);
    for (const input of inputs) {
      const number = Number(input.value);
      chipOf(input).hidden = number > most || (number > 0 && number <= own);
      if (chipOf(input).hidden) input.checked = false;
    }
    if (own) around(field, ".person").hidden = own >= most;
  }
}

// ---- what was wrong, until it is changed ---------------------------------------------------------------------

const BOXES = ".bad, .entry, form";

/**
 * What is wrong with a part of a form itself, not with one of its parts.
 * @param {Element} box
 */
function faultsIn(box) { return $$(".problem:not(.summary)", box).filter((one) => one.closest(BOXES) === box); }

/**
 * Take away what was wrong with what has just been changed, and with all that it is a part of.
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
