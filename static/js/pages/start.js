// The page that starts a game: seats, games that fit, and drawing lots.

import { $, $$, announce, make, pageIn, sentBy, spotOf, the } from "../support/dom.js";
import { handleChange, restore } from "../entry/typed.js";
import { setUps } from "../support/page.js";
import { setUpWidgets } from "../entry/entry.js";

/**
 * Return a text for searching: without accents and capitals, each word after a space.
 * @param {string | null} text
 */
function searchText(text) { return " " + (text || "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim(); }

/**
 * Set up the form: names are tapped or typed, games are filtered by their number, lots are drawn without a reload.
 * @param {HTMLFormElement} form
 */
function setUpStart(form) {
  const list = the("details.chooser", form), find = the("input#find-game", form), rows = $$(".pick", form).map((one) => /** @type {HTMLElement} */ (one.closest("li")));
  const about = rows.map((row) => searchText(`${row.textContent} ${row.dataset.also || ""}`));
  const namesOf = (/** @type {HTMLElement} */ row) => [the("strong", row).textContent || "", ...(row.dataset.also || "").split(";")].map(searchText);
  const seats = () => $$("input.text", the("#seating", form));
  const names = () => seats().map((seat) => seat.value.trim()).filter(Boolean);
  const chosen = () => $("input[name=game]:checked", form)?.closest("li") || null;
  const isShown = () => $("input[name=game]:checked", form)?.getAttribute("value") === the("input[name=shown]", form).value;
  const titleOf = (/** @type {Element} */ row) => (isShown() && $("#of-game [name=name]", form)?.value.trim()) || the("strong", row).textContent || "";
  const inSight = () => list.scrollIntoView({ block: "start" });
  let turn = 0;

  const draw = () => {
    const filled = names(), game = chosen(), fewest = Number(game?.dataset.fewest || 2);
    seats().forEach((seat, index) => {
      const item = seat.closest("li");
      if (item) { item.hidden = !seat.value.trim() && index >= Math.max(fewest, filled.length + 1); }
    });
    for (const button of $$("button[data-name]", form)) button.setAttribute("aria-pressed", String(filled.includes(button.dataset.name || "")));
    the(".lots", form).hidden = filled.length < 2;
    for (const part of $$(".spare", form)) part.classList.remove("spare");
    the("button[value=partners]", form).hidden = !game || game.dataset.sides === undefined;
    drawGames(filled.length);
    const fault = faultOf(filled, game), line = the("#sitting", form);
    const short = fewest - filled.length;
    const text = fault || (short > 0 ? `${short} more to sit down` : game ? "" : "Choose a game");
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle("short", fault !== "");
  };

  const drawGames = (/** @type {number} */ count) => {
    const words = searchText(find.value).split(" ").filter(Boolean), all = the("input#all-games", form).checked;
    let found = 0;
    rows.forEach((row, index) => {
      const fits = count < 2 || (count >= Number(row.dataset.fewest) && count <= Number(row.dataset.most));
      const named = words.every((word) => about[index].includes(" " + word));
      const open = words.length ? named || row.dataset.own !== undefined : fits || all;
      row.classList.toggle("misfit", !open && row !== chosen());
      row.hidden = words.length > 0 && !open;
      if (words.length && named) found++;
    });
    const lately = $("p.group", form), others = the("details#other-games", form);
    if (lately) lately.hidden = the("summary", others).hidden = words.length > 0;
    if (words.length) others.open = true;
    the("#misfits", form).hidden = words.length > 0 || count < 2;
    the("#found", form).textContent = words.length && !found ? `No game of the list is called “${find.value.trim()}”. Keep its score as a game of your own:` : "";
  };

  const show = () => {
    const game = chosen();
    if (!game) return;
    the("#choice strong", form).textContent = titleOf(game);
    the("#choice .beside", form).textContent = `${the("[data-players]", game).textContent} players`;
    the("#change", form).hidden = false;
    the("#go", form).replaceChildren("Start ", make("bdi", {}, titleOf(game)));
  };

  /**
   * Fetch the page for what is typed and replace the same part of this one; return whether that worked.
   * @param {string} part
   * @param {Record<string, string>} more
   */
  const renew = async (part, more) => {
    const mine = ++turn, body = sentBy(form);
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    try {
      const answer = await fetch(form.action, { method: "POST", body }), fresh = $(part, pageIn(await answer.text()));
      if (mine !== turn || !form.isConnected) return false;
      if (!fresh) throw new Error();
      for (const one of $$("[data-script]", fresh)) one.hidden = false;
      the(part, form).replaceWith(fresh);
      return true;
    } catch {
      if (mine === turn) { const line = the("#sitting", form); line.textContent = "The club could not be reached. Tap again."; line.classList.add("short"); }
      return false;
    }
  };

  /** Suggest the game of the catalogue if a game of one's own has the same name. */
  const suggest = () => {
    const own = $("#of-game [name=name]", form), called = searchText(own?.value || "");
    const like = called ? rows.find((row) => row.dataset.own === undefined && namesOf(row).includes(called)) : undefined;
    $("#suggested", form)?.remove();
    if (!own || !like) return;
    const title = the("strong", like).textContent || "";
    const take = () => { the("input[name=game]", like).checked = true; find.value = ""; choose(); announce(`${title} is chosen.`); };
    const said = make("p", { class: "hint", role: "status" }, `${title} is in the catalogue, with its rules and its score.`);
    own.closest(".field")?.append(make("div", { id: "suggested" }, said, make("div", { class: "chips" }, make("button", { class: "chip-button", onclick: take }, `Play ${title}`))));
  };

  const choose = async (quiet = false) => {
    const wanted = find.value.trim();
    for (const old of $$("#of-game > :not([type=hidden])", form)) old.remove(); // they belong to another game
    show();
    draw();
    if (!await renew("#of-game", { look: "1" })) return;
    if (quiet) restore(form);
    const name = $("#of-game [name=name]", form);
    if (name && wanted && !name.value && chosen()?.dataset.own !== undefined) name.value = wanted;
    suggest();
    form.dispatchEvent(new CustomEvent("renewed"));
    handleChange(form);
    show();
    if (!quiet && !list.open) inSight();
  };

  const shut = () => {
    list.open = false;
    the("#choice", form).focus({ preventScroll: true });
    inSight();
    const row = chosen();
    if (row) announce(`${titleOf(row)} is chosen.`);
  };

  const sit = (/** @type {string} */ name) => {
    const free = seats().find((one) => !one.value.trim());
    if (names().includes(name)) { const rest = names().filter((one) => one !== name); seats().forEach((one, index) => { one.value = rest[index] || ""; }); }
    else if (free) free.value = name;
    handleChange(form, the("#seating", form));
    draw();
  };

  find.addEventListener("focus", inSight);
  form.addEventListener("input", (event) => { draw(); show(); if (spotOf(event).matches("#of-game [name=name]")) suggest(); });
  form.addEventListener("change", (event) => { if (spotOf(event).matches("[name=game]")) choose(); else draw(); });
  form.addEventListener("click", async (event) => {
    const spot = spotOf(event), button = spot.closest("button");
    if (spot.matches("[name=game]") && event.detail) shut(); // arrow keys only move the choice
    if (button && button.dataset.name !== undefined) sit(button.dataset.name);
    if (!button || button.dataset.draw === undefined) return;
    event.preventDefault();
    if (!await renew("#seating", { draw: button.value })) return;
    draw();
    handleChange(form);
    $(`button[data-draw][value=${button.value}]`, form)?.focus();
    const told = $("#told, #seating .problem", form);
    told?.scrollIntoView({ block: "nearest" });
    announce(told?.textContent || "");
  });
  form.addEventListener("submit", (event) => { // Enter in an input does not start the game
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.name === "look") { event.preventDefault(); the("#go", form).focus(); }
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    const spot = spotOf(event), index = seats().findIndex((one) => one === spot);
    if (index >= 0) {
      const next = seats()[index + 1];
      if (seats()[index].value.trim() && next) { draw(); (/** @type {HTMLElement} */ (next.closest("li"))).hidden = false; next.focus(); }
      else if (chosen()) the("#go", form).focus();
      else { list.open = true; find.focus(); }
    } else if (spot === find) {
      const first = rows.find((row) => !row.hidden && row.checkVisibility());
      if (find.value.trim() && first) { the("input[name=game]", first).checked = true; choose(); shut(); }
    } else if (spot.matches("[name=game]")) shut();
    else return;
    event.preventDefault();
  });
  draw();
  if (chosen() && !isShown()) { list.open = false; choose(true); }
}

/**
 * Return why these players cannot play the game.
 * @param {string[]} names
 * @param {HTMLElement | null} game
 */
function faultOf(names, game) {
  const twice = names.find((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index);
  if (twice) return `${twice} sits there twice`;
  const title = game && the("strong", game).textContent, players = game && the("[data-players]", game).textContent;
  return game && names.length > Number(game.dataset.most) ? `${title} is for ${players} players; there are ${names.length}` : "";
}

setUps.push(() => {
  const form = the("#start");
  setUpWidgets(form);
  form.addEventListener("renewed", () => setUpWidgets(the("#of-game", form)));
  setUpStart(form);
});
