// What the phone itself does while a sheet is open: its screen stays on, where the browser lets a page do that (https, or
// this computer), and it reads aloud what was saved, where the browser can speak.

import { $, $$, memory, spotOf } from "./dom.js";

const OFF = "screen-off"; // what this phone remembers where somebody has switched it off

const screen = { lock: /** @type {WakeLockSentinel | null} */ (null), asking: false };

/** Whether the page shows something to stay awake for, and somebody may be looking at it. */
function isWanted() { return !document.hidden && $("[data-awake]") !== null && !memory.get(OFF); }

/** Keep the screen on while it is wanted, and no longer. The browser lets go of it by itself where the page is hidden. */
export async function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  for (const part of $$("[data-can-stay-awake]")) part.hidden = false;
  for (const box of $$("input[data-stay-awake]")) box.checked = !memory.get(OFF);
  if (screen.asking) return;
  if (!isWanted()) { await screen.lock?.release(); screen.lock = null; return; }
  if (screen.lock && !screen.lock.released) return;
  screen.asking = true;
  try { screen.lock = await navigator.wakeLock.request("screen"); } catch { /* the battery is low, or it is not allowed */ }
  screen.asking = false;
  if (!isWanted()) await stayAwake(); // it was over, hidden or switched off meanwhile
}

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (!box.matches("input[data-stay-awake]")) return;
  if (box.checked) memory.drop(OFF); else memory.set(OFF, true);
  stayAwake();
});

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
