// The page that starts a game: seats, games that fit, and drawing lots.

import { $, $$, announce, parsePage, targetOf, the } from "../support/dom.js";
import { chipButton, make, setPressed } from "../support/elements.js";
import { encodeForm } from "../support/forms.js";
import { setUpWidgets } from "../app.js";
import { handleChange, restore } from "../entry/typed.js";

/** The form: names are tapped or typed, games are filtered by the number of players, lots are drawn without a reload. */
class StartForm {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.list = the("details.chooser", form);
    this.search = the("input#find-game", form);
    this.rows = $$(".pick", form).map((label) => /** @type {HTMLElement} */ (label.closest("li"))); // of the games
    this.searchTexts = this.rows.map((row) => searchText(`${row.textContent} ${row.dataset.also || ""}`));
    this.requests = 0;
  }

  get seats() { return $$("input.text", the("#seating", this.form)); }

  get names() { return this.seats.map((seat) => seat.value.trim()).filter(Boolean); }

  /** The row of the chosen game. */
  get game() { return /** @type {HTMLElement | null} */ ($("input[name=game]:checked", this.form)?.closest("li") || null); }

  /** The name of a game of one's own. */
  get ownName() { return $("#of-game [name=name]", this.form); }

  /** Whether the page shows the options of the chosen game. */
  get hasOptions() { return $("input[name=game]:checked", this.form)?.getAttribute("value") === the("input[name=shown]", this.form).value; }

  /**
   * Return the title of a game.
   * @param {Element} row
   */
  titleOf(row) { return (this.hasOptions && this.ownName?.value.trim()) || the("strong", row).textContent || ""; }

  scrollToList() { this.list.scrollIntoView({ block: "start" }); }

  /** Show the form by its present answers. */
  redraw() {
    const { form, names, game } = this, fewest = Number(game?.dataset.fewest || 2), missing = fewest - names.length;
    for (const [place, seat] of this.seats.entries()) {
      const item = seat.closest("li");
      if (item) { item.hidden = !seat.value.trim() && place >= Math.max(fewest, names.length + 1); item.classList.remove("spare"); }
    }
    for (const button of $$("button[data-name]", form)) setPressed(button, names.includes(button.dataset.name || ""));
    the(".lots", form).hidden = names.length < 2;
    the("button[value=partners]", form).hidden = !game || game.dataset.sides === undefined;
    this.filterGames(names.length);
    const fault = faultOf(names, game);
    this.say(fault || (missing > 0 ? `${missing} more to sit down` : game ? "" : "Choose a game"), fault !== "");
  }

  /**
   * Say what is missing or wrong.
   * @param {string} text
   * @param {boolean} isWrong
   */
  say(text, isWrong) {
    const line = the("#sitting", this.form);
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle("short", isWrong);
  }

  /**
   * Show only games for this number of players, or that are found by the typed words.
   * @param {number} players
   */
  filterGames(players) {
    const { form, game, search } = this, words = searchText(search.value).split(" ").filter(Boolean), isSearch = words.length > 0, showsAll = the("input#all-games", form).checked;
    let found = 0;
    for (const [place, row] of this.rows.entries()) {
      const fits = players < 2 || (players >= Number(row.dataset.fewest) && players <= Number(row.dataset.most));
      const isFound = words.every((word) => this.searchTexts[place].includes(" " + word));
      const isOffered = isSearch ? isFound || row.dataset.own !== undefined : fits || showsAll;
      row.classList.toggle("misfit", !isOffered && row !== game);
      row.hidden = isSearch && !isOffered;
      if (isFound) found++;
    }
    const recent = $("p.group", form), others = the("details#other-games", form);
    if (recent) recent.hidden = the("summary", others).hidden = isSearch;
    if (isSearch) others.open = true;
    the("#misfits", form).hidden = isSearch || players < 2;
    the("#found", form).textContent = isSearch && !found ? `No game of the list is called “${search.value.trim()}”. Keep its score as a game of your own:` : "";
  }

  /** Show which game is chosen. */
  showChoice() {
    const { form, game } = this;
    if (!game) return;
    the("#choice strong", form).textContent = this.titleOf(game);
    the("#choice .beside", form).textContent = `${the("[data-players]", game).textContent} players`;
    the("#change", form).hidden = false;
    the("#go", form).replaceChildren("Start ", make("bdi", {}, this.titleOf(game)));
  }

  /**
   * Fetch the page for what is typed and replace the same part of this one; return whether that worked.
   * @param {string} part
   * @param {Record<string, string>} more
   */
  async reload(part, more) {
    const number = ++this.requests, { form } = this, body = encodeForm(form);
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    try {
      const answer = await fetch(form.action, { method: "POST", body }), fresh = $(part, parsePage(await answer.text()));
      if (number !== this.requests || !form.isConnected) return false;
      if (!fresh) throw new Error();
      for (const element of $$("[data-script]", fresh)) element.hidden = false;
      the(part, form).replaceWith(fresh);
      return true;
    } catch {
      if (number === this.requests) this.say("The club could not be reached. Tap again.", true);
      return false;
    }
  }

  /** Suggest the game of the catalogue if a game of one's own has the same name. */
  suggestGame() {
    const { ownName } = this, name = searchText(ownName?.value || "");
    const namesOf = (/** @type {HTMLElement} */ row) => [the("strong", row).textContent || "", ...(row.dataset.also || "").split(";")].map(searchText);
    const row = name ? this.rows.find((one) => one.dataset.own === undefined && namesOf(one).includes(name)) : undefined;
    $("#suggested", this.form)?.remove();
    if (!ownName || !row) return;
    const title = the("strong", row).textContent || "";
    const choose = () => { the("input[name=game]", row).checked = true; this.search.value = ""; this.chooseGame(); announce(`${title} is chosen.`); };
    const note = make("p", { class: "hint", role: "status" }, `${title} is in the catalogue, with its rules and its score.`);
    ownName.closest(".field")?.append(make("div", { id: "suggested" }, note, make("div", { class: "chips" }, chipButton({ onclick: choose }, `Play ${title}`))));
  }

  /**
   * Show the chosen game with its options.
   * @param {boolean} isRestored whether it was chosen before a reload
   */
  async chooseGame(isRestored = false) {
    const { form } = this, typed = this.search.value.trim();
    for (const old of $$("#of-game > :not([type=hidden])", form)) old.remove(); // they belong to another game
    this.showChoice();
    this.redraw();
    if (!await this.reload("#of-game", { look: "1" })) return;
    if (isRestored) restore(form);
    const { ownName } = this;
    if (ownName && typed && !ownName.value && this.game?.dataset.own !== undefined) ownName.value = typed;
    this.suggestGame();
    setUpWidgets(the("#of-game", form));
    handleChange(form);
    this.showChoice();
    if (!isRestored && !this.list.open) this.scrollToList();
  }

  /** Close the list of games. */
  closeList() {
    const { game } = this;
    this.list.open = false;
    the("#choice", this.form).focus({ preventScroll: true });
    this.scrollToList();
    if (game) announce(`${this.titleOf(game)} is chosen.`);
  }

  /**
   * Seat somebody, or take them off their seat.
   * @param {string} name
   */
  toggleName(name) {
    const { names, seats } = this, free = seats.find((seat) => !seat.value.trim()), others = names.filter((one) => one !== name);
    if (names.includes(name)) for (const [place, seat] of seats.entries()) seat.value = others[place] || "";
    else if (free) free.value = name;
    handleChange(this.form, the("#seating", this.form));
    this.redraw();
  }

  /**
   * Draw lots.
   * @param {string} what
   */
  async draw(what) {
    const { form } = this;
    if (!await this.reload("#seating", { draw: what })) return;
    this.redraw();
    handleChange(form);
    $(`button[data-draw][value=${what}]`, form)?.focus();
    const result = $("#told, #seating .problem", form);
    result?.scrollIntoView({ block: "nearest" });
    announce(result?.textContent || "");
  }

  /**
   * Handle the Enter key: it goes to the next seat, or chooses a game; it does not start the game.
   * @param {KeyboardEvent} event
   */
  handleEnter(event) {
    const { seats } = this, input = targetOf(event), place = seats.findIndex((seat) => seat === input);
    if (place >= 0) this.leaveSeat(seats[place], seats[place + 1]);
    else if (input === this.search) {
      const first = this.rows.find((row) => !row.hidden && row.checkVisibility());
      if (this.search.value.trim() && first) { the("input[name=game]", first).checked = true; this.chooseGame(); this.closeList(); }
    } else if (input.matches("[name=game]")) this.closeList();
    else return;
    event.preventDefault();
  }

  /**
   * Go on from a seat: to the next one, or if it is empty, to the game.
   * @param {HTMLInputElement} seat
   * @param {HTMLInputElement | undefined} next
   */
  leaveSeat(seat, next) {
    if (seat.value.trim() && next) { this.redraw(); /** @type {HTMLElement} */ (next.closest("li")).hidden = false; next.focus(); }
    else if (this.game) the("#go", this.form).focus();
    else { this.list.open = true; this.search.focus(); }
  }

  listen() {
    const { form } = this;
    this.search.addEventListener("focus", () => this.scrollToList());
    form.addEventListener("input", (event) => { this.redraw(); this.showChoice(); if (targetOf(event) === this.ownName) this.suggestGame(); });
    form.addEventListener("change", (event) => { if (targetOf(event).matches("[name=game]")) this.chooseGame(); else this.redraw(); });
    form.addEventListener("click", (event) => {
      const target = targetOf(event), button = target.closest("button");
      if (target.matches("[name=game]") && event.detail) this.closeList(); // arrow keys only move the choice
      if (button?.dataset.name !== undefined) this.toggleName(button.dataset.name);
      if (button?.dataset.draw !== undefined) { event.preventDefault(); this.draw(button.value); }
    });
    form.addEventListener("submit", (event) => { // Enter in an input does not start the game
      const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
      if (button?.name === "look") { event.preventDefault(); the("#go", form).focus(); }
    });
    form.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.isComposing) this.handleEnter(event); });
  }
}

/**
 * Return a text for searching: without accents and capitals, each word after a space.
 * @param {string | null} text
 */
function searchText(text) { return " " + (text || "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim(); }

/**
 * Return why these players cannot play the game.
 * @param {string[]} names
 * @param {HTMLElement | null} game
 */
function faultOf(names, game) {
  const twice = names.find((name, place) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < place);
  if (twice) return `${twice} sits there twice`;
  const title = game && the("strong", game).textContent, players = game && the("[data-players]", game).textContent;
  return game && names.length > Number(game.dataset.most) ? `${title} is for ${players} players; there are ${names.length}` : "";
}

const start = new StartForm(the("#start"));
setUpWidgets(start.form);
start.listen();
start.redraw();
if (start.game && !start.hasOptions) { start.list.open = false; start.chooseGame(true); }
