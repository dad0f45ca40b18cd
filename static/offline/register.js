// Registering the service worker, which stores pages for phones without a network if the browser allows it (over https or
// on localhost). Sheets load this module only if they are stored ones; see static/offline/worker/worker.js.

import { $, $$, fetchInTime } from "../support/dom.js";

const TRY_AGAIN = 4000; // milliseconds

/** Register the service worker, and have it store pages and delete those that this phone may no longer read. */
async function registerWorker() {
  if (!("serviceWorker" in navigator)) return; // plain http
  for (const element of $$("[data-keeps]")) element.hidden = false;
  try {
    await navigator.serviceWorker.register(new URL("../../../../worker.js", import.meta.url));
    (await navigator.serviceWorker.ready).active?.postMessage("look");
  } catch { /* forbidden or no network: another page will try */ }
}

/** Poll until the club answers. Then a stored sheet drops its notice, and the page for those that are not stored reloads. */
async function waitForNetwork() {
  const note = $("#kept-sheet, #not-stored"), play = $("#play");
  if (!note || !note.isConnected) return;
  try {
    const answer = await fetchInTime(play ? `${play.dataset.state}?mark=${play.dataset.mark}` : location.href);
    if (play && answer.ok) { note.remove(); return; }
    if (!play && !isLeaving && answer.status < 500) { location.reload(); return; }
  } catch { /* still no network */ }
  setTimeout(waitForNetwork, TRY_AGAIN);
}

let isLeaving = false; // a reload now would undo a tap
addEventListener("beforeunload", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });
registerWorker();
waitForNetwork();
