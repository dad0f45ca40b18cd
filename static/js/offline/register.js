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

/** Ask until the club answers: then a kept sheet polls as usual, and the page in place of another one loads that one. */
async function untilAnswered() {
  const note = $("#kept-sheet, #apart"), play = $("#play");
  if (!note || !note.isConnected) return;
  try {
    const answer = await fetch(play ? `${play.dataset.state}?mark=${play.dataset.mark}` : location.href);
    if (play && answer.ok) { note.remove(); return; }
    if (!play && !isLeaving && answer.status < 500) { location.reload(); return; }
  } catch { /* still none */ }
  setTimeout(untilAnswered, TRY_AGAIN);
}

let isLeaving = false; // to load the page again now would undo a tap
addEventListener("beforeunload", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });
keepPages();
untilAnswered();
