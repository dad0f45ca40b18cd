// Sections of long pages: which one is visible, folded ones, and printing.

import { $, $$, listen } from "./dom.js";

/** In the row of tabs of a sheet, mark the part at the top of the screen; at the end of the page, the rounds. */
export function markVisibleTab() {
  const rounds = $(".so-far-played"), tabs = $(".at-hand");
  window.onscroll = null;
  if (!rounds || !tabs || getComputedStyle(rounds).position === "absolute") return; // wide screens show both at once
  window.onscroll = () => {
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    const isAtRounds = isAtEnd || rounds.getBoundingClientRect().top < innerHeight * 0.4;
    for (const link of $$("a[href^='#']", tabs)) {
      if ((link.hash === "#rounds") === isAtRounds) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    }
  };
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
