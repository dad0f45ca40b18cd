// The problems that a page shows beside its inputs, until the input is changed.

import { $, $$ } from "../../support/dom.js";

const PARTS = ".bad, .entry, form";

/**
 * Return the problems of a part of a form, without those of the parts inside it.
 * @param {Element} part
 */
function problemsIn(part) { return $$(".problem:not(.summary)", part).filter((problem) => problem.closest(PARTS) === part); }

/**
 * Remove the problems of an element that was changed, and of everything around it.
 * @param {Element} changed
 */
export function clearProblems(changed) {
  const form = changed.closest("form");
  if (!form) return;
  for (let part = changed.closest(PARTS); part; part = part.parentElement?.closest(PARTS) || null) {
    for (const problem of problemsIn(part)) problem.remove();
    for (const element of [part, ...$$("[aria-invalid]", part)]) if (element.closest(PARTS) === part) element.removeAttribute("aria-invalid");
    part.classList.remove("bad");
  }
  const hasNoProblem = !$(".problem:not(.summary)", form);
  for (const summary of $$(".problem.summary:not([data-stays])")) {
    if (hasNoProblem && [form, null].includes(summary.closest("form"))) summary.remove();
    for (const link of $$("li > a[href]", summary)) {
      const input = document.getElementById(link.hash.slice(1)), part = input && input.closest(PARTS);
      if (part && form.contains(part) && !problemsIn(part).length) link.parentElement?.remove();
    }
  }
}

document.addEventListener("input", (event) => { if (event.target instanceof Element) clearProblems(event.target); });
