// Fields that take rows, such as melds: each row is shown as a sentence, its summary, and opens with a tap. The answer of its
// first column is its kind.

import { $, $$, ancestor, the } from "../../support/dom.js";
import { chipButton, make, quietButton, setPressed, setText } from "../../support/elements.js";
import { isGiven, partOf, widgets } from "../../support/forms.js";
import { Group, answerNear, answerTo, markAnswered } from "../entry/answers.js";
import { chipContent, chipText, radiosIn } from "../entry/chips.js";
import { showAskedFields } from "../entry/conditions.js";
import { handleChange } from "../entry/unsaved_input.js";

/** A field of rows, with buttons that add some. */
class Rows {
  /**
   * @param {HTMLElement} field
   * @param {(row: HTMLElement) => void} setUpInputs
   */
  constructor(field, setUpInputs) {
    const blank = the("[data-blank]", field), kindKey = the(".part .field", blank).dataset.field || "";
    this.field = field;
    this.form = ancestor(field, "form");
    this.setUpInputs = setUpInputs;
    this.blank = blank;
    this.addButton = the("button[data-add]", field);
    /** @type {[value: string, template: string][]} */
    this.sentences = JSON.parse(field.dataset.sentences || "[]"); // by the answer of the first column
    /** The answers that have a button each, with their labels. */
    this.kinds = this.sentences.length > 1 ? radiosIn(the(".part", blank)).map((input) => /** @type {const} */ ([input.value, chipText(input)])) : [];
    this.kindKey = kindKey;
    this.joint = $(`[data-in-one-with="${kindKey}"]`, blank); // the field that the tap on such a button answers as well
    for (const joint of $$(`[data-in-one-with="${kindKey}"]`, field)) delete joint.dataset.inOneWith;
    this.html = blank.outerHTML.replace(" data-blank=\"\"", "");
    this.next = Number(blank.dataset.row || "0"); // the number of the next row
    blank.remove();
    this.list = $$("[data-row]", field).map((editor) => new Row(this, editor, false));
  }

  /**
   * Add a row.
   * @param {boolean} isOpen
   * @param {number} number
   * @param {string} kind
   * @param {string} jointAnswer the answer of the joint field
   */
  add(isOpen, number = this.next, kind = "", jointAnswer = "") {
    const name = this.field.dataset.rows, from = this.blank.dataset.row || "0", holder = make("div");
    holder.innerHTML = this.html.replaceAll(`${name}.${from}.`, `${name}.${number}.`).replaceAll(`f-${name}-${from}-`, `f-${name}-${number}-`).replace(`data-row="${from}"`, `data-row="${number}"`);
    const editor = /** @type {HTMLElement} */ (holder.firstElementChild);
    this.addButton.before(editor);
    this.next = Math.max(this.next, number) + 1;
    const row = new Row(this, editor, isOpen);
    this.list.push(row);
    this.setUpInputs(editor);
    if (kind) fillPart(row.kindPart, kind);
    if (jointAnswer) row.setJointAnswer(jointAnswer);
    this.fillUsualAnswers(editor);
    showAskedFields(this.form);
    for (const field of $$(".field", editor)) partOf(field).redraw?.();
    return editor;
  }

  /**
   * Close the open rows and add another.
   * @param {string} kind
   * @param {string} jointAnswer
   */
  addOpen(kind = "", jointAnswer = "") {
    for (const row of [...this.list]) if (!row.editor.hidden) row.close();
    const editor = this.add(true, this.next, kind, jointAnswer);
    this.showKinds();
    focusFirst(editor);
    editor.scrollIntoView({ block: "nearest" });
  }

  /** Show the kind of each row. */
  showKinds() { for (const row of this.list) row.showKind(); }

  /**
   * Fill in the usual answers that go with other answers, unless a person has answered.
   * @param {Element} root
   */
  fillUsualAnswers(root) {
    for (const part of $$("[data-row-hints]", root)) {
      const group = groupIn(part), { auto } = group.inputs[0].dataset;
      for (const [key, value, answer] of hintsOf(part).mostly || []) {
        if (answerNear(this.form, part, key) !== value) { if (auto) group.clear(); } else if (!group.hasAnswer) fillPart(part, answer);
      }
    }
  }

  /** Replace the button that adds a row by chips, one for each kind, or for each kind and answer of the joint field. */
  showKindChips() {
    const { joint } = this, filled = joint ? (hintsOf(ancestor(joint, ".part")).mostly || []).filter(([key]) => key === this.kindKey).map(([, value]) => value) : [];
    const needsNoJointAnswer = (/** @type {string} */ kind) => !joint || filled.includes(kind); // there is none, or it is filled in
    const chips = this.kinds.filter(([value]) => needsNoJointAnswer(value)).map(([value, label]) => chipButton({ "data-kind": value, onclick: () => this.addOpen(value) }, `+ ${label}`));
    const jointLabel = joint ? (the("legend", joint).textContent || "").trim().toLowerCase() : "";
    const lines = this.kinds.filter(([value]) => !needsNoJointAnswer(value)).flatMap(([value, label]) => [
      make("p", { class: "hint" }, make("b", {}, `+ ${label}`), `, ${jointLabel}:`),
      make("div", { class: "chips" }, ...(joint ? radiosIn(joint) : []).map((input) => chipButton({
        "data-kind": value, "data-whose": input.value, "aria-label": `${label}: ${chipText(input)}`, onclick: () => this.addOpen(value, input.value),
      }, ...chipContent(input)))),
    ]);
    this.addButton.hidden = true;
    this.addButton.after(make("div", { class: "chips" }, ...chips), ...lines);
  }
}

/** A row: its editor with the inputs, and its summary, of which one is visible. */
class Row {
  /**
   * @param {Rows} rows
   * @param {HTMLElement} editor
   * @param {boolean} isOpen
   */
  constructor(rows, editor, isOpen) {
    this.rows = rows;
    this.editor = editor;
    this.kindPart = the(".part", editor);
    this.jointText = ""; // the answer of the joint field, while only the heading shows it
    this.heading = make("p", { class: "who" });
    this.text = make("button", { class: "text", "aria-expanded": "false", onclick: () => { this.jointText = ""; this.open(); rows.showKinds(); } });
    this.summary = make("div", { class: "said" }, this.text, make("button", { "aria-label": "Remove this", onclick: () => this.remove() }, "✕"));
    editor.before(this.summary);
    editor.append(quietButton("Done", () => { this.close(); handleChange(rows.form); }));
    if (rows.kinds.length) this.kindPart.before(this.heading);
    partOf(editor, { open: () => this.open(), close: () => this.close(), remove: () => this.remove(), updateSummary: () => this.updateSummary() });
    this.show(isOpen);
  }

  /**
   * Show either the editor or the summary.
   * @param {boolean} isOpen
   */
  show(isOpen) { this.editor.hidden = !isOpen; this.summary.hidden = isOpen; this.updateSummary(); }

  open() { this.show(true); focusFirst(this.editor); }

  /** Show the summary; remove a row without answers. */
  close() { if (isEmptyRow(this.editor)) this.remove(); else this.show(false); }

  remove() {
    this.editor.remove();
    this.summary.remove();
    this.rows.list = this.rows.list.filter((row) => row !== this);
    handleChange(this.rows.form, this.rows.field);
  }

  updateSummary() { setText(this.text, this.describe()); }

  /** Return the row as a sentence: by the template for its first answer, or as a list of its answers. */
  describe() {
    const { editor, rows: { field, form, sentences } } = this, prefix = `${field.dataset.rows}.${editor.dataset.row}.`;
    const names = [...new Set($$("[name]", editor).map((input) => input.name).filter((name) => name.startsWith(prefix) && !name.endsWith(".off")))];
    const texts = Object.fromEntries(names.map((name) => [name.slice(prefix.length).split(".")[0], answerText(editor, name)]));
    const first = names[0] ? answerTo(form, names[0]) : "";
    const template = sentences.find(([value]) => value === "" || value === String(first));
    if (template) return template[1].replace(/\{(\w+)\}/g, (_, key) => texts[key] || "—");
    return Object.values(texts).filter(Boolean).join(", ");
  }

  /** The field that is answered by the tap that adds the row. */
  get jointField() { return the(`.field[data-field="${this.rows.joint?.dataset.field}"]`, this.editor); }

  /**
   * Choose the answer that was tapped together with the kind.
   * @param {string} value
   */
  setJointAnswer(value) {
    const radios = radiosIn(this.jointField);
    for (const radio of radios) {
      radio.checked = radio.value === value;
      if (radio.checked) this.jointText = chipText(radio);
    }
    markAnswered(this.rows.form, radios[0]);
  }

  /** Show the kind as the heading, with the joint answer, and hide their fields. */
  showKind() {
    const { kinds, joint } = this.rows;
    if (!kinds.length) return;
    const chosen = groupIn(this.kindPart).inputs.find(isGiven), label = kinds.find(([value]) => value === chosen?.value)?.[1] || "";
    this.heading.textContent = this.jointText ? `${label}: ${this.jointText}` : label;
    this.kindPart.hidden = Boolean(chosen);
    if (joint) ancestor(this.jointField, ".part").hidden = Boolean(this.jointText);
  }
}

/**
 * Return the answer of an input in a row, as text for people.
 * @param {Element} editor
 * @param {string} name
 */
function answerText(editor, name) {
  const input = $$(`[name="${CSS.escape(name)}"]`, editor).find((one) => !one.disabled && (one.type === "radio" ? one.checked : true));
  if (!input) return "";
  if (input.type === "checkbox") return input.checked ? "yes" : "no";
  return input.type === "radio" ? chipText(input) : input.dataset.text || input.value.trim();
}

/**
 * Return whether a row has no answer, apart from checkboxes and what the page has filled in.
 * @param {Element} editor
 */
function isEmptyRow(editor) {
  const filled = new Set($$("[data-auto]", editor).map((input) => input.getAttribute("name")));
  return !$$("input, select", editor).some((input) => !input.disabled && input.type !== "hidden" && input.type !== "checkbox" && !filled.has(input.name) && isGiven(input));
}

/**
 * Return the rules by which a column of a row is filled in.
 * @param {Element} part
 * @returns {RowHints}
 */
function hintsOf(part) { return JSON.parse(part.getAttribute("data-row-hints") || "{}"); }

/**
 * Return the group of inputs in a part of a row.
 * @param {Element} part
 */
function groupIn(part) { return new Group($$("input:not([type=hidden])", part)); }

/**
 * Fill in a part of a row; it stays a suggestion until somebody confirms or changes it.
 * @param {Element} part
 * @param {string} value
 */
function fillPart(part, value) {
  const group = groupIn(part);
  for (const input of group.inputs) if (group.isRadio) input.checked = input.value === value; else input.value = value;
  group.markFilled();
  for (const field of $$(".field", part)) partOf(field).redraw?.();
}

/**
 * Focus the first visible input of a row.
 * @param {Element} editor
 */
function focusFirst(editor) { $$("input:not([type=hidden]):not([disabled]), .grid button", editor).find((input) => input.checkVisibility())?.focus({ preventScroll: true }); }

/**
 * Set up a field of rows.
 * @param {HTMLElement} field
 * @param {(row: HTMLElement) => void} setUpInputs sets up the inputs of a new row
 */
function setUpRows(field, setUpInputs) {
  const rows = new Rows(field, setUpInputs), { form, blank } = rows;
  partOf(field, { addRow: (number) => rows.add(false, number), blank, redraw: () => rows.showKinds() });
  rows.addButton.addEventListener("click", (event) => { event.preventDefault(); rows.addOpen(); });
  if (rows.kinds.length) rows.showKindChips();
  form.addEventListener("changed", () => { rows.fillUsualAnswers(field); rows.showKinds(); });
  form.addEventListener("formdata", (event) => {
    for (const { editor } of rows.list) if (isEmptyRow(editor)) for (const input of $$("[name]", editor)) event.formData.delete(input.name);
  });
  rows.showKinds();
}

/**
 * Set up a number in a row: chips for its usual values, and the keypad for others.
 * @param {HTMLInputElement} input
 */
function setUpQuick(input) {
  const field = ancestor(input, ".field"), values = (input.dataset.quick || "").split(" ");
  const put = (/** @type {string} */ text) => {
    const isSecondTap = "answered" in input.dataset && input.value.trim() === text; // it takes the value back
    input.value = isSecondTap ? "" : text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const chips = values.map((text) => chipButton({ onclick: () => put(text) }, text)), other = make("span", { class: "other" });
  const redraw = () => {
    input.classList.toggle("echo", values.includes(input.value.trim())); // a chip shows it already
    for (const chip of chips) {
      const isChosen = chip.textContent === input.value.trim();
      setPressed(chip, isChosen);
      chip.classList.toggle("filled", isChosen && "auto" in input.dataset);
    }
  };
  delete input.dataset.quick;
  input.placeholder = "other";
  input.before(make("div", { class: "chips" }, ...chips, other));
  other.append(input);
  partOf(field, { redraw });
  ancestor(field, "form").addEventListener("changed", redraw);
  redraw();
}

widgets.groups["[data-rows]"] = setUpRows;
widgets.fields["[data-row] .field:not([data-in-one-with]) > input[data-quick]"] = setUpQuick;
