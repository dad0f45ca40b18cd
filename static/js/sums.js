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

/**
 * What has still to be shared out: pots, of the chips paid. Below 0: more was taken than given.
 * @param {(number | null)[]} given
 * @param {(number | null)[]} parts
 */
export function leftOf(given, parts) { return added(given) - added(parts); }

/**
 * What a part that takes the rest comes to, when ``left`` is left beside what it has; null: nothing.
 * @param {number} left
 * @param {number | null} own
 */
export function restOf(left, own) { return left + (own || 0) > 0 ? left + (own || 0) : null; }
