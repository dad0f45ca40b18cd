// The screen stays on while somebody follows a play, where the browser lets a page do that: https, or this computer.

import { $, $$, memory } from "./page.js";

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
