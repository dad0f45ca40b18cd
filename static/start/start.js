// The page that starts a game: names are tapped or typed, games are filtered by the number of players, and lots are drawn
// without a reload.

import { $, $$, announce, parsePage, targetOf, the } from "../support/dom.js";
import { chipButton, make, setPressed } from "../support/elements.js";
import { encodeForm } from "../support/forms.js";
import { setUps } from "../support/page.js";
import { setUpWidgets } from "../forms/entry/entry.js";
import { handleChange, readTyped, restore } from "../forms/entry/unsaved_input.js";

const form = the("#start");
const list = the("details.chooser"), search = the("input#find-game");
/** @type {Record<string, number>} */
const requests = {}; // how many were made for each part of the page: only the answer to the last one is shown
let rows = gameRows();

/** Return the inputs of the seats. */
function seats() { return $$("input.text", the("#seating")); }

/** Return the names in the seats. */
function seatedNames() { return seats().map((seat) => seat.value.trim()).filter(Boolean); }

/** Return the rows of the games. */
function gameRows() { return $$(".pick").map((label) => /** @type {HTMLElement} */ (label.closest("li"))); }

/** Return the button that lists all games; null if the page lists them already. */
function listButton() { return $("button[name=look][value=games]"); }

/** Return the row of the chosen game. */
function chosenRow() { return /** @type {HTMLElement | null} */ ($("input[name=game]:checked")?.closest("li") || null); }

/** Return the input for the name of a game that is not in the catalogue; null if no such game is chosen. */
function ownNameInput() { return $("#of-game [name=name]"); }

/** Return whether the page shows the options of the chosen game. */
function hasOptions() { return $("input[name=game]:checked")?.getAttribute("value") === the("input[name=shown]").value; }

/**
 * Return the title of a game.
 * @param {Element} row
 */
function titleIn(row) { return the("strong", row).textContent || ""; }

/**
 * Return the title of the chosen game; if it is not in the catalogue, the typed name.
 * @param {Element} row
 */
function chosenTitle(row) { return (hasOptions() && ownNameInput()?.value.trim()) || titleIn(row); }

/**
 * Return a text for searching: without accents and capitals, each word after a space.
 * @param {string | null} text
 */
function searchText(text) { return " " + (text || "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim(); }

/** Scroll to the list of games. */
function scrollToList() { list.scrollIntoView({ block: "start" }); }

/** Show the form by its present answers: the seats that are needed, the games that fit, and what is missing. */
function redraw() {
  const names = seatedNames(), row = chosenRow(), fewest = Number(row?.dataset.fewest || 2), missing = fewest - names.length;
  for (const [place, seat] of seats().entries()) {
    const item = seat.closest("li");
    if (item) { item.hidden = !seat.value.trim() && place >= Math.max(fewest, names.length + 1); }
  }
  for (const button of $$("button[data-name]")) setPressed(button, names.includes(button.dataset.name || ""));
  the(".lots").hidden = names.length < 2;
  for (const part of $$(".spare")) part.classList.remove("spare");
  the("button[value=partners]").hidden = !row || row.dataset.sides === undefined;
  filterGames(names.length);
  const fault = faultOf(names, row);
  say(fault || (missing > 0 ? `${missing} more to sit down` : row ? "" : "Choose a game"), fault !== "");
}

/**
 * Say what is missing or wrong.
 * @param {string} text
 * @param {boolean} isWrong
 */
function say(text, isWrong) {
  const line = the("#sitting");
  if (line.textContent !== text) line.textContent = text;
  line.classList.toggle("short", isWrong);
}

/**
 * Return why these players cannot play the game; empty if they can.
 * @param {string[]} names
 * @param {HTMLElement | null} row
 */
function faultOf(names, row) {
  const twice = names.find((name, place) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < place);
  if (twice) return `${twice} sits there twice`;
  return row && names.length > Number(row.dataset.most) ? `${titleIn(row)} is for ${the("[data-players]", row).textContent} players; there are ${names.length}` : "";
}

/**
 * Show only games that are found by the typed words; without words, those for this number of players, or all if wished.
 * @param {number} players
 */
function filterGames(players) {
  const words = searchText(search.value).split(" ").filter(Boolean), isSearch = words.length > 0, chosen = chosenRow(), showsAll = the("input#all-games").checked;
  let found = 0;
  for (const row of rows) {
    const fits = players < 2 || (players >= Number(row.dataset.fewest) && players <= Number(row.dataset.most));
    const text = isSearch ? searchText(`${row.textContent} ${row.dataset.also || ""}`) : "";
    const isFound = words.every((word) => text.includes(" " + word));
    const isOffered = isSearch ? isFound || row.dataset.own !== undefined : fits || showsAll;
    row.classList.toggle("misfit", !isOffered && row !== chosen);
    row.hidden = isSearch && !isOffered;
    if (isFound) found++;
  }
  const others = the("details#other-games");
  for (const heading of [...$$("p.group", list), the("summary", others)]) heading.hidden = isSearch;
  if (isSearch) others.open = true;
  the("#misfits").hidden = isSearch || players < 2;
  the("#found").textContent = isSearch && !found && !listButton() ? `No game in the list is called “${search.value.trim()}”. Keep its score as a game of your own:` : "";
}

/** Show which game is chosen. */
function showChoice() {
  const row = chosenRow();
  if (!row) return;
  the("#choice strong").textContent = chosenTitle(row);
  the("#choice .beside").textContent = `${the("[data-players]", row).textContent} players`;
  the("#change").hidden = false;
  the("#go").replaceChildren("Start ", make("bdi", {}, chosenTitle(row)));
}

/**
 * Fetch the page for what is typed, and replace a part of this page with the same part of that one. The game that is
 * chosen by then stays chosen. Return whether that worked.
 * @param {string} part its selector
 * @param {Record<string, string>} more further inputs to send
 */
async function reload(part, more) {
  const number = requests[part] = (requests[part] || 0) + 1, body = encodeForm(form);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  try {
    const answer = await fetch(form.action, { method: "POST", body }), page = parsePage(await answer.text()), fresh = $(part, page);
    if (number !== requests[part] || !form.isConnected) return false;
    if (!fresh) throw new Error();
    for (const element of $$("[data-script]", fresh)) element.hidden = false;
    const game = $("input[name=game]:checked")?.value;
    the(part).replaceWith(fresh);
    the(".seats").append(...$$(".seats > li", page).slice(seats().length)); // the game may have more
    for (const input of $$("input[name=game]")) input.checked = input.value === game;
    return true;
  } catch {
    if (number === requests[part]) say("The club could not be reached. Tap again.", true);
    return false;
  }
}

/**
 * Show the chosen game with its options.
 * @param {boolean} isRestored whether it was chosen before a reload
 */
async function showGame(isRestored = false) {
  const typed = search.value.trim();
  for (const old of $$("#of-game > :not([type=hidden])")) old.remove(); // they belong to another game
  showChoice();
  redraw();
  if (!await reload("#of-game", { look: "1" })) return;
  if (isRestored) restore(form);
  const input = ownNameInput();
  if (input && typed && !input.value && chosenRow()?.dataset.own !== undefined) input.value = typed;
  suggestGame();
  setUpWidgets(the("#of-game"));
  handleChange(form);
  showChoice();
  if (!isRestored && !list.open) scrollToList();
}

/** Load the games that the page does not list yet. */
async function loadOthers() {
  const button = listButton();
  if (!button || button.disabled) return;
  button.disabled = true;
  if (await reload("#other-games", { look: "games" })) { rows = gameRows(); redraw(); suggestGame(); }
  else button.disabled = false;
}

/**
 * Choose a game.
 * @param {HTMLElement} row
 */
function choose(row) { the("input[name=game]", row).checked = true; showGame(); }

/** Suggest the game of the catalogue that has the typed name. */
function suggestGame() {
  const input = ownNameInput(), name = searchText(input?.value || "");
  const namesIn = (/** @type {HTMLElement} */ row) => [titleIn(row), ...(row.dataset.also || "").split(";")].map(searchText);
  const row = name ? rows.find((one) => one.dataset.own === undefined && namesIn(one).includes(name)) : undefined;
  $("#suggested")?.remove();
  if (name) loadOthers();
  if (!input || !row) return;
  const title = titleIn(row), take = () => { search.value = ""; choose(row); announce(`${title} is chosen.`); };
  input.closest(".field")?.append(make("div", { id: "suggested" },
    make("p", { class: "hint", role: "status" }, `${title} is in the catalogue, with its rules and its score.`),
    make("div", { class: "chips" }, chipButton({ onclick: take }, `Play ${title}`))));
}

/** Close the list of games. */
function closeList() {
  const row = chosenRow();
  list.open = false;
  the("#choice").focus({ preventScroll: true });
  scrollToList();
  if (row) announce(`${chosenTitle(row)} is chosen.`);
}

/**
 * Seat somebody, or take them off their seat, so that the others move up.
 * @param {string} name
 */
function toggleName(name) {
  const names = seatedNames(), others = names.filter((one) => one !== name), free = seats().find((seat) => !seat.value.trim());
  if (names.includes(name)) for (const [place, seat] of seats().entries()) seat.value = others[place] || "";
  else if (free) free.value = name;
  handleChange(form, the("#seating"));
  redraw();
}

/**
 * Draw lots for seats, partners or the dealer.
 * @param {string} what
 */
async function draw(what) {
  if (!await reload("#seating", { draw: what })) return;
  redraw();
  handleChange(form);
  $(`button[data-draw][value=${what}]`)?.focus();
  const result = $("#told, #seating .problem");
  result?.scrollIntoView({ block: "nearest" });
  announce(result?.textContent || "");
}

/**
 * Handle the Enter key: it goes to the next seat, or chooses a game; it does not start the game.
 * @param {KeyboardEvent} event
 */
function handleEnter(event) {
  const input = targetOf(event), inputs = seats(), place = inputs.findIndex((seat) => seat === input);
  if (place >= 0) leaveSeat(inputs[place], inputs[place + 1]);
  else if (input === search) {
    const first = rows.find((row) => !row.hidden && row.checkVisibility());
    if (search.value.trim() && first) { choose(first); closeList(); }
  } else if (input.matches("[name=game]")) closeList();
  else return;
  event.preventDefault();
}

/**
 * Go on from a seat: to the next one, or if this one is empty or the last, to the game.
 * @param {HTMLInputElement} seat
 * @param {HTMLInputElement | undefined} next
 */
function leaveSeat(seat, next) {
  if (seat.value.trim() && next) { redraw(); /** @type {HTMLElement} */ (next.closest("li")).hidden = false; next.focus(); }
  else if (chosenRow()) the("#go").focus();
  else { list.open = true; search.focus(); }
}

search.addEventListener("focus", scrollToList);
the("#other-games").addEventListener("toggle", loadOthers);
form.addEventListener("input", (event) => { redraw(); showChoice(); if (targetOf(event) === ownNameInput()) suggestGame(); });
form.addEventListener("change", (event) => { if (targetOf(event).matches("[name=game]")) showGame(); else redraw(); });
form.addEventListener("click", (event) => {
  const target = targetOf(event), button = target.closest("button");
  if (target.matches("[name=game]") && event.detail) closeList(); // arrow keys only move the choice
  if (button?.dataset.name !== undefined) toggleName(button.dataset.name);
  if (button?.dataset.draw !== undefined) { event.preventDefault(); draw(button.value); }
});
form.addEventListener("submit", (event) => { // Enter in an input does not start the game
  if (/** @type {HTMLButtonElement | null} */ (event.submitter)?.name === "look") { event.preventDefault(); the("#go").focus(); }
});
form.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.isComposing) handleEnter(event); });
setUps.push(async () => {
  setUpWidgets(form);
  redraw();
  // the game that was chosen on this phone before may not be listed yet
  const [, game] = readTyped(form.dataset.keep)?.items.find(([name]) => name === "game") || [];
  if (game && !$(`input[name=game][value="${game}"]`)) { await loadOthers(); restore(form); redraw(); }
  if (chosenRow() && !hasOptions()) { list.open = false; showGame(true); }
});
