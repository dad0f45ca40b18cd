// Keeping the screen on while a sheet is open, if the browser allows that (over https or on localhost).

import { $, $$, listen, storage } from "../dom.js";

const OFF = "screen-off"; // the storage key if it is switched off

const screen = { lock: /** @type {WakeLockSentinel | null} */ (null), isRequesting: false };

/** Return whether the page is visible and should keep the screen on. */
function isWanted() { return !document.hidden && $("[data-awake]") !== null && !storage.get(OFF); }

/** Keep the screen on only while that is wanted. The browser releases the lock itself when the page is hidden. */
export async function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  for (const element of $$("[data-can-stay-awake]")) element.hidden = false;
  for (const box of $$("input[data-stay-awake]")) box.checked = !storage.get(OFF);
  if (screen.isRequesting) return;
  if (!isWanted()) { await screen.lock?.release(); screen.lock = null; return; }
  if (screen.lock && !screen.lock.released) return;
  screen.isRequesting = true;
  try { screen.lock = await navigator.wakeLock.request("screen"); } catch { /* low battery, or not allowed */ }
  screen.isRequesting = false;
  if (!isWanted()) await stayAwake(); // release it: over, hidden or switched off since
}

document.addEventListener("visibilitychange", stayAwake);
listen("change", "input[data-stay-awake]", (box) => {
  if (box.checked) storage.drop(OFF); else storage.set(OFF, true);
  stayAwake();
});
