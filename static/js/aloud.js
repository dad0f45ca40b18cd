// Reading aloud, where the browser can speak: each saved round if somebody has switched that on, and a verdict by a tap.

import { $, $$, memory, spotOf } from "./page.js";

const ON = "read-aloud"; // what this phone remembers where somebody has switched it on

/**
 * Read this aloud, instead of what is being read.
 * @param {string | null | undefined} words
 */
function read(words) {
  speechSynthesis.cancel();
  if (!words) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = document.documentElement.lang;
  speechSynthesis.speak(spoken);
}

/** Show the switch and the buttons of this page, where the browser can speak. */
export function offerReading() {
  if (!("speechSynthesis" in window)) return;
  for (const part of $$("[data-can-speak]")) part.hidden = false;
  for (const box of $$("input[data-read-aloud]")) box.checked = Boolean(memory.get(ON));
}

/** Read the state of the play that is shown now, if that is wanted. */
export function readPlay() { if (memory.get(ON) && "speechSynthesis" in window) read($("#play")?.dataset.announce); }

document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (!box.matches("input[data-read-aloud]")) return;
  if (box.checked) memory.set(ON, true); else { memory.drop(ON); speechSynthesis.cancel(); }
  readPlay(); // some phones speak by themselves only after they did so at a tap
});
document.addEventListener("click", (event) => {
  const button = spotOf(event).closest("button[data-read]");
  if (button) read($(button.getAttribute("data-read") || "")?.textContent);
});
