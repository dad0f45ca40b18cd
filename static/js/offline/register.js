// What this phone can read without a network, where the browser keeps it: over https, and on the computer itself. Sheets load
// this only where they were kept; see static/worker/worker.js.

import { $, $$ } from "../support/dom.js";

const TRY_AGAIN = 4000;

/** Have pages kept, and let go of what this phone is not to read any more. */
async function keepPages() {
  if (!("serviceWorker" in navigator)) return; // plain http
  for (const part of $$("[data-keeps]")) part.hidden = false;
  try {
    await navigator.serviceWorker.register(new URL("../../../../../worker.js", import.meta.url));
    (await navigator.serviceWorker.ready).active?.postMessage("look");
  } catch { /* forbidden, or there is no network: another page will */ }
}

/** A sheet that was kept says so until the club answers; then it looks itself whether it still stands. */
async function untilAnswered() {
  const note = $("#kept-sheet"), play = $("#play");
  if (!note || !play || !note.isConnected) return;
  try {
    const answer = await fetch(`${play.dataset.state}?mark=${play.dataset.mark}`);
    if (answer.ok) { note.remove(); return; }
  } catch { /* still none */ }
  setTimeout(untilAnswered, TRY_AGAIN);
}

addEventListener("online", () => { if ($("#apart")) location.reload(); });
keepPages();
untilAnswered();
