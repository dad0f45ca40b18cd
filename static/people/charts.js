// Charts of statistics: a tap shows one line alone.

import { $, $$, ancestor, announce, listen, targetOf, the } from "../support/dom.js";

const NEAR = 24; // pixels, about half a finger

/**
 * Show only the line of a chart that is tapped, or whose end is nearest to the tap; a second tap, or one beside the lines,
 * shows all again.
 * @param {HTMLElement} chart
 * @param {MouseEvent} event
 */
function toggleLine(chart, event) {
  const target = targetOf(event), choice = $(".alone-shown", ancestor(chart, ".figure"));
  if (!choice) return;
  const lines = $$(".line", chart), ends = lines.map((line) => the("circle", line).getBoundingClientRect());
  const distances = ends.map((box) => Math.abs((box.top + box.bottom) / 2 - event.clientY)), nearest = Math.min(...distances);
  const tapped = lines.findIndex((line) => line.contains(target)), isAtEnds = event.clientX > ends[0].left - NEAR;
  const found = tapped < 0 && isAtEnds && nearest < NEAR ? distances.indexOf(nearest) : tapped;
  const inputs = $$("input", choice), [all] = inputs, wanted = inputs[found + 1];
  const chosen = wanted.checked ? all : wanted;
  chosen.checked = true;
  announce(chosen === all ? "All lines" : `${the("span", ancestor(chosen, "label")).textContent} alone`);
}

listen("click", ".figure .chart", toggleLine);
