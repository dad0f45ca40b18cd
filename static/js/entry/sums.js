// Arithmetic of a form, without a page: typed sums, numbers that follow from others, what is left, and pots.

const MINUS = /[−–—]/g;
const SUM = /^[+-]?\d{1,10}(?:[+-]\d{1,10}){0,40}$/;

/**
 * Return the number of a typed text, with sums worked out; null if it is none.
 * @param {string} text
 */
export function readSum(text) {
  const clean = text.replace(MINUS, "-").replace(/＋/g, "+").replace(/\s/g, "").replace(/[+-]$/, "");
  return SUM.test(clean) ? sumOf((clean.match(/[+-]?\d+/g) || []).map(Number)) : null;
}

/**
 * Return the sum of numbers; null counts as 0.
 * @param {(number | null)[]} values
 */
export function sumOf(values) {
  return values.reduce((/** @type {number} */ sum, value) => sum + (value || 0), 0);
}

/**
 * Return whether a number is allowed.
 * @param {Share} share
 * @param {number} value
 */
function takes({ choices, least = -Infinity, most = Infinity }, value) {
  return choices ? choices.includes(value) : !(value < least || value > most); // NaN is within any bounds
}

/**
 * Return what to fill in so that numbers add up to ``to``: by place the number, or null to remove what was filled in;
 * places that are missing stay as they are. Of two numbers one follows from the other; of more, those that nobody has
 * typed follow.
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
  const left = to - sumOf(shares.filter((_, place) => !open.includes(place)).map((share) => share.value));
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
 * Return the keys of the fields that a sum adds up.
 * @param {SumRule} rule
 */
export function keysOf(rule) { return [rule.key, ...rule.with]; }

/**
 * Return the exact sum that a rule wants; null if it wants none, or only a maximum because an exception is given.
 * @param {SumRule} rule
 * @param {(key: string) => boolean} isGiven
 */
export function aimOf(rule, isGiven) { return rule.unless.some(isGiven) ? null : rule.to; }

/**
 * Return what is wrong with a sum, in words. ``aim``: the exact sum; null if it is only a maximum.
 * @param {SumRule} rule
 * @param {(number | null)[]} values
 * @param {number | null} aim
 */
export function faultsOf(rule, values, aim) {
  const found = [], sum = sumOf(values), some = values.some((value) => value !== null);
  if (rule.to !== null && some && (aim !== null ? sum !== aim : sum > rule.to)) found.push(spare(rule, rule.to - sum));
  if (rule.most !== null && sum > rule.most) found.push(spare(rule, rule.most - sum));
  return found;
}

/**
 * Return how many are left or too many, in the words of a rule.
 * @param {SumRule} rule
 * @param {number} left
 */
function spare(rule, left) {
  const number = Math.abs(left), noun = rule.one ? (number === 1 ? rule.one : rule.many) : rule.label.toLowerCase();
  return remainderText(left, noun);
}

/**
 * Return how many of something are left or too many.
 * @param {number} left
 * @param {string} noun
 */
export function remainderText(left, noun) { return `${Math.abs(left)} ${noun} ${left > 0 ? "left" : "too many"}`; }

// ---- pots: what was paid, shared out among winners --------------------------------------------------------------

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
