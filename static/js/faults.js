// What was wrong with a field, until the field is changed.

import { $, $$ } from "./page.js";

const BOXES = ".bad, .entry, form";

/**
 * What is wrong with a part of a form itself, not with one of its parts.
 * @param {Element} box
 */
function faultsIn(box) { return $$(".problem:not(.summary)", box).filter((one) => one.closest(BOXES) === box); }

/**
 * Take away what was wrong with what has just been changed, and with all that it is a part of.
 * @param {Element} changed
 */
export function clearFaults(changed) {
  const form = changed.closest("form");
  if (!form) return;
  for (let box = changed.closest(BOXES); box; box = box.parentElement?.closest(BOXES) || null) {
    for (const fault of faultsIn(box)) fault.remove();
    for (const one of [box, ...$$("[aria-invalid]", box)]) if (one.closest(BOXES) === box) one.removeAttribute("aria-invalid");
    box.classList.remove("bad");
  }
  const isMended = !$(".problem:not(.summary)", form);
  for (const summary of $$(".problem.summary:not([data-stays])")) {
    if (isMended && [form, null].includes(summary.closest("form"))) summary.remove();
    for (const link of $$("li > a[href]", summary)) {
      const spot = document.getElementById(link.hash.slice(1)), box = spot && spot.closest(BOXES);
      if (box && form.contains(box) && !faultsIn(box).length) link.parentElement?.remove();
    }
  }
}

document.addEventListener("input", (event) => { if (event.target instanceof Element) clearFaults(event.target); });
