// The decks of a page: how their cards look, and buttons for them.

import { $ } from "../../support/dom.js";
import { chipButton, make, setPressed } from "../../support/elements.js";

/** @type {Record<string, string>} */
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/**
 * Return a deck of this page; undefined if the field has none.
 * @param {string | undefined} key of the field of cards
 * @returns {Deck | undefined}
 */
export function deckFor(key) {
  /** @type {SentDeck | undefined} */
  const deck = JSON.parse($("#decks")?.dataset.decks || "{}")[key || ""];
  return deck && { ...deck, cards: deck.cards.map(([card, copies, suit = card.slice(-1), face = card.slice(0, -1) + SYMBOLS[suit], short = face]) => [card, copies, face, suit, short]) };
}

/**
 * Return a function that makes the element of a card of this deck.
 * @param {Deck} deck
 */
export function cardMaker(deck) {
  const faces = new Map(deck.cards.map(([card, , face, suit]) => [card, { face, suit }]));
  return (/** @type {string} */ card, /** @type {Node[]} */ ...before) => {
    const { face, suit } = faces.get(card) || { face: card, suit: "" };
    return make("span", { class: `held ${isRed(suit) ? "red" : ""}` }, ...before, face);
  };
}

/**
 * Return whether a suit is red.
 * @param {string} suit
 */
function isRed(suit) { return "hd".includes(suit || "-"); }

/**
 * Return the buttons of a deck, and the elements that contain them. If cards are only told apart by colour, one colour is
 * visible at a time.
 * @param {Deck} deck
 * @param {(card: string, copies: number) => void} onTap
 */
export function deckButtons(deck, onTap) {
  /** @type {Map<string, HTMLButtonElement[]>} */
  const groups = new Map();
  const buttons = deck.cards.map(([card, copies, face, suit, short], place) => {
    const colour = short !== face ? suit : "", isNextSuit = !colour && place > 0 && suit !== deck.cards[place - 1][3];
    const button = make("button", { class: `${!colour && isRed(suit) ? "red" : ""}${isNextSuit ? " next-suit" : ""}`, "aria-label": face, onclick: () => onTap(card, copies) }, short);
    groups.set(colour, [...(groups.get(colour) || []), button]);
    return { button, card, copies };
  });
  const hasTabs = groups.size > 1;
  const grids = [...groups].map(([colour, cards]) => ({ colour, grid: make("div", { class: `deck ${colour ? "named" : hasTabs ? "wide" : ""}`, role: "group", "aria-label": colour || "Cards" }, ...cards) }));
  if (!hasTabs) return { elements: grids.map(({ grid }) => grid), buttons };
  const open = (/** @type {string} */ name) => {
    for (const { colour, grid } of grids) grid.hidden = colour !== name;
    for (const tab of tabs) setPressed(tab, tab.value === name);
  };
  const tabs = grids.map(({ colour }) => chipButton({ value: colour, onclick: () => open(colour) }, colour || "others"));
  open(grids[0].colour);
  return { elements: [make("div", { class: "chips tabs-of-deck" }, ...tabs), ...grids.map(({ grid }) => grid)], buttons };
}
