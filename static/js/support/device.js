// The phone while a sheet is open: its screen stays on if the browser allows that (over https or on localhost), and it
// reads aloud what was saved if the browser can speak.

import { $, $$, memory, spotOf } from "./dom.js";

const OFF = "screen-off"; // the storage key if it is switched off

const screen = { lock: /** @type {WakeLockSentinel | null} */ (null), asking: false };

/** Return whether the page is visible and should keep the screen on. */
function isWanted() { return !document.hidden && $("[data-awake]") !== null && !memory.get(OFF); }

/** Keep the screen on only while that is wanted. The browser releases the lock itself when the page is hidden. */
export async function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  for (const part of $$("[data-can-stay-awake]")) part.hidden = false;
  for (const box of $$("input[data-stay-awake]")) box.checked = !memory.get(OFF);
  if (screen.asking) return;
  if (!isWanted()) { await screen.lock?.release(); screen.lock = null; return; }
  if (screen.lock && !screen.lock.released) return;
  screen.asking = true;
  try { screen.lock = await navigator.wakeLock.request("screen"); } catch { /* low battery, or not allowed */ }
  screen.asking = false;
  if (!isWanted()) await stayAwake(); // over, hidden or switched off since
}

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (!box.matches("input[data-stay-awake]")) return;
  if (box.checked) memory.drop(OFF); else memory.set(OFF, true);
  stayAwake();
});

const ON = "read-aloud"; // the storage key if it is switched on

/**
 * Read a text aloud, and stop reading another.
 * @param {string | null | undefined} words
 */
function read(words) {
  speechSynthesis.cancel();
  if (!words) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = document.documentElement.lang;
  speechSynthesis.speak(spoken);
}

/** Show the switch and the buttons if the browser can speak. */
export function offerReading() {
  if (!("speechSynthesis" in window)) return;
  for (const part of $$("[data-can-speak]")) part.hidden = false;
  for (const box of $$("input[data-read-aloud]")) box.checked = Boolean(memory.get(ON));
}

/** Read the state of the play aloud if that is switched on. */
export function readPlay() { if (memory.get(ON) && "speechSynthesis" in window) read($("#play")?.dataset.announce); }

document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (!box.matches("input[data-read-aloud]")) return;
  if (box.checked) memory.set(ON, true); else { memory.drop(ON); speechSynthesis.cancel(); }
  readPlay(); // some phones speak only after they have once spoken at a tap
});
document.addEventListener("click", (event) => {
  const button = spotOf(event).closest("button[data-read]");
  if (button) read($(button.getAttribute("data-read") || "")?.textContent);
});
