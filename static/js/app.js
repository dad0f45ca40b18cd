// The script of all pages. Every page works without it; scripts that only some pages need are named by these
// (`web.support.page_files`), and set up what they are for.

import { $$, memory } from "./support/dom.js";
import { localTimes, markPart, offerInstall, openTarget, removeDoneFromUrl, tellZone } from "./support/links.js";
import { offerReading, stayAwake } from "./support/device.js";
import { loadFolded, noteFolded, setUpPage, setUps } from "./support/page.js";

setUps.push(() => {
  for (const part of $$("[data-script]")) part.hidden = false;
  for (const part of $$("[data-plain]")) part.hidden = true;
  localTimes(document);
  tellZone();
  markPart();
  openTarget();
  offerInstall();
  stayAwake();
  offerReading();
});

/** Set up the page, after loading what it needs for what was typed or not sent yet on this phone. */
async function begin() {
  removeDoneFromUrl();
  const isUnsent = memory.keys().some((key) => key.startsWith("pending:"));
  if (noteFolded(document)) await loadFolded();
  if (memory.get("sent")) await import("./entry/entry.js").catch(() => {});
  if (isUnsent) await import("./live/live.js").catch(() => {});
  setUpPage(true);
}

addEventListener("beforeprint", () => { for (const section of $$("details.chapter")) section.open = true; });
document.addEventListener("DOMContentLoaded", begin); // all scripts that the page names have run by then
