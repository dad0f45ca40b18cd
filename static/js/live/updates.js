// Keeping a page up to date: drafts are sent to the other phones, and their changes are shown here.

import { $, $$, announce, around, make, pageIn, sentBy, state, the, untilReleased, widgets, write } from "../support/dom.js";
import { readPlay } from "../support/device.js";
import { removeDoneFromUrl } from "../support/links.js";
import { loadFiles, loadFolded, noteFolded, setUpPage } from "../support/page.js";
import { closePad, pad, toRefused } from "../entry/keypad.js";
import { check } from "../entry/form.js";
import { dropTyped, playOf, typedOf, unsentParcels } from "../entry/typed.js";

// ---- updating the page ---------------------------------------------------------------------------------------

/**
 * Replace this page with the page of an answer.
 * @param {Response} answer
 * @param {boolean} moveUp
 * @param {Document | null} read
 */
export async function show(answer, moveUp, read = null) {
  const found = read || pageIn(await answer.text());
  const fresh = $("#page", found);
  if (!fresh) { location.reload(); return; }
  await loadFiles(found);
  if (noteFolded(found)) await loadFolded();
  closePad();
  tellChanges(fresh);
  const before = the("#page"), at = document.activeElement;
  before.replaceWith(fresh);
  document.title = found.title;
  if (answer.redirected && new URL(answer.url).pathname !== location.pathname) { history.pushState(null, "", answer.url); state.place = location.pathname; }
  else if (answer.redirected) history.replaceState(null, "", answer.url);
  removeDoneFromUrl();
  state.touched = false;
  setUpPage();
  if (!moveUp) takeAlong(before, at);
  announce(playElement()?.dataset.announce || "");
  if ($("#play", before)?.dataset.revision !== $("#play")?.dataset.revision) readPlay();
  const problem = $(".problem.summary, [role=alert]", fresh);
  if (toRefused(fresh)) return;
  if (problem) { problem.tabIndex = -1; problem.focus({ preventScroll: moveUp }); } else if (moveUp) the("#main").focus({ preventScroll: true });
  if (moveUp) scrollTo(0, 0); // the result is at the top
}

/** Return the element of the play or club that this page polls. */
function playElement() { return $("[data-state]"); }

/** Return whether a new page would interrupt the user. */
function isInUse() { return state.touched || $("#lay [name=typed]")?.value || $("#club form:focus-within, #club details[open] form, #club form details[open]"); }

/**
 * Carry open sections, small forms and the focus over from the page before. Forms that are stored or sent by the script do
 * this themselves.
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
 * Animate what has changed since the last page of the same play: totals, and the winner's card.
 * @param {HTMLElement} fresh
 */
function tellChanges(fresh) {
  if ($("#play")?.dataset.state !== $("#play", fresh)?.dataset.state) return;
  const before = $$(".board .total").map((total) => total.textContent);
  for (const [seat, total] of $$(".board .total", fresh).entries()) total.classList.toggle("changed", seat in before && before[seat] !== total.textContent);
  if (!$(".winner")) $(".winner", fresh)?.classList.add("dealt");
}

/** Fetch the page again and replace its content. */
export async function refresh() {
  const answer = await fetch(location.href);
  if (answer.ok) await show(answer, false);
}

const USUAL = 4000;
const look = { timer: 0, wait: USUAL };

/** Poll now and then repeatedly, at the server's interval, which is shorter while a round is entered. */
export async function keepLooking() {
  clearTimeout(look.timer);
  await poll();
  clearTimeout(look.timer);
  look.timer = setTimeout(keepLooking, look.wait);
}

/** Poll whether somebody else has changed what this page shows. */
async function poll() {
  const play = playElement();
  if (!play || document.hidden || pad.element || $("dialog[open]") || unsentParcels().some((parcel) => playOf(parcel.action) === playOf(location.pathname))) return;
  try {
    const since = isInUse() ? `&since=${play.dataset.revision}` : ""; // then the answer describes the changes
    const answer = await fetch(`${play.dataset.state}?mark=${play.dataset.mark}${since}`);
    look.wait = Number(answer.headers.get("Ask-Again")) || USUAL;
    if (answer.status === 404) { if (isInUse()) sayPageIsGone(play); else location.reload(); }
    if (answer.status !== 200 || playElement() !== play || down.busy) return;
    const news = await answer.json();
    if (!isInUse()) {
      const anew = await fetch(location.href);
      await untilReleased();
      if (anew.ok && !isInUse() && playElement() === play) await show(anew, false); // else the user has tapped since
      return;
    }
    if ($(".fresh") || news.mark === play.dataset.mark) return;
    const words = news.changes.length ? news.changes.join("; ") : "The coming round was changed on another phone";
    play.prepend(make("div", { class: "notice fresh", role: "status" }, make("p", {}, words + "."), make("button", { class: "quiet", onclick: () => refresh() }, "Show it")));
  } catch { /* no network: poll again later */ }
}

/**
 * Say that the page no longer exists; a reload would lose what was typed.
 * @param {HTMLElement} play
 */
function sayPageIsGone(play) {
  if ($(".gone-away")) return;
  const words = "This page is gone, or this phone is no longer in the club. What you typed is still here: copy it before you leave.";
  play.prepend(make("div", { class: "notice warn gone-away", role: "alert" }, make("p", {}, words)));
}

// ---- drafts: every phone at the table sees bids as they are tapped -------------------------------------------------

const down = { timer: 0, busy: false };

/** @type {WeakMap<HTMLFormElement, Map<string, string[]>>} */
const shared = new WeakMap(); // what was already sent of a form

/**
 * Return the answers of a draft by name: those of the whole form, unless it asks for the result as well.
 * @param {HTMLFormElement} form
 */
function answersOf(form) {
  /** @type {Map<string, string[]>} */
  const found = new Map(), early = form.dataset.early?.split(" ");
  for (const [name, value] of typedOf(form)) if (value.trim() && (!early || early.includes(name.split(".")[0]))) found.set(name, [...(found.get(name) || []), value]);
  return found;
}

/**
 * Return the names whose answers differ.
 * @param {Map<string, string[]>} one
 * @param {Map<string, string[]>} other
 */
function changedNames(one, other) {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => String(one.get(name)) !== String(other.get(name)));
}

/**
 * Send changes of a form as a draft until it is saved, and show what the round would give.
 * @param {HTMLFormElement} form
 */
function setUpDown(form) {
  shared.set(form, answersOf(form));
  form.addEventListener("submit", () => clearTimeout(down.timer));
  form.addEventListener("changed", (event) => {
    const part = /** @type {CustomEvent<HTMLElement | null>} */ (event).detail;
    foresee(form, part && part.matches("[type=radio]") ? 120 : 350);
    putDown(form);
  });
}

/**
 * Return whether more than the draft is answered: the result of the round.
 * @param {HTMLFormElement} form
 */
function isMoreTyped(form) {
  const early = form.dataset.early?.split(" "), later = $$("[data-field], [data-rows]", form).map((one) => one.dataset.field || one.dataset.rows).filter((key) => !early?.includes(key || ""));
  return Boolean(early) && typedOf(form).some(([name, value]) => value.trim() && later.includes(name.split(".")[0]));
}

/**
 * Show the totals and the progress that a running draft gives.
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
 * Send the draft in a moment.
 * @param {HTMLFormElement} form
 */
export function putDown(form) {
  clearTimeout(down.timer);
  if (form.dataset.down) down.timer = setTimeout(() => sendDown(form), 300);
}

/**
 * Send what has changed since the last draft.
 * @param {HTMLFormElement} form
 */
async function sendDown(form) {
  if (!form.isConnected) return;
  if (down.busy) { putDown(form); return; }
  const now = answersOf(form), play = the("#play"), fresh = changedNames(now, shared.get(form) || new Map());
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
    await untilReleased();
    if (!news || $("#play") !== play) return; // the next poll will show it
    shared.set(form, now);
    if (news.alone) play.dataset.mark = news.mark;
    const line = $("#bidding");
    if (line) write(line, news.bidding);
    showSoFar(news);
    if (news.whole && !isMoreTyped(form) && !changedNames(answersOf(form), now).length) { state.touched = false; dropTyped(form.dataset.keep); }
  } catch { /* no network: the lock button sends all of it */ } finally { down.busy = false; }
}

// ---- the preview of a round ---------------------------------------------------------------------------------------

const ahead = { timer: 0, asked: 0 };

/**
 * Show the preview of the round after this many milliseconds without typing.
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
      await untilReleased();
      if (number !== ahead.asked || !form.isConnected) return;
      const open = $("details.gives[open]", spot);
      spot.innerHTML = text;
      const gives = $("details.gives", spot);
      if (open && gives) gives.open = true;
      state.lacks = JSON.parse(the("[data-lacks]", spot).dataset.lacks || "");
    } catch {
      if (number !== ahead.asked || !form.isConnected) return;
      spot.replaceChildren(); // no network: the save will show it
      state.lacks = null;
    }
    check(form);
  }, wait);
}

widgets.forms.push(setUpDown);
