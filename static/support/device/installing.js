// The page's own offer to install the app, if the browser can.

import { $$, listen } from "../dom.js";

/** @type {Event & { prompt?(): Promise<unknown> } | null} */
let installEvent = null;

/** Show or hide the offer. */
export function offerInstall() { for (const element of $$("[data-install]")) element.hidden = !installEvent; }

addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); installEvent = event; offerInstall(); });
addEventListener("appinstalled", () => { installEvent = null; offerInstall(); });
listen("click", "button[data-install]", async () => {
  await installEvent?.prompt?.();
  installEvent = null; // the browser asks only once
  offerInstall();
});
