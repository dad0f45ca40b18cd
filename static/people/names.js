// Finding a name among many: what is typed hides all other names.

import { $$, ancestor, listen } from "../support/dom.js";

/**
 * Return a name as it is compared: in small letters, without accents.
 * @param {string | null} name
 */
function foldedName(name) { return (name || "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim(); }

/**
 * Show only the names that contain what is typed.
 * @param {HTMLInputElement} search
 */
function showMatches(search) {
  const typed = foldedName(search.value);
  for (const chip of $$(".chip-button", ancestor(search, "form"))) chip.hidden = !foldedName(chip.textContent).includes(typed);
}

listen("input", "input#find-name", showMatches);
listen("keydown", "input#find-name", (_, event) => { if (event.key === "Enter") event.preventDefault(); }); // it would tap the first name
