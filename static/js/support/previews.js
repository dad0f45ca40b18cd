// Previews of pages.

import { $, $$, parsePage, the } from "./dom.js";
import { make, quietButton } from "./elements.js";
import { showLocalTimes } from "./times.js";
import { setUpSending } from "../live/sending.js";

/**
 * Show the page of a link in a dialog.
 * @param {HTMLAnchorElement} link
 * @param {MouseEvent} event
 */
export async function showPreview(link, event) {
  if (event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error();
    const dialog = make("dialog", { "aria-label": link.dataset.peek || "How it came about" });
    dialog.append(quietButton("Close", () => dialog.close(), { class: "quiet shut" }), the(".peek", parsePage(await answer.text())));
    dialog.addEventListener("close", () => { dialog.remove(); link.focus(); });
    dialog.addEventListener("click", (tap) => { if (tap.target === dialog) dialog.close(); });
    the("#page").append(dialog);
    for (const form of $$("form", dialog)) if (form.method === "post") setUpSending(form);
    dialog.showModal();
    if (link.hash) $(link.hash, dialog)?.scrollIntoView();
    showLocalTimes(dialog);
  } catch { location.href = link.href; }
}
