// Cards that are tapped in a small deck: hands, and tricks in the order in which their cards fell.

import { $, $$, around, make, pageIn, partOf, sentBy, the, untilReleased, widgets, withInitial } from "../support/dom.js";
import { closePad, labelOf, openPad } from "./keypad.js";
import { answerTo } from "./form.js";
import { handleChange } from "./typed.js";

/**
 * Return the cards in an input.
 * @param {HTMLInputElement} input
 */
function held(input) { return input.value.split(/[\s,;]+/).filter(Boolean); }

/**
 * Return the decks of this page by field key.
 * @returns {Record<string, Deck>}
 */
function decks() { return JSON.parse($("#decks")?.dataset.decks || "{}"); }

/**
 * Return a function that draws a card of this deck.
 * @param {Deck} deck
 */
function facesOf(deck) {
  const faces = new Map(deck.cards.map(([card, , face, suit]) => [card, { face, suit }]));
  return (/** @type {string} */ card, /** @type {Node[]} */ ...beside) => {
    const { face, suit } = faces.get(card) || { face: card, suit: "" };
    return make("span", { class: `held ${isRed(suit) ? "red" : ""}` }, ...beside, face);
  };
}

/**
 * Return whether a suit is red.
 * @param {string} suit
 */
function isRed(suit) { return "hd".includes(suit || "-"); }

/**
 * Set up a field of cards: the chosen cards, and a button that opens the deck.
 * @param {HTMLElement} field
 */
function setUpCards(field) {
  const input = the("input.text", field), deck = decks()[field.dataset.cards || ""];
  if (!deck) return;
  const hand = make("div", { class: "hand" }), show = facesOf(deck);
  const pick = make("button", { class: "quiet", onclick: () => openDeck(field) }, "Pick cards");
  input.classList.add("unseen");
  input.tabIndex = -1;
  input.after(hand);
  const redraw = () => {
    hand.replaceChildren(...held(input).map((card) => show(card)), pick);
    pick.textContent = held(input).length ? "Change" : "Pick cards";
    pick.setAttribute("aria-label", `${pick.textContent}: ${labelOf(input)}`);
  };
  partOf(field, { redraw });
  redraw();
}

/**
 * Return buttons for the cards of a deck. If cards are only told apart by colour, one colour is shown at a time.
 * @param {Deck} deck
 * @param {(card: string, copies: number) => void} tap
 */
function deckOf(deck, tap) {
  /** @type {Map<string, HTMLButtonElement[]>} */
  const groups = new Map();
  const buttons = deck.cards.map(([card, copies, face, suit, short], place) => {
    const colour = short !== face ? suit : "", isNext = !colour && place > 0 && suit !== deck.cards[place - 1][3];
    const button = make("button", { class: `${!colour && isRed(suit) ? "red" : ""}${isNext ? " next-suit" : ""}`, "aria-label": face, onclick: () => tap(card, copies) }, short);
    groups.set(colour, [...(groups.get(colour) || []), button]);
    return { button, card, copies };
  });
  const tabbed = groups.size > 1;
  const grids = [...groups].map(([colour, cards]) => ({ colour, grid: make("div", { class: `deck ${colour ? "named" : tabbed ? "wide" : ""}`, role: "group", "aria-label": colour || "Cards" }, ...cards) }));
  if (!tabbed) return { shown: grids.map(({ grid }) => grid), buttons };
  const open = (/** @type {string} */ name) => {
    for (const { colour, grid } of grids) grid.hidden = colour !== name;
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.value === name));
  };
  const chips = grids.map(({ colour }) => make("button", { class: "chip-button", value: colour, onclick: () => open(colour) }, colour || "others"));
  open(grids[0].colour);
  return { shown: [make("div", { class: "chips tabs-of-deck" }, ...chips), ...grids.map(({ grid }) => grid)], buttons };
}

/**
 * Open the deck for a field of cards. Cards in other fields of the form cannot be taken.
 * @param {HTMLElement} field
 */
function openDeck(field) {
  const form = around(field, "form"), all = decks(), input = the("input.text", field);
  const deckFor = (/** @type {HTMLElement} */ one) => all[one.dataset.cards || ""], deck = deckFor(field);
  const fields = $$("[data-cards]", form), shown = fields.filter((one) => one.offsetParent);
  const others = fields.filter((one) => one !== field && JSON.stringify(deckFor(one).cards) === JSON.stringify(deck.cards)).map((one) => the("input.text", one)).filter((one) => !one.disabled);
  const most = Number(field.dataset.most || 99);
  const after = shown[shown.indexOf(field) + 1], before = shown[shown.indexOf(field) - 1];
  const output = make("output", { "aria-live": "polite" });
  const copiesIn = (/** @type {HTMLInputElement} */ one, /** @type {string} */ card) => held(one).filter((other) => other === card).length;
  const taken = (/** @type {string} */ card) => others.reduce((sum, one) => sum + copiesIn(one, card), 0);
  const put = (/** @type {string[]} */ cards) => { input.value = cards.join(" "); partOf(field).redraw?.(); handleChange(form, input); };
  const { shown: grids, buttons } = deckOf(deck, (card, copies) => {
    const mine = held(input);
    if (mine.includes(card) && (copies === 1 || copiesIn(input, card) + taken(card) >= copies)) {
      put(mine.filter((one, index) => one !== card || index !== mine.lastIndexOf(card)));
    } else if (mine.length < most) {
      put([...mine, card]);
      if (after && mine.length + 1 === most) { openDeck(after); return; }
    }
    draw();
  });
  const draw = () => {
    const full = held(input).length >= most;
    for (const { button, card, copies } of buttons) {
      const mine = copiesIn(input, card);
      button.setAttribute("aria-pressed", String(mine > 0));
      if (copies > 1) button.dataset.own = mine ? String(mine) : "";
      button.disabled = mine === 0 && (taken(card) >= copies || full);
    }
    output.textContent = held(input).length ? `${held(input).length}` : "";
  };
  const whose = (/** @type {Element} */ one) => one.closest(".person")?.getAttribute("aria-label") || "";
  const nameOf = (/** @type {HTMLElement} */ one) => labelOf(the("input.text", one)).split(":").pop() || "";
  const name = !after ? "" : whose(after) === whose(field) ? nameOf(after) : whose(after);
  const go = make("button", { onclick: () => (after ? openDeck(after) : closePad()) }, after ? `Next: ${name}` : "Done");
  const back = () => {
    const last = held(input).length || !before ? field : before, text = the("input.text", last);
    text.value = held(text).slice(0, -1).join(" ");
    partOf(last).redraw?.();
    handleChange(form, text);
    if (last === field) draw(); else openDeck(last);
  };
  const rubout = make("button", { class: "quiet", "aria-label": "Take the last card back", onclick: back }, "⌫");
  openPad([make("div", { class: "pad-head" }, make("span", {}, [whose(field), nameOf(field)].filter(Boolean).join(": ")), output, rubout, go), ...grids], "Deck");
  field.scrollIntoView({ block: "center" });
  draw();
}

// ---- tricks: the deck stays open, each card goes to the player who is next -------------------------------------------

/**
 * Return the tricks in a text, as the server reads it.
 * @param {HTMLInputElement} text
 * @returns {Promise<Play[][]>}
 */
async function readBy(text) {
  const form = around(text, "form"), asked = sentBy(form);
  asked.delete("ask");
  const answer = await fetch(`${form.getAttribute("action")}?${asked}`);
  const field = $(`[data-fall]:has([name="${CSS.escape(text.name)}"])`, pageIn(await answer.text()));
  if (!field) throw new Error("another page");
  return playsOn(field);
}

/**
 * Return the tricks of a field from its page.
 * @param {HTMLElement} field
 * @returns {Play[][]}
 */
function playsOn(field) { return JSON.parse(field.dataset.plays || "[]"); }

/**
 * Set up a field of tricks: taps write its text, a line for each trick.
 * @param {HTMLElement} field
 */
function setUpFall(field) {
  const text = the("textarea", field), form = around(field, "form"), deck = decks()[field.dataset.fall || ""];
  /** @type {string[]} */
  const names = JSON.parse(field.dataset.names || "[]");
  /** @type {[string, string][]} */
  const initials = JSON.parse(field.dataset.initials || "[]");
  const who = (/** @type {string} */ name) => withInitial(name, initials[names.indexOf(name)]);
  const several = "several" in field.dataset;
  if (!deck || !names.length) return;
  const show = facesOf(deck);
  /** @type {Play[][]} */
  let tricks = [];
  let next = ""; // the player who was tapped to play next
  let fade = () => {};
  const label = make("span", { "aria-live": "polite" });
  const list = make("ol", { class: "fallen" });
  const chips = names.map((name) => make("button", { class: "chip-button", value: name, onclick: () => { next = name; draw(); } }, ...who(name)));
  const turns = make("div", { class: "chips", role: "group", "aria-label": "Who plays next" }, ...chips);
  const pick = make("button", { class: "quiet", onclick: () => openFall() }, "Tap the cards");
  const close = make("button", { class: "quiet", onclick: () => { tricks.push([]); draw(); findLeader(); } }, "Next trick");
  const tapped = [list, turns, pick, ...(several ? [close] : [])];
  text.after(...tapped);
  /** @type {Map<string, Record<string, string>>} */
  const judged = new Map();
  /** @type {Map<string, string>} */
  const winners = new Map();
  const whole = () => tricks.filter((plays) => plays.length);
  const written = () => whole().map((plays) => plays.map((play) => play.join(" ")).join(", ")).join("\n");
  const last = () => { if (!tricks.length) tricks.push([]); return tricks[tricks.length - 1]; };
  const after = (/** @type {string} */ name) => names[(names.indexOf(name) + 1) % names.length];
  const said = () => JSON.stringify([answerTo(form, "trump"), ...whole()]);
  // Who plays next: the tapped player, else the one on the left of the last, else the winner of the last trick; "" if unknown.
  const turn = () => next || (last().length ? after(last()[last().length - 1][0]) : tricks.length > 1 ? winners.get(said()) || "" : names[0]);

  /**
   * Show either the deck or the lines of text.
   * @param {boolean} taps
   */
  function byTaps(taps) { text.hidden = taps; for (const one of tapped) one.hidden = !taps; }

  /**
   * Set the tricks; once all have played, the next card begins another.
   * @param {Play[][]} found
   */
  function take(found) {
    tricks = found;
    next = "";
    if (several && last().length === names.length) tricks.push([]);
    byTaps(true);
    draw();
  }

  /** Write the tricks into the text. */
  function write() { text.value = written(); draw(); handleChange(form, text); }

  /** Have the server read a text that was not tapped; until it answers, or without a network, the lines stay visible. */
  async function reread() {
    const lines = text.value;
    if (lines === written()) { byTaps(true); return; }
    byTaps(false);
    try {
      const found = lines.trim() ? await readBy(text) : [];
      await untilReleased();
      if (!text.isConnected || text.value !== lines) return; // changed since
      take(found);
    } catch { /* no network: the lines are sent as they are */ }
  }

  /**
   * Ask the referee about a trick, once for each.
   * @param {object} facts
   * @returns {Promise<Record<string, string>>}
   */
  async function judge(facts) {
    const body = JSON.stringify({ facts });
    const answer = judged.has(body) ? null : await fetch(form.dataset.trick || "", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (answer && !answer.ok) throw new Error("no verdict");
    if (answer) judged.set(body, (await answer.json()).outcome);
    return judged.get(body) || {};
  }

  /** Ask who won the tricks so far, in order: a card may change trump for the following ones. */
  async function findLeader() {
    const key = said();
    if (!several || last().length || tricks.length < 2 || winners.has(key)) return;
    const chosen = answerTo(form, "trump");
    let trump = chosen === "none" ? null : chosen, winner = "";
    try {
      for (const plays of whole()) {
        const facts = { plays: plays.map(([player, card]) => ({ player, card })) };
        /** @type {Record<string, string>} */
        const outcome = await judge(chosen === null ? facts : { ...facts, trump });
        winner = outcome.winner;
        if ("trump_after" in outcome) trump = outcome.trump_after;
      }
      winners.set(key, winner);
      if (key === said()) draw();
    } catch { /* then the leader is tapped */ }
  }

  /**
   * Add a card to the trick.
   * @param {string} card
   */
  function add(card) {
    const player = turn();
    if (!player) { label.textContent = "Tap first who leads"; return; }
    next = "";
    last().push([player, card]);
    if (several && last().length === names.length) tricks.push([]);
    write();
    findLeader();
  }

  /** Take the last card back. */
  function back() {
    while (tricks.length > 1 && !last().length) tricks.pop();
    last().pop();
    next = "";
    write();
    findLeader();
  }

  /** Draw the tricks, and who plays next. */
  function draw() {
    const played = whole().length;
    list.replaceChildren(...tricks.map((plays, number) => make("li", {},
      ...(several ? [make("span", { class: "beside" }, `Trick ${number + 1}`)] : []),
      ...plays.map(([player, card]) => show(card, make("small", {}, ...who(player)))),
      ...(number === played - 1 ? [make("button", { class: "quiet small", "aria-label": "Take the last card back", onclick: back }, "⌫")] : []))));
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.value === turn()));
    close.disabled = !last().length;
    label.textContent = turn() ? `${turn()} plays` : "Who leads?";
    fade();
  }

  /** Open the deck. */
  function openFall() {
    const { shown, buttons } = deckOf(deck, add);
    fade = () => {
      const gone = tricks.flat().map(([, card]) => card);
      for (const { button, card, copies } of buttons) button.disabled = gone.filter((one) => one === card).length >= copies;
    };
    const other = make("input", { class: "text", "aria-label": "Another card", placeholder: "another card: " + deck.cards[0][0], autocomplete: "off", autocapitalize: "off" });
    const addOther = () => { const card = other.value.trim().toLowerCase(); if (card && !/\s/.test(card)) { add(card); other.value = ""; } };
    other.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); addOther(); } });
    const more = deck.open ? [make("div", { class: "together" }, other, make("button", { class: "quiet", onclick: addOther }, "Add"))] : [];
    openPad([make("div", { class: "pad-head" }, label, make("output"), make("button", { onclick: closePad }, "Done")), ...shown, ...more], "Deck");
    other.addEventListener("pointerdown", (event) => event.stopPropagation());
    draw();
    findLeader();
    field.scrollIntoView({ block: "center" });
  }

  partOf(field, { redraw: reread });
  text.addEventListener("change", reread); // the lines were edited
  take(playsOn(field));
}

Object.assign(widgets.fields, { "[data-cards]": setUpCards, "[data-fall]": setUpFall });
