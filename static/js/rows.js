// What is added one by one: rows, which fold to a sentence, lists in order, and words that are suggested.

import { $, $$, around, isGiven, make, partOf, the, write } from "./page.js";
import { answerTo, leftFor, showWhen } from "./entry.js";
import { changed } from "./kept.js";

/**
 * What is answered under a name in a row, as one reads it.
 * @param {Element} editor
 * @param {string} name
 */
function textOf(editor, name) {
  const input = $$(`[name="${CSS.escape(name)}"]`, editor).find((one) => !one.disabled && (one.type === "radio" ? one.checked : true));
  if (!input) return "";
  if (input.type === "checkbox") return input.checked ? "yes" : "no";
  return input.type === "radio" ? (input.nextElementSibling?.textContent || "").trim() : input.value.trim();
}

/**
 * A row as a sentence.
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
 * Whether nothing is said in a row; a tick says nothing by itself.
 * @param {Element} editor
 */
function rowIsEmpty(editor) {
  return !$$("input, select", editor).some((input) => !input.disabled && input.type !== "hidden" && input.type !== "checkbox" && isGiven(input));
}

/**
 * The first input of a row that can be typed into or tapped.
 * @param {Element} editor
 */
function focusFirst(editor) { $("input:not([type=hidden]):not([disabled])", editor)?.focus({ preventScroll: true }); }

/**
 * Rows: each a sentence, unfolded with a tap. ``begin`` sets up what is in a new one.
 * @param {HTMLElement} field
 * @param {(row: HTMLElement) => void} begin
 */
export function setUpRows(field, begin) {
  const form = around(field, "form"), blank = the("[data-blank]", field), add = the("button[data-add]", field);
  const template = blank.outerHTML.replace(" data-blank=\"\"", "");
  const name = field.dataset.rows, mark = blank.dataset.row || "0";
  blank.remove();
  let next = Number(mark);
  const addRow = (open = true, number = next) => {
    const shelf = make("div");
    shelf.innerHTML = template.replaceAll(`${name}.${mark}.`, `${name}.${number}.`).replaceAll(`f-${name}-${mark}-`, `f-${name}-${number}-`).replace(`data-row="${mark}"`, `data-row="${number}"`);
    const editor = /** @type {HTMLElement} */ (shelf.firstElementChild);
    add.before(editor);
    next = Math.max(next, number) + 1;
    setUpRow(editor, open);
    begin(editor);
    const rest = $("input[data-part]", editor), left = leftFor(form)?.left || 0;
    if (open && rest && left > 0) { rest.value = String(left); rest.dataset.auto = "1"; }
    showWhen(form);
    return editor;
  };
  /**
   * A row, with its sentence.
   * @param {HTMLElement} editor
   * @param {boolean} open
   */
  function setUpRow(editor, open) {
    const say = make("button", { type: "button", class: "text", "aria-expanded": "false", onclick: () => show(true) });
    const gone = () => { editor.remove(); said.remove(); changed(form); };
    const said = make("div", { class: "said" }, say, make("button", { type: "button", "aria-label": "Take this out", onclick: gone }, "✕"));
    editor.before(said);
    editor.append(make("button", { type: "button", class: "quiet", onclick: () => { show(false); changed(form); } }, "Done"));
    const retell = () => { write(say, sayRow(field, editor)); };
    const stand = (/** @type {boolean} */ wide) => { editor.hidden = !wide; said.hidden = wide; retell(); };
    const show = (/** @type {boolean} */ wide) => {
      if (!wide && rowIsEmpty(editor)) { gone(); return; }
      stand(wide);
      if (wide) focusFirst(editor);
    };
    partOf(editor, { shut: () => show(false), unfold: () => show(true), retell });
    stand(open);
  }
  partOf(field, { addRow });
  for (const editor of $$("[data-row]", field)) setUpRow(editor, false);
  add.addEventListener("click", (event) => {
    event.preventDefault();
    for (const editor of $$("[data-row]", field)) if (!editor.hidden) partOf(editor).shut?.();
    const editor = addRow();
    focusFirst(editor);
    editor.scrollIntoView({ block: "nearest" });
  });
}

/**
 * A list in order: chips that add, and what is chosen with its places.
 * @param {HTMLElement} field
 */
export function setUpSequence(field) {
  const form = around(field, "form"), name = field.dataset.sequence || "", plain = the(".plain", field);
  const texts = new Map($$("option", the("select", plain)).filter((option) => option.value).map((option) => [option.value, option.textContent || ""]));
  let chosen = $$("select", plain).map((select) => select.value).filter(Boolean);
  const list = make("ol", { class: "chosen" });
  const chips = make("div", { class: "chips" });
  plain.replaceWith(list, chips);
  partOf(field, { choose: (values) => { chosen = values; draw(); } });
  /** Show what is chosen, and what may be. */
  function draw() {
    const full = chosen.length >= Number(field.dataset.most || 99);
    list.replaceChildren(...chosen.map((value, index) => make("li", {},
      make("span", {}, `${index + 1}. ${texts.get(value)}`),
      make("input", { type: "hidden", name, value }),
      make("button", { type: "button", "aria-label": "Take out", onclick: () => { chosen.splice(index, 1); draw(); changed(form); } }, "✕"))));
    chips.replaceChildren(...[...texts].map(([value, text]) => make("button", {
      type: "button", class: "chip-button", disabled: full || ("once" in field.dataset && chosen.includes(value)),
      onclick: () => { chosen.push(value); draw(); changed(form); },
    }, "+ ", text)));
  }
  draw();
}

/**
 * A word that is typed, or tapped among those that are suggested.
 * @param {HTMLInputElement} input
 */
export function setUpSuggested(input) {
  const form = around(input, "form"), chips = make("div", { class: "chips" });
  const draw = () => { for (const chip of chips.children) chip.setAttribute("aria-pressed", String(chip.textContent === input.value.trim())); };
  /** @type {string[]} */
  const words = JSON.parse(input.dataset.suggested || "[]");
  chips.append(...words.map((word) => make("button", { type: "button", class: "chip-button", onclick: () => { input.value = word; draw(); changed(form); } }, word)));
  input.before(chips);
  input.addEventListener("input", draw);
  draw();
}
