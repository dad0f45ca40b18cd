// Arithmetic of pots for their field (`pots.js`), without a page: what was paid, shared out among the winners. Players are named
// by their place.

import { sumOf } from "../entry/sums.js";

/**
 * Split chips equally among players; the first in order get the remainder.
 * @param {number} chips
 * @param {number[]} places
 * @param {number[]} order
 * @returns {Map<number, number>}
 */
function split(chips, places, order) {
  const each = Math.floor(chips / places.length), remainder = chips - each * places.length;
  const first = order.filter((place) => places.includes(place)).slice(0, remainder);
  return new Map(places.map((place) => [place, each + (first.includes(place) ? 1 : 0)]));
}

/**
 * Return what each winner takes of a pot whose chips nobody has typed, if shares are matched: from each player no more than
 * the winner paid, above what went into earlier pots.
 * @param {number[]} paid
 * @param {number[]} winners
 * @param {number} above
 * @param {number[]} order
 */
function matchedShares(paid, winners, above, order) {
  const shares = new Map(winners.map((place) => [place, 0]));
  let low = above;
  for (const high of [...new Set(winners.map((place) => paid[place]))].sort((one, other) => one - other)) {
    if (high <= low) continue;
    const layer = sumOf(paid.map((chips) => Math.max(0, Math.min(chips, high) - low)));
    for (const [place, chips] of split(layer, winners.filter((one) => paid[one] >= high), order)) shares.set(place, (shares.get(place) || 0) + chips);
    low = high;
  }
  return shares;
}

/**
 * Return how many chips are in each pot and what each winner takes, how many are left, and who can still win these.
 * @param {(number | null)[]} numbers what each player has paid
 * @param {Pot[]} pots
 * @param {ShareRule} rule
 * @returns {{ pots: { chips: number, shares: [place: number, chips: number][] }[], left: number, open: number[] }}
 */
export function divide(numbers, pots, rule) {
  const paid = numbers.map((chips) => chips || 0);
  let left = sumOf(paid), above = 0; // what winners of earlier pots have paid at most
  const divided = pots.map(({ typed, winners }, number) => {
    const later = rule.latest_first ? pots.slice(number + 1).reverse().flatMap((pot) => pot.winners) : [];
    const order = [...new Set([...later, ...rule.order])];
    /** @type {Map<number, number>} */
    let shares = new Map();
    if (winners.length) shares = typed === null && rule.matched ? matchedShares(paid, winners, above, order) : split(typed ?? left, winners, order);
    const chips = typed ?? (winners.length ? sumOf([...shares.values()]) : left);
    if (!winners.length) return { chips, shares: [] };
    left -= chips;
    above = Math.max(above, ...winners.map((place) => paid[place]));
    return { chips, shares: [...shares].filter(([, share]) => share > 0) };
  });
  const open = [...paid.keys()].filter((place) => !rule.matched || paid[place] > above);
  return { pots: divided, left, open };
}

/**
 * Return pots whose shares are these rows: each pot takes as many of the next rows as fit, without typed chips if
 * possible. A row that fits no pot is left out.
 * @param {(number | null)[]} paid
 * @param {[place: number, chips: number][]} rows the winners and what they took
 * @param {ShareRule} rule
 * @returns {Pot[]}
 */
export function potsOf(paid, rows, rule) {
  /** @type {Pot[]} */
  const pots = [];
  for (let next = 0; next < rows.length;) {
    const first = next;
    for (let size = rows.length - first; size > 0 && next === first; size--) {
      const some = rows.slice(first, first + size), winners = some.map(([place]) => place), chips = sumOf(some.map(([, share]) => share));
      if (new Set(winners).size < size) continue;
      for (const typed of [null, chips]) {
        const shares = new Map(divide(paid, [...pots, { typed, winners }], rule).pots[pots.length].shares);
        if (next === first && some.every(([place, share]) => shares.get(place) === share)) { pots.push({ typed, winners }); next += size; }
      }
    }
    if (next === first) next++; // nobody can have won this row
  }
  return pots;
}
