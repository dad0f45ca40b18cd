// Sections of long pages: which one is visible, folded ones, and printing.

import { $, $$, listen } from "./dom.js";

/** Mark the visible part of a sheet in its row of tabs. */
export function markVisibleTab() {
  const rounds = $(".so-far-played"), tabs = $(".at-hand");
  if (!rounds || !tabs || getComputedStyle(rounds).position === "absolute") return; // wide screens show both at once
  new IntersectionObserver(([{ isIntersecting }]) => {
    for (const link of $$("a[href^='#']", tabs)) {
      if ((link.hash === "#rounds") === isIntersecting) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    }
  }, { rootMargin: "0px 0px -60% 0px" }).observe(rounds);
}

/** Open the folded section of the URL's fragment, since not every browser does. */
export function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const section = target && /** @type {HTMLDetailsElement | null} */ (target.closest("details.chapter"));
  if (!section || section.open) return;
  section.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", openTarget);
addEventListener("beforeprint", () => { for (const section of $$("details.chapter")) section.open = true; });
listen("click", "[data-print]", () => print());
