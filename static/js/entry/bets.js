// A betting layout: rows that one tap adds, with the player and the stake that were tapped before.

import { $, $$, around, make, partOf, the, widgets, write } from "../support/dom.js";
import { inputsNamed, own } from "./form.js";
import { answersIn, chipText, chipWords } from "./chips.js";
import { readSum } from "./sums.js";
import { handleChange } from "./typed.js";

/** @type {Map<string, { person: string, stake: string }>} */
const chosenIn = new Map(); // who bets and how much, by form and field: the page can be drawn again between two taps

/**
 * Offer a layout for the rows of a field, above them: who bets, how much, and a key for each thing to bet on. Another tap
 * on the same key raises the stake. Orders of three letters or more are tapped letter by letter.
 * @param {HTMLElement} field
 */
function setUpBets(field) {
  /** @type {{ who: string, stake: string, on: string }} */
  const { who, stake, on } = JSON.parse(field.dataset.layout || "");
  const form = around(field, "form"), rows = partOf(field), { blank, redraw: redrawRows } = rows;
  if (!blank || !rows.addRow) return;
  const add = the("button[data-add]", field), column = (/** @type {string} */ key) => the(`.field[data-field="${key}"]`, blank);
  /** @type {Letters} */
  const { letters, sizes, tells, between } = JSON.parse(column(on).dataset.tapped || "");
  const signs = new Map(letters), kinds = answersIn(column(tells)), stakes = (the("input.num", column(stake)).dataset.quick || "").split(" ");
  const spot = `${form.dataset.keep} ${field.dataset.rows}`;
  let { person, stake: chosen } = chosenIn.get(spot) || { person: "", stake: stakes[0] }, held = /** @type {string[]} */ ([]); // the letters of an order that is not complete
  /** @type {(() => void)[]} */
  const undo = [];
  const kindOf = (/** @type {number} */ size) => String(sizes.find(([one]) => one === size)?.[1]);
  const inputsOf = (/** @type {HTMLElement} */ row, /** @type {string} */ key) => inputsNamed(form, `${field.dataset.rows}.${row.dataset.row}.${key}`);
  const answerIn = (/** @type {HTMLElement} */ row, /** @type {string} */ key) => {
    const [input, ...others] = inputsOf(row, key);
    return (input?.type === "radio" ? [input, ...others].find((one) => one.checked)?.value : input?.value.trim().toUpperCase()) || "";
  };
  const rowFor = (/** @type {string} */ order) => $$("[data-row]", field).find((row) => answerIn(row, who) === person && answerIn(row, on) === order);

  /**
   * Put the chosen stake on an order of letters.
   * @param {string[]} order
   */
  function bet(order) {
    const text = order.join(between), before = rowFor(text), row = before || rows.addRow?.(false);
    if (!row) return;
    const [number] = inputsOf(row, stake), was = before ? number.value : "";
    const answers = [...inputsOf(row, who).map((input) => ({ input, is: input.value === person })), ...inputsOf(row, tells).map((input) => ({ input, is: input.value === kindOf(order.length) }))];
    for (const { input, is } of answers) input.checked = is;
    inputsOf(row, on)[0].value = text;
    number.value = String((readSum(was) || 0) + (readSum(chosen) || 0));
    for (const key of [who, tells, on, stake]) own(form, inputsOf(row, key)[0]);
    undo.push(() => { if (before) number.value = was; else partOf(row).remove?.(); });
    done(row);
  }

  /**
   * Show a row as it is now.
   * @param {HTMLElement} row
   */
  function done(row) {
    for (const one of $$(".field", row)) partOf(one).redraw?.();
    partOf(row).retell?.();
    handleChange(form, field);
    write(last, $(".text", row.previousElementSibling || row)?.textContent || "");
  }

  /**
   * A key for an order of letters.
   * @param {string[]} order
   */
  function keyFor(order) {
    return make("button", { class: "chip-button", "data-bet": order.join(between), onclick: () => bet(order) }, make("span", {}, order.map((letter) => signs.get(letter) || "").join("")));
  }

  /**
   * Add a letter to an order that is tapped letter by letter; the only one that can follow is added, too.
   * @param {string} letter
   * @param {number} size
   */
  function tap(letter, size) {
    held = held.includes(letter) ? held.filter((one) => one !== letter) : [...held, letter];
    const rest = letters.map(([one]) => one).filter((one) => !held.includes(one));
    if (held.length === size - 1 && rest.length === 1) held.push(rest[0]);
    if (held.length === size) { const order = held; held = []; bet(order); } else draw();
  }

  const people = answersIn(column(who)).map((input) => make("button", { class: "chip-button", value: input.value, onclick: () => { person = input.value; held = []; draw(); } }, ...chipWords(input)));
  const other = make("input", { class: "num", inputmode: "text", autocomplete: "off", maxlength: 10, placeholder: "other", "aria-label": "Another stake", value: stakes.includes(chosen) ? "" : chosen });
  const chips = stakes.map((text) => make("button", { class: "chip-button", value: text, onclick: () => { chosen = text; other.value = ""; draw(); } }, text));
  const takeBack = make("button", { class: "chip-button", "aria-label": "Take the last bet back", onclick: () => { undo.pop()?.(); write(last, ""); handleChange(form, field); for (const row of $$("[data-row]", field)) partOf(row).retell?.(); } }, "↶");
  const last = make("output", { class: "letters", "aria-live": "polite" });
  other.addEventListener("input", () => { chosen = other.value || stakes[0]; draw(); });
  const parts = sizes.map(([size]) => {
    const orders = size === 1 ? letters.map(([one]) => [one]) : letters.flatMap((_, place) => letters.map(([first]) => [first, letters.filter(([one]) => one !== first)[place]?.[0]])).filter(([, second]) => second);
    const keys = size < 3 ? orders.map(keyFor) : letters.map(([letter, sign]) => make("button", { class: "chip-button", "data-in-order": letter, onclick: () => tap(letter, size) }, sign));
    const kind = kinds.find((input) => input.value === kindOf(size)), label = kind ? chipText(kind) : "";
    return make("div", { class: "bets", role: "group", "aria-label": label }, make("span", { class: "hint" }, size < 3 ? label : `${label}: tap in order`), ...keys);
  });
  const layout = make("div", { class: "layout" },
    make("div", { class: "chips", role: "group", "aria-label": "Who bets" }, ...people),
    make("div", { class: "chips stakes", role: "group", "aria-label": "Stake of a tap" }, ...chips, other, takeBack),
    ...parts, last);
  /** Show what the player has bet. */
  function draw() {
    chosenIn.set(spot, { person, stake: chosen });
    for (const one of people) one.setAttribute("aria-pressed", String(one.value === person));
    for (const one of chips) one.setAttribute("aria-pressed", String(one.value === chosen));
    takeBack.disabled = !undo.length;
    for (const key of $$("button[data-bet]", layout)) {
      const row = person && rowFor(key.dataset.bet || ""), chips = row ? answerIn(row, stake) : "";
      key.disabled = !person;
      key.setAttribute("aria-pressed", String(Boolean(row)));
      key.dataset.place = chips;
    }
    for (const key of $$("button[data-in-order]", layout)) {
      const place = held.indexOf(key.dataset.inOrder || "") + 1;
      key.disabled = !person;
      key.setAttribute("aria-pressed", String(place > 0));
      key.dataset.place = place ? String(place) : "";
    }
  }
  add.hidden = true;
  ($(".said", field) || add).before(layout);
  partOf(field, { redraw: () => { redrawRows?.(); draw(); } });
  form.addEventListener("changed", draw);
  draw();
}

widgets.groups["[data-layout]"] = setUpBets;
