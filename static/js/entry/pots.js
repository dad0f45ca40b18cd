// Pots: the winners are tapped, and the chips of each follow from what was paid.

import { $$, around, make, partOf, state, the, widgets } from "../support/dom.js";
import { groupsOf, inHand, valuesOf } from "./form.js";
import { divide, potsOf, readSum, remainderText } from "./sums.js";

/** A pot on the page: its number, its chips to tap, and what each of its winners gets. */
class Line {
  /**
   * @param {HTMLInputElement[]} who whose chips are there
   * @param {string} id
   * @param {() => void} tapped
   */
  constructor(who, id, tapped) {
    /** @type {Pot} */
    this.pot = { typed: null, winners: [] };
    this.alone = false; // whether only one player can win it, and is filled in
    this.title = make("label", { for: id });
    this.input = make("input", { id, class: "num", "data-follows": "", inputmode: "text", autocomplete: "off", maxlength: "60" });
    this.boxes = who.map(({ value }) => make("input", { type: "checkbox", value }));
    this.told = make("p", { class: "hint", "aria-live": "polite" });
    const chips = who.map((input, place) => make("label", { class: "chip wide" }, this.boxes[place], the("span", around(input, ".chip")).cloneNode(true)));
    this.who = make("div", { class: "chips", role: "group" }, ...chips);
    this.element = make("div", { class: "pot field" }, this.title, this.who, this.input, this.told);
    this.input.addEventListener("input", () => {
      const number = readSum(this.input.value);
      this.alone = false;
      this.pot.typed = number !== null && number > 0 ? number : null;
      tapped();
    });
    for (const box of this.boxes) box.addEventListener("input", () => { this.alone = false; this.pot.winners = this.ticked(); tapped(); });
  }

  /** The places that are ticked. */
  ticked() { return [...this.boxes.keys()].filter((place) => this.boxes[place].checked); }

  /**
   * Draw the pot.
   * @param {string} name
   * @param {number} chips
   * @param {string} told
   * @param {(place: number) => boolean} isOpen
   */
  show(name, chips, told, isOpen) {
    this.title.textContent = name;
    this.who.setAttribute("aria-label", `Who won it: ${name}`);
    if (this.input !== inHand()) this.input.value = chips ? String(chips) : "";
    for (const [place, box] of this.boxes.entries()) {
      box.checked = this.pot.winners.includes(place);
      const chip = around(box, ".chip");
      chip.hidden = !isOpen(place) && !box.checked;
      chip.classList.toggle("filled", this.alone && box.checked);
    }
    if (this.told.textContent !== told) this.told.textContent = told;
  }
}

/**
 * Set up rows that share out what was paid: a line for each pot, with chips for its winners.
 * @param {HTMLElement} field
 * @param {(line: HTMLElement) => void} begin
 */
function setUpPots(field, begin) {
  const form = around(field, "form"), name = field.dataset.rows || "";
  /** @type {ShareRule} */
  const rule = JSON.parse(field.dataset.shares || "");
  const blank = the("[data-blank]", field), [number] = $$("input.num", blank).map(keyOf), who = $$("input[type=radio]", blank);
  const names = who.map((input) => /** @type {[string, string]} */ ([input.value, (input.nextElementSibling?.textContent || "").trim()]));
  const column = keyOf(who[0]), list = make("div"), sent = make("div", { hidden: true });
  const paid = () => valuesOf(groupsOf(form, rule.of));
  /** @type {Line[]} */
  let lines = [];
  const found = rowsIn((key) => $$(`[name="${key}"]`, field).filter((input) => input.type !== "radio" || input.checked).map((input) => input.value));
  for (const old of $$("[data-row], [data-add]", field)) old.remove();
  delete field.dataset.rows;
  field.append(list, sent);

  /**
   * Return the rows in the inputs.
   * @param {(name: string) => string[]} valuesIn
   * @returns {[number, number][]}
   */
  function rowsIn(valuesIn) {
    /** @type {[number, number][]} */
    const rows = [];
    for (let row = 0; ; row++) {
      const [winner] = valuesIn(`${name}.${row}.${column}`), [chips] = valuesIn(`${name}.${row}.${number}`);
      if (winner === undefined && !chips) return rows;
      const place = names.findIndex(([value]) => value === winner), whole = readSum(chips || "");
      if (place >= 0 && whole !== null) rows.push([place, whole]);
    }
  }

  /**
   * Show these pots.
   * @param {Pot[]} pots
   */
  function take(pots) {
    for (const line of lines) line.element.remove();
    lines = [];
    for (const pot of pots) add(pot);
    draw();
  }

  /**
   * Add a line.
   * @param {Pot} pot
   */
  function add(pot = { typed: null, winners: [] }) {
    const line = new Line(who, `${field.id}-pot${lines.length}`, draw);
    line.pot = pot;
    lines.push(line);
    list.append(line.element);
    begin(line.element);
    return line;
  }

  /** No more lines than so many. */
  function keep(most = 0) { for (const line of lines.splice(most)) line.element.remove(); }

  /** Work everything out anew, and show it. */
  function draw() {
    const chips = paid(), spare = lines[lines.length - 1]?.alone ? lines.pop() : null; // the pot that is filled in
    const first = lines.findIndex((line) => !line.pot.winners.length);
    if (first >= 0) keep(first + 1);
    if (!lines.length) add();
    const look = () => divide(chips, lines.map((line) => line.pot), rule);
    let stand = look();
    const last = lines[lines.length - 1], left = last.pot.winners.length > 0 && stand.left > 0;
    const alone = left && rule.matched && stand.open.length === 1;
    if (spare && alone) lines.push(spare); else spare?.element.remove();
    if (left && !(spare && alone)) add();
    else if (lines.length > 1 && first >= 0 && stand.left <= 0) keep(lines.length - 1);
    if (alone) Object.assign(lines[lines.length - 1], { alone, pot: { typed: null, winners: [...stand.open] } });
    stand = look();
    let above = -1;
    for (const [place, line] of lines.entries()) {
      const { chips: whole, shares } = stand.pots[place], title = place ? (lines.length > 2 ? `Side pot ${place}` : "Side pot") : lines.length > 1 ? "Main pot" : "Pot";
      const told = line.alone ? "Nobody else put in as much." : shares.length > 1 ? shares.map(([one, share]) => `${names[one][1]} gets ${share}`).join(", ") : "";
      const floor = above;
      line.show(title, whole, told, (one) => !rule.matched || (chips[one] || 0) > floor);
      above = Math.max(above, ...line.pot.winners.map((one) => chips[one] || 0));
    }
    sent.replaceChildren(...stand.pots.flatMap(({ shares }) => shares).flatMap(([place, share], row) => [
      make("input", { type: "hidden", name: `${name}.${row}.${number}`, value: share }),
      make("input", { type: "hidden", name: `${name}.${row}.${column}`, value: names[place][0] }),
    ]));
  }

  partOf(field, {
    redraw: draw,
    take: (kept) => take(potsOf(paid(), rowsIn((key) => kept.get(key) || []), rule)),
    lacks: () => {
      const pots = lines.map((line) => line.pot), { left } = divide(paid(), pots, rule);
      return left && (left < 0 || pots[0].winners.length || state.touched) ? remainderText(left, rule.many) : "";
    },
  });
  take(potsOf(paid(), found, rule));
}

/**
 * Return the column of an input in a row.
 * @param {HTMLInputElement} input
 */
function keyOf(input) { return input.name.split(".").slice(2).join("."); }

widgets.groups["[data-shares]"] = setUpPots;
