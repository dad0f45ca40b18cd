// Pots without a page: what was paid, shared out among winners.

import { sumOf } from "./sums.js";

/**
 * Split a number into whole parts; the first in order get the remainder.
 * @param {number} whole
 * @param {number[]} places
 * @param {number[]} order
 * @returns {Map<number, number>}
 */
function split(whole, places, order) {
  const each = Math.floor(whole / places.length), odd = whole - each * places.length;
  const first = order.filter((place) => places.includes(place)).slice(0, odd);
  return new Map(places.map((place) => [place, each + (first.includes(place) ? 1 : 0)]));
}

/**
 * Return what each winner takes of a pot without a typed number: all that is left, or if shares are matched, from each
 * player no more than the winner paid, above what went into earlier pots.
 * @param {number[]} given
 * @param {number[]} winners
 * @param {number} left
 * @param {number} above
 * @param {number[]} order
 * @param {boolean} matched
 */
function sharesOf(given, winners, left, above, order, matched) {
  if (!matched) return split(left, winners, order);
  const shares = new Map(winners.map((place) => [place, 0]));
  let low = above;
  for (const high of [...new Set(winners.map((place) => given[place]))].sort((one, other) => one - other)) {
    if (high <= low) continue;
    const layer = sumOf(given.map((chips) => Math.max(0, Math.min(chips, high) - low)));
    for (const [place, chips] of split(layer, winners.filter((one) => given[one] >= high), order)) shares.set(place, (shares.get(place) || 0) + chips);
    low = high;
  }
  return shares;
}

/**
 * Return how much is in each pot and what each winner takes, what is left, and who can still win it.
 * @param {(number | null)[]} paid by place
 * @param {Pot[]} pots
 * @param {ShareRule} rule
 * @returns {{ pots: { chips: number, shares: [number, number][] }[], left: number, open: number[] }}
 */
export function divide(paid, pots, rule) {
  const given = paid.map((chips) => chips || 0);
  let left = sumOf(given), above = 0;
  const found = pots.map(({ typed, winners }, number) => {
    const later = rule.latest_first ? pots.slice(number + 1).reverse().flatMap((pot) => pot.winners) : [];
    const order = [...new Set([...later, ...rule.order])];
    /** @type {Map<number, number>} */
    let shares = new Map();
    if (winners.length) shares = typed === null ? sharesOf(given, winners, left, above, order, rule.matched) : split(typed, winners, order);
    const chips = typed ?? (winners.length ? sumOf([...shares.values()]) : left);
    if (!winners.length) return { chips, shares: [] };
    left -= chips;
    above = Math.max(above, ...winners.map((place) => given[place]));
    return { chips, shares: [...shares].filter(([, share]) => share > 0) };
  });
  const open = [...given.keys()].filter((place) => !rule.matched || given[place] > above);
  return { pots: found, left, open };
}

/**
 * Return the pots from which rows of winner and chips came, if they give the same rows again.
 * @param {(number | null)[]} paid
 * @param {[number, number][]} rows
 * @param {ShareRule} rule
 * @returns {Pot[]}
 */
export function potsOf(paid, rows, rule) {
  /** @type {Pot[]} */
  const pots = [];
  for (let at = 0; at < rows.length;) {
    const from = at;
    for (let size = rows.length - from; size > 0 && at === from; size--) {
      const some = rows.slice(from, from + size), winners = some.map(([place]) => place), chips = sumOf(some.map(([, share]) => share));
      if (new Set(winners).size < size) continue;
      for (const typed of [null, chips]) {
        const shares = new Map(divide(paid, [...pots, { typed, winners }], rule).pots[pots.length].shares);
        if (at === from && some.every(([place, share]) => shares.get(place) === share)) { pots.push({ typed, winners }); at += size; }
      }
    }
    if (at === from) at++; // nobody can have won this row
  }
  return pots;
}
