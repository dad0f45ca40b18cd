// Setting up a page: the scripts and style sheets that it names, and what each of them does.

import { $, $$, storage } from "./dom.js";
import { make } from "./elements.js";

/**
 * What the scripts of this page do to set it up, in the order in which they were loaded; ``isFirst``: for the first time
 * since the page was loaded, not after it was replaced.
 * @type {((isFirst: boolean) => void)[]}
 */
export const setUps = [];

/** The address below which the files of this version are: this module is part of app.js, which lies beside their folders. */
const FILES = new URL("./", import.meta.url).href;

/** The scripts that only folded fields of this page need. */
const folded = { scripts: /** @type {string[]} */ ([]) };

/**
 * Load a script of this version; if that fails, the page works as without the script.
 * @param {string} address
 */
async function loadScript(address) {
  const { href } = new URL(address, location.href);
  if (href.startsWith(FILES)) await import(href).catch(() => {});
}

/**
 * Return whether the scripts that a fetched page names are of the same version as those that run here.
 * @param {Document} page
 */
export function isOfThisVersion(page) { return $$("script[src]", page).every((script) => new URL(script.getAttribute("src") || "", location.href).href.startsWith(FILES)); }

/** Load the scripts that only folded fields need. */
export async function loadFolded() { await Promise.all(folded.scripts.map(loadScript)); }

/**
 * Note which scripts only folded fields of a page need; return whether they are needed at once, because something that was
 * typed may be restored to these fields.
 * @param {Document} page
 */
export function noteFolded(page) {
  folded.scripts = ($("[data-folded]", page)?.dataset.folded || "").split(" ").filter(Boolean);
  return folded.scripts.length > 0 && $$("form[data-keep]", page).some((form) => storage.get("typed:" + form.dataset.keep));
}

/**
 * Load the style sheets and scripts that a fetched page names and this one lacks.
 * @param {Document} page
 */
export async function loadFiles(page) {
  const styles = $$("link[rel=stylesheet]", page).map((link) => link.getAttribute("href") || "").filter((href) => !$(`link[href="${href}"]`));
  await Promise.all([
    ...styles.map((href) => new Promise((go) => { document.head.append(make("link", { rel: "stylesheet", href, onload: go, onerror: go })); })),
    ...$$("script[src]", page).map((script) => loadScript(script.getAttribute("src") || "")),
  ]);
}

/**
 * Set up the page with the scripts that are loaded.
 * @param {boolean} isFirst whether for the first time since the page was loaded
 */
export function setUpPage(isFirst = false) { for (const setUp of setUps) setUp(isFirst); }

/** Remove the message of what was done from the URL, so that a reload does not show it again. */
export function removeDoneFromUrl() {
  const address = new URL(location.href);
  if (!address.searchParams.has("done")) return;
  address.searchParams.delete("done");
  history.replaceState(null, "", address);
}
