// The sums of a form, as numbers alone: what is typed, what follows from it, what is left, and in which words.

const MINUS = /[−–—]/g;
const SUM = /^[+-]?\d{1,10}(?:[+-]\d{1,10}){0,40}$/;

/**
 * The number that somebody typed, sums worked out; null: no number.
 * @param {string} text
 */
export function readSum(text) {
  const clean = text.replace(MINUS, "-").replace(/＋/g, "+").replace(/\s/g, "").replace(/[+-]$/, "");
  return SUM.test(clean) ? added((clean.match(/[+-]?\d+/g) || []).map(Number)) : null;
}

/**
 * What numbers add up to; one that is not there counts nothing.
 * @param {(number | null)[]} values
 */
export function added(values) {
  return values.reduce((/** @type {number} */ sum, value) => sum + (value || 0), 0);
}

/**
 * Whether a number may stand there.
 * @param {Share} share
 * @param {number} value
 */
function takes({ choices, least = -Infinity, most = Infinity }, value) {
  return choices ? choices.includes(value) : !(value < least || value > most); // no number is no bound
}

/**
 * What follows for the numbers of a sum that has to come to ``to``: by place the number to fill in, or null where what
 * was filled in is taken out; a place that is not named stays. Of two, the one follows the other; of more, those that
 * nobody has written follow.
 * @param {Share[]} shares
 * @param {number} to
 * @param {number} written the place that somebody has just written into; -1: none
 * @param {number} held the place that somebody is at: nothing is filled in there; -1: none
 * @returns {Map<number, number | null>}
 */
export function follow(shares, to, written = -1, held = -1) {
  const follower = shares.length === 2 && written >= 0 && shares[written].value !== null ? 1 - written : -1;
  const open = [...shares.keys()].filter((place) => place === follower || shares[place].auto || shares[place].value === null);
  const at = open.find((place) => place === written || place === held);
  const left = to - added(shares.filter((_, place) => !open.includes(place)).map((share) => share.value));
  const taken = open.filter((place) => shares[place].auto && place !== at);
  const clear = new Map(taken.map((place) => [place, null]));
  if (!open.length || open.length === shares.length) return clear;
  if (open.length === 1) {
    if (open[0] === at) return new Map();
    if (takes(shares[open[0]], left)) return new Map([[open[0], left]]);
    return open[0] === follower ? new Map() : clear;
  }
  return left === 0 ? new Map(open.filter((place) => place !== at).map((place) => [place, 0])) : clear;
}

/**
 * Under which keys the numbers of a sum are asked.
 * @param {SumRule} rule
 */
export function keysOf(rule) { return [rule.key, ...rule.with]; }

/**
 * What a sum has to come to; null: nothing, or anything up to what it says, as long as something is given for it.
 * @param {SumRule} rule
 * @param {(key: string) => boolean} isGiven
 */
export function aimOf(rule, isGiven) { return rule.unless.some(isGiven) ? null : rule.to; }

/**
 * What is wrong with a sum, in words; one that has an aim has to come to it, and any other only may.
 * @param {SumRule} rule
 * @param {(number | null)[]} values
 * @param {number | null} aim
 */
export function faultsOf(rule, values, aim) {
  const found = [], sum = added(values), some = values.some((value) => value !== null);
  if (rule.to !== null && some && (aim !== null ? sum !== aim : sum > rule.to)) found.push(spare(rule, rule.to - sum));
  if (rule.most !== null && sum > rule.most) found.push(spare(rule, rule.most - sum));
  return found;
}

/**
 * How many are left, or too many.
 * @param {SumRule} rule
 * @param {number} left
 */
function spare(rule, left) {
  const number = Math.abs(left), noun = rule.one ? (number === 1 ? rule.one : rule.many) : rule.label.toLowerCase();
  return remains(left, noun);
}

/**
 * How much of something is left, or too much.
 * @param {number} left
 * @param {string} noun
 */
export function remains(left, noun) { return `${Math.abs(left)} ${noun} ${left > 0 ? "left" : "too many"}`; }

// ---- what was given, shared out among winners: pots, of the chips that were paid -------------------------------

/**
 * A number in whole parts, the first in order getting what does not divide.
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
 * What each winner takes of a pot that nobody has put a number to: where shares are matched, from everybody no more
 * than was given by the winner, above what went into earlier pots; else all that is left.
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
    const layer = added(given.map((chips) => Math.max(0, Math.min(chips, high) - low)));
    for (const [place, chips] of split(layer, winners.filter((one) => given[one] >= high), order)) shares.set(place, (shares.get(place) || 0) + chips);
    low = high;
  }
  return shares;
}

/**
 * The pots, one after the other: how much is in each, and what each winner takes; whose what is left may still be.
 * @param {(number | null)[]} paid by place
 * @param {Pot[]} pots
 * @param {ShareRule} rule
 * @returns {{ pots: { chips: number, shares: [number, number][] }[], left: number, open: number[] }}
 */
export function divide(paid, pots, rule) {
  const given = paid.map((chips) => chips || 0);
  let left = added(given), above = 0;
  const found = pots.map(({ typed, winners }, number) => {
    const later = rule.latest_first ? pots.slice(number + 1).reverse().flatMap((pot) => pot.winners) : [];
    const order = [...new Set([...later, ...rule.order])];
    /** @type {Map<number, number>} */
    let shares = new Map();
    if (winners.length) shares = typed === null ? sharesOf(given, winners, left, above, order, rule.matched) : split(typed, winners, order);
    const chips = typed ?? (winners.length ? added([...shares.values()]) : left);
    if (!winners.length) return { chips, shares: [] };
    left -= chips;
    above = Math.max(above, ...winners.map((place) => given[place]));
    return { chips, shares: [...shares].filter(([, share]) => share > 0) };
  });
  const open = [...given.keys()].filter((place) => !rule.matched || given[place] > above);
  return { pots: found, left, open };
}

/**
 * The pots that rows of winner and chips came from, where the same rows come of them.
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
      const some = rows.slice(from, from + size), winners = some.map(([place]) => place), chips = added(some.map(([, share]) => share));
      if (new Set(winners).size < size) continue;
      for (const typed of [null, chips]) {
        const shares = new Map(divide(paid, [...pots, { typed, winners }], rule).pots[pots.length].shares);
        if (at === from && some.every(([place, share]) => shares.get(place) === share)) { pots.push({ typed, winners }); at += size; }
      }
    }
    if (at === from) at++; // a row that nobody can take, of nothing
  }
  return pots;
}
