// Pages of the referee: results are shown while a question is typed, and buttons add or subtract a point.

import { $, listen, parsePage } from "../support/dom.js";
import { encodeForm } from "../support/forms.js";

const PAUSE = 300; // milliseconds without typing before a search
const search = { timer: 0, number: 0 }; // the number of the last request

/**
 * Add or subtract a point.
 * @param {HTMLButtonElement} button
 */
function step(button) {
  const input = button.parentElement && $("input", button.parentElement);
  if (!input) return;
  input.value = String(Math.max(0, (Number.parseInt(input.value, 10) || 0) + Number(button.dataset.step)) || "");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Search while a question is typed; only the answer to the last request is shown.
 * @param {HTMLFormElement} form
 */
async function showResults(form) {
  const number = ++search.number, selector = form.dataset.find || "", url = `${form.action}?${encodeForm(form)}`;
  try {
    const found = $(selector, parsePage(await (await fetch(url)).text())), results = $(selector);
    if (number !== search.number || !found || !results || !form.isConnected) return;
    results.replaceChildren(...found.childNodes);
    history.replaceState(history.state, "", url);
  } catch { /* no network: the button will show it */ }
}

listen("click", "button[data-step]", step);
listen("input", "form[data-find]", (form) => {
  clearTimeout(search.timer);
  search.timer = setTimeout(() => showResults(form), PAUSE);
});
