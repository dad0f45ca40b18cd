// The page as it is now: what this phone types is shown to the others, what they write is shown here.

import { $, $$, announce, around, calm, make, pageIn, sentBy, state, the, write } from "../support/dom.js";
import { readPlay } from "../support/device.js";
import { closePad, pad, toRefused } from "../entry/keypad.js";
import { check } from "../entry/form.js";
import { dropTyped, playOf, typedOf, unsent } from "../entry/typed.js";

/** What a page does when it is shown: said by ``app.js``, which knows all of it. */
export const page = { async setUp() {} };

// ---- the page anew -------------------------------------------------------------------------------------------

/**
 * Show the page of an answer in place of this one.
 * @param {Response} answer
 * @param {boolean} moveUp
 * @param {Document | null} read
 */
export async function show(answer, moveUp, read = null) {
  const found = read || pageIn(await answer.text());
  const fresh = $("#page", found);
  if (!fresh) { location.reload(); return; }
  closePad();
  tellChanges(fresh);
  const before = the("#page"), at = document.activeElement;
  before.replaceWith(fresh);
  document.title = found.title;
  if (answer.redirected && new URL(answer.url).pathname !== location.pathname) { history.pushState(null, "", answer.url); state.place = location.pathname; }
  else if (answer.redirected) history.replaceState(null, "", answer.url);
  onceOnly();
  state.touched = false;
  await page.setUp();
  if (!moveUp) takeAlong(before, at);
  announce(followed()?.dataset.announce || "");
  if ($("#play", before)?.dataset.revision !== $("#play")?.dataset.revision) readPlay();
  const problem = $(".problem.summary, [role=alert]", fresh);
  if (toRefused(fresh)) return;
  if (problem) { problem.tabIndex = -1; problem.focus({ preventScroll: moveUp }); } else if (moveUp) the("#main").focus({ preventScroll: true });
  if (moveUp) scrollTo(0, 0); // what was done stands at the top
}

/** What this page shows as it goes on: a play, or a club. */
function followed() { return $("[data-state]"); }

/** Whether somebody is at something here that a fresh page would take away. */
function isInUse() { return state.touched || $("#lay [name=typed]")?.value || $("#club form:focus-within, #club details[open] form, #club form details[open]"); }

/**
 * Leave unfolded, half filled in and in focus on the page that is shown now what was so on the one before. Forms of which
 * something is kept, or which the script sends, see to themselves.
 * @param {HTMLElement} before
 * @param {Element | null} at
 */
function takeAlong(before, at) {
  for (const form of $$("form:not([data-keep], [data-sent])", before)) {
    const isBegun = $$("input", form).some((input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked);
    if (isBegun) $(`form[action="${form.getAttribute("action")}"]`)?.replaceWith(form);
  }
  for (const one of $$("summary[id]", before)) { const same = $("#" + one.id); if (same) around(same, "details").open = around(one, "details").open; }
  if (at && before.contains(at)) $(at.id ? "#" + at.id : `[href="${at.getAttribute("href")}"]`)?.focus({ preventScroll: true });
}

/**
 * What is another one than on this page of the same play moves a little: totals, and the winner's card when it comes.
 * @param {HTMLElement} fresh
 */
function tellChanges(fresh) {
  if ($("#play")?.dataset.state !== $("#play", fresh)?.dataset.state) return;
  const before = $$(".board .total").map((total) => total.textContent);
  for (const [seat, total] of $$(".board .total", fresh).entries()) total.classList.toggle("changed", seat in before && before[seat] !== total.textContent);
  if (!$(".winner")) $(".winner", fresh)?.classList.add("dealt");
}

/** What was done is told once: the page loaded again says how it stands. */
export function onceOnly() {
  const address = new URL(location.href);
  if (!address.searchParams.has("done")) return;
  address.searchParams.delete("done");
  history.replaceState(null, "", address);
}

/** Load the page again, without what is around it. */
export async function refresh() {
  const answer = await fetch(location.href);
  if (answer.ok) await show(answer, false);
}

const USUAL = 4000;
const look = { timer: 0, wait: USUAL };

/** Look now, and then again and again: as often as the club says, more often while a round is being written. */
export async function keepLooking() {
  clearTimeout(look.timer);
  await poll();
  clearTimeout(look.timer);
  look.timer = setTimeout(keepLooking, look.wait);
}

/** Look whether somebody else has changed what is shown here. */
async function poll() {
  const play = followed();
  if (!play || document.hidden || pad.element || $("dialog[open]") || unsent().some((parcel) => playOf(parcel.action) === playOf(location.pathname))) return;
  try {
    const since = isInUse() ? `&since=${play.dataset.revision}` : ""; // only then the changes are told in words
    const answer = await fetch(`${play.dataset.state}?mark=${play.dataset.mark}${since}`);
    look.wait = Number(answer.headers.get("Ask-Again")) || USUAL;
    if (answer.status === 404) { if (isInUse()) gone(play); else location.reload(); }
    if (answer.status !== 200 || followed() !== play || down.busy) return;
    const news = await answer.json();
    if (!isInUse()) {
      const anew = await fetch(location.href);
      await calm();
      if (anew.ok && !isInUse() && followed() === play) await show(anew, false); // else somebody has tapped meanwhile
      return;
    }
    if ($(".fresh") || news.mark === play.dataset.mark) return;
    const words = news.changes.length ? news.changes.join("; ") : "The coming round was changed on another phone";
    play.prepend(make("div", { class: "notice fresh", role: "status" }, make("p", {}, words + "."), make("button", { class: "quiet", onclick: () => refresh() }, "Show it")));
  } catch { /* the network is gone; the next try will tell */ }
}

/**
 * Say that the page is gone: loaded anew, the page would take along what was typed.
 * @param {HTMLElement} play
 */
function gone(play) {
  if ($(".gone-away")) return;
  const words = "This page is gone, or this phone is no longer in the club. What you typed is still here: copy it before you leave.";
  play.prepend(make("div", { class: "notice warn gone-away", role: "alert" }, make("p", {}, words)));
}

// ---- what is known before the hand: every phone at the table sees it as it comes -----------------------------------

const down = { timer: 0, busy: false };

/** @type {WeakMap<HTMLFormElement, Map<string, string[]>>} */
const shared = new WeakMap(); // what the others know of a form already

/**
 * What is answered of that which the others see as it comes, by name: all of the form, but where it asks for the result
 * with it.
 * @param {HTMLFormElement} form
 */
function answersOf(form) {
  /** @type {Map<string, string[]>} */
  const found = new Map(), early = form.dataset.early?.split(" ");
  for (const [name, value] of typedOf(form)) if (value.trim() && (!early || early.includes(name.split(".")[0]))) found.set(name, [...(found.get(name) || []), value]);
  return found;
}

/**
 * The names under which answers differ.
 * @param {Map<string, string[]>} one
 * @param {Map<string, string[]>} other
 */
function differing(one, other) {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => String(one.get(name)) !== String(other.get(name)));
}

/**
 * What stands in a form is known to the others, what comes is sent to them, until it is saved.
 * @param {HTMLFormElement} form
 */
export function setUpDown(form) {
  shared.set(form, answersOf(form));
  form.addEventListener("submit", () => clearTimeout(down.timer));
}

/**
 * Whether more is answered than what the others see as it comes: the result of the round.
 * @param {HTMLFormElement} form
 */
function isMoreTyped(form) {
  const early = form.dataset.early?.split(" "), later = $$("[data-field], [data-rows]", form).map((one) => one.dataset.field || one.dataset.rows).filter((key) => !early?.includes(key || ""));
  return Boolean(early) && typedOf(form).some(([name, value]) => value.trim() && later.includes(name.split(".")[0]));
}

/**
 * What counts already is in the totals at once, and in how far it is to the end.
 * @param {{ board: [string, string][], progress: [number, string] | null }} news
 */
function showSoFar({ board, progress }) {
  for (const [seat, [total, last]] of board.entries()) {
    const card = $$(".board .card")[seat], short = $$(".in-short .one b")[seat];
    if (!card) continue;
    write(the(".total", card), total);
    write(the(".last", card), last || "\u00a0");
    if (short) write(short, total);
  }
  const bar = /** @type {HTMLProgressElement | null} */ ($(".round-head progress"));
  if (!bar || !progress) return;
  bar.value = Math.max(0, progress[0]);
  write(the(".round-head .beside:has(+ progress) bdi"), progress[1]);
}

/**
 * Send what has come, in a moment.
 * @param {HTMLFormElement} form
 */
export function putDown(form) {
  clearTimeout(down.timer);
  if (form.dataset.down) down.timer = setTimeout(() => sendDown(form), 300);
}

/**
 * Send what has come since the others were told last.
 * @param {HTMLFormElement} form
 */
async function sendDown(form) {
  if (!form.isConnected) return;
  if (down.busy) { putDown(form); return; }
  const now = answersOf(form), play = the("#play"), fresh = differing(now, shared.get(form) || new Map());
  if (!fresh.length) return;
  const lists = new Set(fresh.map((name) => name.split(".")[0]).filter((key) => $(`[data-rows="${CSS.escape(key)}"]`, form)));
  const isIn = (/** @type {string} */ name) => lists.has(name.split(".")[0]);
  const said = (/** @type {"csrf_token" | "slot"} */ name) => the(`[name=${name}]`, form).value;
  const body = new URLSearchParams({ csrf_token: said("csrf_token"), slot: said("slot"), mark: play.dataset.mark || "" });
  for (const [name, values] of now) if (isIn(name) || fresh.includes(name)) for (const value of values) body.append(name, value);
  for (const name of fresh) if (!isIn(name) && !now.has(name)) body.append("cleared", name);
  for (const key of lists) if (![...now.keys()].some((name) => name.startsWith(key + "."))) body.append("cleared", key);
  down.busy = true;
  try {
    const answer = await fetch(form.dataset.down || "", { method: "POST", body });
    const news = answer.ok ? await answer.json() : null;
    await calm();
    if (!news || $("#play") !== play) return; // the next look tells how it stands
    shared.set(form, now);
    if (news.alone) play.dataset.mark = news.mark;
    const line = $("#bidding");
    if (line) write(line, news.bidding);
    showSoFar(news);
    if (news.whole && !isMoreTyped(form) && !differing(answersOf(form), now).length) { state.touched = false; dropTyped(form.dataset.keep); }
  } catch { /* the network is gone: locking sends all of it */ } finally { down.busy = false; }
}

// ---- what the round would give ------------------------------------------------------------------------------------

const ahead = { timer: 0, asked: 0 };

/**
 * Show what the round would give, once nobody has typed for so many milliseconds.
 * @param {HTMLFormElement} form
 * @param {number} wait
 */
export function foresee(form, wait = 350) {
  const spot = $("#preview", form);
  if (!spot) return;
  clearTimeout(ahead.timer);
  const number = ++ahead.asked;
  ahead.timer = setTimeout(async () => {
    if (!form.isConnected) return;
    try {
      const answer = await fetch(spot.dataset.from || "", { method: "POST", body: sentBy(form) });
      if (!answer.ok) throw new Error();
      const text = await answer.text();
      await calm();
      if (number !== ahead.asked || !form.isConnected) return;
      const open = $("details.gives[open]", spot);
      spot.innerHTML = text;
      const gives = $("details.gives", spot);
      if (open && gives) gives.open = true;
      state.lacks = JSON.parse(the("[data-lacks]", spot).dataset.lacks || "");
    } catch {
      if (number !== ahead.asked || !form.isConnected) return;
      spot.replaceChildren(); // the network is gone; saving will tell
      state.lacks = null;
    }
    check(form);
  }, wait);
}
