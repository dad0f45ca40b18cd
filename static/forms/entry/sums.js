// Arithmetic of a form, without a page: typed sums, numbers that follow from others, and what is left.

const MINUS = /[−–—]/g;
const SUM = /^[+-]?\d{1,10}(?:[+-]\d{1,10}){0,40}$/;

/**
 * Return the value of a typed number or sum; null if the text is neither.
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
function isAllowed({ choices, least = -Infinity, most = Infinity }, value) {
  return choices ? choices.includes(value) : !(value < least || value > most); // NaN is within any bounds
}

/**
 * Return the numbers to fill in, by place, so that all numbers have this sum. null: remove what was filled in; a place
 * that is not returned stays as it is. Of two numbers one follows from the other; of more, those that nobody has typed
 * follow.
 * @param {Share[]} shares
 * @param {number} sum
 * @param {number} changed the place that was just changed; -1: none
 * @param {number} edited the place that is being edited, into which nothing is filled; -1: none
 * @returns {Map<number, number | null>}
 */
export function numbersToFill(shares, sum, changed = -1, edited = -1) {
  const follower = shares.length === 2 && changed >= 0 && shares[changed].value !== null ? 1 - changed : -1; // of two, the other one
  const open = [...shares.keys()].filter((place) => place === follower || shares[place].auto || shares[place].value === null);
  const busy = open.find((place) => place === changed || place === edited); // somebody is typing into it
  const left = sum - sumOf(shares.filter((_, place) => !open.includes(place)).map((share) => share.value));
  const clear = new Map(open.filter((place) => shares[place].auto && place !== busy).map((place) => [place, null])); // takes back what was filled in
  if (!open.length || open.length === shares.length) return clear;
  if (open.length === 1) {
    if (open[0] === busy) return new Map();
    if (isAllowed(shares[open[0]], left)) return new Map([[open[0], left]]);
    return open[0] === follower ? new Map() : clear;
  }
  return left === 0 ? new Map(open.filter((place) => place !== busy).map((place) => [place, 0])) : clear;
}

/**
 * Return the keys of the fields that a sum adds up.
 * @param {SumRule} rule
 */
export function keysOf(rule) { return [rule.key, ...rule.also]; }

/**
 * Return the exact sum that a rule requires; null if it requires none, or only a maximum because an exception has an
 * answer.
 * @param {SumRule} rule
 * @param {(key: string) => boolean} isGiven
 */
export function requiredSum(rule, isGiven) { return rule.unless.some(isGiven) ? null : rule.to; }

/**
 * Return what is wrong with a sum, in words.
 * @param {SumRule} rule
 * @param {(number | null)[]} values
 * @param {number | null} required the exact sum; null if there is only a maximum
 */
export function sumProblems(rule, values, required) {
  const problems = [], sum = sumOf(values), isBegun = values.some((value) => value !== null);
  if (rule.to !== null && isBegun && (required !== null ? sum !== required : sum > rule.to)) problems.push(remainderOf(rule, rule.to - sum));
  if (rule.most !== null && sum > rule.most) problems.push(remainderOf(rule, rule.most - sum));
  return problems;
}

/**
 * Return how many are left or too many, in the words of a rule.
 * @param {SumRule} rule
 * @param {number} left
 */
function remainderOf(rule, left) {
  const label = rule.label.toLowerCase();
  const [one, many] = rule.noun;
  return remainderText(left, one || label, many || label);
}

/**
 * Return how many of something are left or too many.
 * @param {number} left
 * @param {string} one
 * @param {string} many
 */
export function remainderText(left, one, many) { return `${Math.abs(left)} ${Math.abs(left) === 1 ? one : many} ${left > 0 ? "left" : "too many"}`; }
