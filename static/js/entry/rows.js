// Rows that fold to a sentence, to which a tap adds another.

import { $, $$, around, isGiven, make, partOf, the, widgets, write } from "../support/dom.js";
import { Group, answerNear, answerTo, own, showWhen } from "./form.js";
import { answersIn, chipText, chipWords } from "./chips.js";
import { handleChange } from "./typed.js";

/**
 * Return the answer of an input in a row, as text for people.
 * @param {Element} editor
 * @param {string} name
 */
function textOf(editor, name) {
  const input = $$(`[name="${CSS.escape(name)}"]`, editor).find((one) => !one.disabled && (one.type === "radio" ? one.checked : true));
  if (!input) return "";
  if (input.type === "checkbox") return input.checked ? "yes" : "no";
  return input.type === "radio" ? (input.nextElementSibling?.textContent || "").trim() : input.dataset.told || input.value.trim();
}

/**
 * Return a row as a sentence.
 * @param {HTMLElement} field
 * @param {HTMLElement} editor
 */
function sayRow(field, editor) {
  const prefix = `${field.dataset.rows}.${editor.dataset.row}.`;
  const names = [...new Set($$("[name]", editor).map((input) => input.name).filter((name) => name.startsWith(prefix) && !name.endsWith(".off")))];
  const texts = Object.fromEntries(names.map((name) => [name.slice(prefix.length).split(".")[0], textOf(editor, name)]));
  const first = names[0] ? answerTo(around(editor, "form"), names[0]) : "";
  /** @type {[string, string][]} */
  const sentences = JSON.parse(field.dataset.sentences || "[]");
  const template = sentences.find(([value]) => value === "" || value === String(first));
  if (template) return template[1].replace(/\{(\w+)\}/g, (_, key) => texts[key] || "—");
  return Object.values(texts).filter(Boolean).join(", ");
}

/**
 * Return whether a row has no answer, apart from boxes and what the page has filled in.
 * @param {Element} editor
 */
function rowIsEmpty(editor) {
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
  for (const input of group.inputs) if (group.radio) input.checked = input.value === value; else input.value = value;
  group.mark();
  for (const field of $$(".field", part)) partOf(field).redraw?.();
}

/**
 * Fill in the usual answers that go with other answers, unless a person has answered.
 * @param {HTMLFormElement} form
 * @param {Element} field
 */
function fillMostly(form, field) {
  for (const part of $$("[data-row-hints]", field)) {
    const group = groupIn(part), auto = group.inputs[0].dataset.auto;
    for (const [key, value, answer] of hintsOf(part).mostly || []) {
      if (answerNear(form, part, key) !== value) { if (auto) group.clear(); } else if (!group.given) fillPart(part, answer);
    }
  }
}

/**
 * Focus the first visible input of a row.
 * @param {Element} editor
 */
function focusFirst(editor) { $$("input:not([type=hidden]):not([disabled]), .grid button", editor).find((input) => input.checkVisibility())?.focus({ preventScroll: true }); }

/**
 * Set up rows: each is shown as a sentence and opens with a tap. ``begin`` sets up the inputs of a new row.
 * @param {HTMLElement} field
 * @param {(row: HTMLElement) => void} begin
 */
function setUpRows(field, begin) {
  const form = around(field, "form"), blank = the("[data-blank]", field), add = the("button[data-add]", field);
  const kind = the(".part .field", blank).dataset.field || "", by = $(`[data-in-one-with="${kind}"]`, blank);
  for (const one of $$(`[data-in-one-with="${kind}"]`, field)) delete one.dataset.inOneWith; // one tap adds a row with both answers
  const template = blank.outerHTML.replace(" data-blank=\"\"", "");
  const name = field.dataset.rows, mark = blank.dataset.row || "0";
  blank.remove();
  let next = Number(mark);
  /** @type {[string, string][]} */
  const kinds = JSON.parse(field.dataset.kinds || "[]");
  const addRow = (open = true, number = next, kind = "", whose = "") => {
    const shelf = make("div");
    shelf.innerHTML = template.replaceAll(`${name}.${mark}.`, `${name}.${number}.`).replaceAll(`f-${name}-${mark}-`, `f-${name}-${number}-`).replace(`data-row="${mark}"`, `data-row="${number}"`);
    const editor = /** @type {HTMLElement} */ (shelf.firstElementChild);
    add.before(editor);
    next = Math.max(next, number) + 1;
    setUpRow(editor, open);
    begin(editor);
    if (kind) fillPart(the(".part", editor), kind);
    if (whose) chooseIn(editor, whose);
    fillMostly(form, editor);
    showWhen(form);
    for (const one of $$(".field", editor)) partOf(one).redraw?.();
    return editor;
  };
  /**
   * Choose the answer that was tapped with the kind of a row.
   * @param {HTMLElement} editor
   * @param {string} value
   */
  function chooseIn(editor, value) {
    const answers = answersIn(the(`.field[data-field="${by?.dataset.field}"]`, editor));
    for (const input of answers) {
      input.checked = input.value === value;
      if (input.checked) editor.dataset.whose = chipText(input);
    }
    own(form, answers[0]);
  }
  /**
   * Set up a row and its sentence.
   * @param {HTMLElement} editor
   * @param {boolean} open
   */
  function setUpRow(editor, open) {
    const reopen = () => { delete editor.dataset.whose; show(true); redrawKinds(); };
    const say = make("button", { class: "text", "aria-expanded": "false", onclick: reopen });
    const gone = () => { editor.remove(); said.remove(); handleChange(form, field); };
    const said = make("div", { class: "said" }, say, make("button", { "aria-label": "Take this out", onclick: gone }, "✕"));
    editor.before(said);
    editor.append(make("button", { class: "quiet", onclick: () => { show(false); handleChange(form); } }, "Done"));
    const retell = () => { write(say, sayRow(field, editor)); };
    const stand = (/** @type {boolean} */ wide) => { editor.hidden = !wide; said.hidden = wide; retell(); };
    const show = (/** @type {boolean} */ wide) => {
      if (!wide && rowIsEmpty(editor)) { gone(); return; }
      stand(wide);
      if (wide) focusFirst(editor);
    };
    partOf(editor, { shut: () => show(false), unfold: () => show(true), retell, remove: gone });
    if (kinds.length) headByKind(editor);
    stand(open);
  }
  /**
   * Show the kind of a row as its heading, and hide the field for the kind.
   * @param {HTMLElement} editor
   */
  function headByKind(editor) {
    const part = the(".part", editor), head = make("p", { class: "who" });
    part.before(head);
    partOf(part, { redraw: () => {
      const chosen = groupIn(part).inputs.find(isGiven);
      const { whose } = editor.dataset, label = kinds.find(([value]) => value === chosen?.value)?.[1] || "";
      head.textContent = whose ? `${label}: ${whose}` : label;
      part.hidden = Boolean(chosen);
      if (by) around(the(`.field[data-field="${by.dataset.field}"]`, editor), ".part").hidden = Boolean(whose); // the heading shows it
    } });
  }
  /**
   * Close the open row and add another.
   * @param {string} kind
   */
  const another = (kind = "", whose = "") => {
    for (const editor of $$("[data-row]", field)) if (!editor.hidden) partOf(editor).shut?.();
    const editor = addRow(true, next, kind, whose);
    redrawKinds();
    focusFirst(editor);
    editor.scrollIntoView({ block: "nearest" });
  };
  const redrawKinds = () => { for (const part of $$("[data-row] > .part", field)) partOf(part).redraw?.(); };
  partOf(field, { addRow, another, blank, redraw: redrawKinds });
  for (const editor of $$("[data-row]", field)) setUpRow(editor, false);
  add.addEventListener("click", (event) => { event.preventDefault(); another(); });
  if (kinds.length) {
    const follows = by ? (hintsOf(around(by, ".part")).mostly || []).filter(([key]) => key === kind).map(([, value]) => value) : [];
    const single = kinds.filter(([value]) => !by || follows.includes(value)), whose = by ? kinds.filter(([value]) => !follows.includes(value)) : [];
    add.hidden = true;
    const chip = (/** @type {string} */ value, /** @type {string} */ label) => make("button", { class: "chip-button", "data-kind": value, onclick: () => another(value) }, `+ ${label}`);
    const chipOf = (/** @type {string} */ value, /** @type {string} */ label, /** @type {HTMLInputElement} */ input) => {
      const name = `${label}: ${chipText(input)}`;
      return make("button", { class: "chip-button", "data-kind": value, "data-whose": input.value, "aria-label": name, onclick: () => another(value, input.value) }, ...chipWords(input));
    };
    const asked = by ? (the("legend", by).textContent || "").trim().toLowerCase() : "";
    const rowsOfChips = whose.map(([value, label]) => [
      make("p", { class: "hint" }, make("b", {}, `+ ${label}`), `, ${asked}:`), make("div", { class: "chips" }, ...(by ? answersIn(by) : []).map((input) => chipOf(value, label, input))),
    ]).flat();
    add.after(make("div", { class: "chips" }, ...single.map(([value, label]) => chip(value, label))), ...rowsOfChips);
  }
  form.addEventListener("changed", () => { fillMostly(form, field); redrawKinds(); });
  form.addEventListener("formdata", (event) => {
    for (const editor of $$("[data-row]", field)) {
      if (rowIsEmpty(editor)) for (const input of $$("[name]", editor)) event.formData.delete(input.name);
    }
  });
  redrawKinds();
}

/**
 * Set up a number in a row: chips for its usual values, and the keypad for others.
 * @param {HTMLInputElement} input
 */
function setUpQuick(input) {
  const form = around(input, "form"), values = (input.dataset.quick || "").split(" ");
  const chips = values.map((text) => make("button", { class: "chip-button", onclick: () => put(text) }, text));
  const put = (/** @type {string} */ text) => { input.value = "said" in input.dataset && input.value.trim() === text ? "" : text; input.dispatchEvent(new Event("input", { bubbles: true })); };
  const redraw = () => {
    input.classList.toggle("echo", values.includes(input.value.trim())); // a chip shows it already
    for (const chip of chips) {
      const chosen = chip.textContent === input.value.trim();
      chip.setAttribute("aria-pressed", String(chosen));
      chip.classList.toggle("filled", chosen && "auto" in input.dataset);
    }
  };
  delete input.dataset.quick;
  input.placeholder = "other";
  input.before(make("div", { class: "chips" }, ...chips, make("span", { class: "other" })));
  the(".other", around(input, ".field")).append(input);
  partOf(around(input, ".field"), { redraw });
  form.addEventListener("changed", redraw);
  redraw();
}

widgets.groups["[data-rows]"] = setUpRows;
widgets.fields["[data-row] .field:not([data-in-one-with]) > input[data-quick]"] = setUpQuick;
