// Links with `data-peek`, such as those to a round and to an invitation: their page opens in a dialog.
// `live/live.js` sends the forms in it.

import { $, fetchInTime, parsePage, the } from "./dom.js";
import { make, quietButton } from "./elements.js";
import { loadFiles } from "./page.js";
import { showLocalTimes } from "./times.js";

/** The tap whose page is opened: not those before it, while the network is slow. */
const latest = { tap: /** @type {MouseEvent | null} */ (null) };

/**
 * Open the page of a link in a dialog; if that fails, go there.
 * @param {HTMLAnchorElement} link
 * @param {MouseEvent} event
 */
export async function openInDialog(link, event) {
  if (event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  latest.tap = event;
  link.ariaBusy = "true"; // shown as such until the page is here
  try {
    const answer = await fetchInTime(link.href);
    if (!answer.ok) throw new Error();
    const found = parsePage(await answer.text()), dialog = make("dialog", { "aria-label": link.dataset.peek || "How it came about" });
    dialog.append(quietButton("Close", () => dialog.close(), { class: "quiet shut" }), the(".peek", found));
    dialog.addEventListener("close", () => { dialog.remove(); link.focus(); });
    dialog.addEventListener("click", (tap) => { if (tap.target === dialog) dialog.close(); });
    await loadFiles(found);
    if (event !== latest.tap) return;
    the("#page").append(dialog);
    dialog.dispatchEvent(new CustomEvent("peek", { bubbles: true }));
    dialog.showModal();
    if (link.hash) $(link.hash, dialog)?.scrollIntoView();
    showLocalTimes(dialog);
  } catch {
    if (event === latest.tap) location.href = link.href;
  } finally { link.ariaBusy = null; }
}
