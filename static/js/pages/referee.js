// Pages of the referee: results while a question is typed, and steppers for points.

import { $, parsePage, targetOf } from "../support/dom.js";

const PAUSE = 300;
const asked = { timer: 0, number: 0 };

/**
 * Add or subtract a point.
 * @param {MouseEvent} event
 */
function step(event) {
  const button = targetOf(event).closest("button");
  const input = button && button.dataset.step && button.parentElement && $("input", button.parentElement);
  if (!button || !input) return;
  input.value = String(Math.max(0, (Number.parseInt(input.value, 10) || 0) + Number(button.dataset.step)) || "");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Search while a question is typed; only the answer to the last one is shown.
 * @param {HTMLFormElement} form
 * @param {string} where
 */
async function find(form, where) {
  const number = ++asked.number, words = new URLSearchParams();
  for (const [name, value] of new FormData(form)) words.append(name, String(value));
  const url = `${form.action}?${words}`;
  try {
    const found = parsePage(await (await fetch(url)).text()).querySelector(where), spot = $(where);
    if (number !== asked.number || !found || !spot || !form.isConnected) return;
    spot.replaceChildren(...found.childNodes);
    history.replaceState(history.state, "", url);
  } catch { /* no network: the button will show it */ }
}

document.addEventListener("click", step);
document.addEventListener("input", (event) => {
  const form = targetOf(event).closest("form");
  if (!form || !form.dataset.find) return;
  const where = form.dataset.find;
  clearTimeout(asked.timer);
  asked.timer = setTimeout(() => find(form, where), PAUSE);
});
