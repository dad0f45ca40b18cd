// Replacing this page with a newer one from the server, without a reload.

import { $, $$, ancestor, announce, fetchInTime, parsePage, the } from "../../support/dom.js";
import { setText } from "../../support/elements.js";
import { isOfThisVersion, loadFiles, loadFolded, noteFolded, removeDoneFromUrl, setUpPage } from "../../support/page.js";
import { ignoreDoubleTap } from "../../support/device/pointer.js";
import { speakState } from "../../support/device/speech.js";
import { state } from "../../support/state.js";
import { goToFirstProblem } from "../../forms/entry/moving.js";
import { closePad } from "../../forms/entry/pad.js";

/**
 * Replace this page with the page of an answer. If that is of a newer version, open it; if it is no page of the app,
 * reload.
 * @param {Response} answer
 * @param {boolean} moveUp whether to scroll to the top, where the result is
 * @param {Document | null} read the page in the answer, if it was read already
 */
export async function showPage(answer, moveUp, read = null) {
  const found = read || parsePage(await answer.text());
  const fresh = $("#page", found);
  if (!fresh) { location.reload(); return; }
  if (answer.ok && !answer.headers.has("Refused") && !isOfThisVersion(found)) { location.replace(answer.url); return; }
  await loadFiles(found);
  if (noteFolded(found)) await loadFolded();
  closePad();
  animateChanges(fresh);
  const before = the("#page"), focused = document.activeElement;
  before.replaceWith(fresh);
  document.title = found.title;
  if (answer.redirected && new URL(answer.url).pathname !== location.pathname) { history.pushState(null, "", answer.url); state.path = location.pathname; }
  else if (answer.redirected) history.replaceState(null, "", answer.url);
  removeDoneFromUrl();
  state.hasChanges = false;
  setUpPage();
  requestAnimationFrame(ignoreDoubleTap); // once it is scrolled
  if (!moveUp) carryOver(before, focused);
  announce(polledElement()?.dataset.announce || "");
  if ($("#play", before)?.dataset.revision !== $("#play")?.dataset.revision) speakState();
  const problem = $(".problem.summary, [role=alert]", fresh);
  if (goToFirstProblem(fresh)) return;
  if (problem) { problem.tabIndex = -1; problem.focus({ preventScroll: moveUp }); } else if (moveUp) the("#main").focus({ preventScroll: true });
  if (moveUp) scrollTo(0, 0); // the result is at the top
}

/** Fetch the page again and replace its content; without a network, say that the club could not be reached. */
export async function refresh() {
  try {
    const answer = await fetchInTime(location.href), page = parsePage(await answer.text());
    if (answer.ok) await showPage(answer, false, page);
  } catch { setText(the("#net"), "The club could not be reached. Try again in a moment."); }
}

/** Return the element of the play or club that this page polls. */
export function polledElement() { return $("[data-state]"); }

/**
 * Carry open sections, small forms and the focus over from the page before. Forms that are stored or sent by the script do
 * this themselves.
 * @param {HTMLElement} before
 * @param {Element | null} focused
 */
function carryOver(before, focused) {
  for (const form of $$("form:not([data-keep], [data-sent])", before)) {
    const isBegun = $$("input", form).some((input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked);
    if (isBegun) $(`form[action="${form.getAttribute("action")}"]`)?.replaceWith(form);
  }
  for (const summary of $$("summary[id]", before)) { const same = $("#" + summary.id); if (same) ancestor(same, "details").open = ancestor(summary, "details").open; }
  if (focused && before.contains(focused)) $(focused.id ? "#" + focused.id : `[href="${focused.getAttribute("href")}"]`)?.focus({ preventScroll: true });
}

/**
 * Animate what has changed since the last page of the same play: totals, and the winner's card.
 * @param {HTMLElement} fresh
 */
function animateChanges(fresh) {
  if ($("#play")?.dataset.state !== $("#play", fresh)?.dataset.state) return;
  const before = $$(".board .total").map((total) => total.textContent);
  for (const [seat, total] of $$(".board .total", fresh).entries()) total.classList.toggle("changed", seat in before && before[seat] !== total.textContent);
  if (!$(".winner")) $(".winner", fresh)?.classList.add("dealt");
}
