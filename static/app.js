// Companion on the phone. Every page works without this; with it, saving needs no reload, sums are checked
// while they are typed, and nothing typed is lost when the network is.
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
};
const memory = {
  get(key) { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* full or forbidden: go on */ } },
  drop(key) { try { localStorage.removeItem(key); } catch { /* forbidden: go on */ } },
};
const NOT_TYPED = new Set(["csrf_token", "base", "client_id", "slot", "absent"]);
const coarse = matchMedia("(pointer: coarse)").matches;
let touched = false;
let place = location.pathname; // of the page that is shown

// ---- the finger ----------------------------------------------------------------------------------------------

const finger = { down: false, timer: 0, waiting: [] };

// Once no finger rests on the page: what moves under one takes its tap away.
function calm() { return new Promise((go) => { if (finger.down) finger.waiting.push(go); else go(); }); }

function lifted() { finger.down = false; clearTimeout(finger.timer); for (const go of finger.waiting.splice(0)) go(); }

document.addEventListener("pointerdown", () => { finger.down = true; clearTimeout(finger.timer); }, true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { clearTimeout(finger.timer); finger.timer = setTimeout(lifted, 300); }, true); // its click may come late
document.addEventListener("click", () => setTimeout(lifted), true);

// ---- numbers -------------------------------------------------------------------------------------------------

function readSum(text) {
  const clean = text.replace(/[−–—]/g, "-").replace(/\s/g, "").replace(/[+-]$/, "");
  if (!/^[+-]?\d{1,10}([+-]\d{1,10})*$/.test(clean)) return null;
  return clean.match(/[+-]?\d+/g).reduce((sum, part) => sum + Number(part), 0);
}

// The inputs of a field, one group for each who is asked: {name, get, set, auto}.
function groupsOf(form, key) {
  const groups = new Map();
  for (const input of form.elements) {
    if (input.disabled || !input.name || input.dataset.hidden !== undefined) continue;
    if (input.name !== key && !input.name.startsWith(key + ".")) continue;
    if (!groups.has(input.name)) groups.set(input.name, []);
    groups.get(input.name).push(input);
  }
  return [...groups.values()].map((inputs) => new Group(inputs));
}

class Group {
  constructor(inputs) { this.inputs = inputs; this.radio = inputs[0].type === "radio"; }
  get chosen() { return this.inputs.find((input) => input.checked); }
  get auto() { return this.inputs[0].dataset.auto === "1"; }
  get value() {
    if (!this.radio) return readSum(this.inputs[0].value);
    return this.chosen ? Number(this.chosen.value) : null;
  }
  // Whether anything is written down in it, whatever it is.
  get given() { return this.inputs.some((input) => (input.type === "radio" || input.type === "checkbox" ? input.checked : input.value.trim())); }
  takes(value) {
    if (this.radio) return this.inputs.some((input) => Number(input.value) === value && !input.parentElement.hidden);
    const { least, most } = this.inputs[0].dataset;
    return !(value < Number(least) || value > Number(most));
  }
  fill(value) {
    if (this.radio) for (const input of this.inputs) input.checked = Number(input.value) === value;
    else if (this.value !== value) this.inputs[0].value = value;
    this.mark();
  }
  mark() {
    this.inputs[0].dataset.auto = "1";
    if (this.radio) for (const input of this.inputs) input.parentElement.classList.toggle("filled", input.checked);
  }
  clear() {
    for (const input of this.inputs) { if (this.radio) { input.checked = false; input.parentElement.classList.remove("filled"); } else input.value = ""; }
    delete this.inputs[0].dataset.auto;
  }
  own() {
    delete this.inputs[0].dataset.auto;
    if (this.radio) for (const input of this.inputs) input.parentElement.classList.remove("filled");
  }
}

function sumsOf(form) { return $$("[data-sums]", form).flatMap((section) => JSON.parse(section.dataset.sums)); }

// Fill in what follows, and say what is missing. ``changed``: the input that somebody has just written into.
function check(form, changed = null) {
  const messages = [];
  for (const rule of sumsOf(form)) {
    const groups = [rule.key, ...rule.with].flatMap((key) => groupsOf(form, key));
    const exact = rule.to !== null && !rule.unless.some((key) => groupsOf(form, key).some((group) => group.given));
    if (exact) fillIn(groups, rule.to, changed);
    const sum = groups.reduce((total, group) => total + (group.value || 0), 0);
    const some = groups.some((group) => group.value !== null);
    if (rule.to !== null && some && (exact ? sum !== rule.to : sum > rule.to)) messages.push(spare(rule, rule.to - sum));
    if (rule.most !== null && sum > rule.most) messages.push(spare(rule, rule.most - sum));
  }
  fillRest(form);
  const open = leftFor(form);
  if (open) messages.push(`${Math.abs(open.left)} ${open.many} ${open.left > 0 ? "left" : "too many"}`);
  for (const input of $$("input.num", form)) {
    if (input.value.trim() && readSum(input.value) === null) messages.push(`“${input.value}” is not a number`);
  }
  const line = $("#check");
  if (!line) return;
  const serious = messages.length > 0 || touched;
  const text = messages.join(". ") || lacking(form);
  if (line.textContent.trim() !== text) line.textContent = text;
  line.classList.toggle("short", text !== "" && serious);
}

// What the form lacks: as the server has told it last, else as far as the page alone can tell.
function lacking(form) {
  if (ahead.lacks && $("#preview", form)) {
    const typing = document.activeElement; // what is being typed is not judged yet
    const lacks = ahead.lacks.filter(([spot]) => !(typing.matches("input.num") && typing.id === spot && typing.value));
    return lacks.length ? `${lacks[0][1]}${lacks.length > 1 ? ` And ${lacks.length - 1} more.` : ""}` : "";
  }
  const missing = touched ? $$("[data-required]", form).filter((field) => !field.closest("[hidden]") && isEmpty(field)) : [];
  if (missing.length > 2) return `${missing.length} to fill in`;
  const labels = new Set(missing.map((field) => $("legend, label", field).textContent.trim().split(/\s{2,}/)[0]));
  return labels.size ? `Missing: ${[...labels].join(", ")}` : "";
}

// What rows have still to take of what others gave: pots, of the chips paid.
function leftFor(form) {
  const field = $("[data-whole]", form);
  if (!field) return null;
  const { whole, many } = field.dataset;
  const given = groupsOf(form, whole).reduce((sum, group) => sum + (group.value || 0), 0);
  const left = given - $$("input[data-part]", field).reduce((sum, input) => sum + (readSum(input.value) || 0), 0);
  return left ? { left, many } : null;
}

// The pot that was filled in with what was left follows what was paid, but for one that is being written.
function fillRest(form) {
  const whole = $("[data-whole]", form);
  if (!whole) return;
  const rest = $$("input[data-part][data-auto]", whole).pop();
  if (!rest || rest === inHand()) return;
  const left = (leftFor(form)?.left || 0) + (readSum(rest.value) || 0);
  const text = left > 0 ? String(left) : "";
  if (rest.value === text) return;
  rest.value = text;
  rest.closest("[data-row]").retell();
}

function spare(rule, left) {
  const number = Math.abs(left), noun = rule.one ? (number === 1 ? rule.one : rule.many) : rule.label.toLowerCase();
  return left > 0 ? `${number} ${noun} left` : `${number} ${noun} too many`;
}

// The input that somebody is at: nothing is filled into it.
function inHand() { return pad.input || document.activeElement; }

// Of two who share a sum the one follows the other; of more, those that nobody has written follow.
function fillIn(groups, to, changed) {
  const here = groups.find((group) => group.inputs.includes(changed));
  const follower = groups.length === 2 && here && here.value !== null ? groups.find((group) => group !== here) : null;
  const open = groups.filter((group) => group === follower || group.auto || group.value === null);
  const at = open.find((group) => group.inputs.includes(changed) || group.inputs.includes(inHand()));
  const known = groups.filter((group) => !open.includes(group)).reduce((sum, group) => sum + group.value, 0);
  const left = to - known;
  const clear = () => open.forEach((group) => group.auto && group !== at && group.clear());
  if (!open.length || open.length === groups.length) clear();
  else if (open.length === 1 && open[0] === at) return;
  else if (open.length === 1 && open[0].takes(left)) open[0].fill(left);
  else if (open.length === 1 && open[0] === follower) return;
  else if (left === 0) open.forEach((group) => group !== at && group.fill(0));
  else clear();
}

function isEmpty(field) {
  const inputs = $$("input:not([type=hidden]), select", field);
  if (!inputs.length) return false;
  return !inputs.some((input) => (input.type === "radio" || input.type === "checkbox" ? input.checked : input.value.trim()));
}

// ---- what is asked for only with something else --------------------------------------------------------------

function answerTo(form, name) {
  const inputs = [...form.elements].filter((input) => input.name === name && !input.disabled);
  if (!inputs.length) return null;
  if (inputs[0].type === "radio") { const chosen = inputs.find((input) => input.checked); return chosen ? chosen.value : null; }
  if (inputs[0].type === "checkbox") { const ticked = inputs.filter((input) => input.checked); return ticked.length ? (inputs.length === 1 ? true : ticked[0].value) : null; }
  return inputs[0].value.trim() || null;
}

// What was answered under a key: in the same row, by the same player, or for the whole table.
function answerNear(form, part, key) {
  const input = $("input, select", part);
  const steps = input ? input.name.split(".") : [];
  const names = part.closest("[data-row]") ? [`${steps[0]}.${steps[1]}.${key}`] : [`${key}.${steps[1]}`, key];
  return names.map((name) => answerTo(form, name)).find((found) => found !== null) ?? null;
}

// What means something else with each answer to another is called after the answer.
function nameByAnswers(form) {
  for (const label of $$("[data-label]", form)) {
    const { by, labels } = JSON.parse(label.dataset.label);
    label.textContent = labels[answerNear(form, label.closest(".field"), by)] || labels[""];
  }
}

function showWhen(form) {
  nameByAnswers(form);
  for (const part of $$("[data-when]", form)) {
    const show = JSON.parse(part.dataset.when).every(([key, values]) => {
      const answer = answerNear(form, part, key);
      if (!values.length) return answer !== null && answer !== "none" && answer !== "";
      return values.some((value) => {
        if (value === null) return answer === "none";
        return typeof value === "boolean" ? Boolean(answer) === value : String(value) === String(answer);
      });
    });
    part.hidden = !show;
    for (const one of $$("input, select", part)) one.disabled = !show;
  }
  for (const person of $$(".person", form)) if ($("[data-when]", person)) person.hidden = !$(".asked > :not([hidden])", person);
  for (const section of $$(".entry", form)) if ($("[data-when]", section)) section.hidden = ![...$$(".person, .block", section)].some((one) => !one.hidden);
  for (const field of $$("[data-limit]", form)) {
    const most = groupsOf(form, field.dataset.limit).reduce((sum, group) => sum + group.inputs.length, 0);
    for (const input of $$("input[type=radio]", field)) {
      input.parentElement.hidden = Number(input.value) > most;
      if (input.parentElement.hidden) input.checked = false;
    }
  }
}

// ---- rows added one by one, and lists in order ------------------------------------------------------------------

function textOf(editor, name) {
  const input = $$(`[name="${CSS.escape(name)}"]`, editor).find((one) => !one.disabled && (one.type === "radio" ? one.checked : true));
  if (!input) return "";
  if (input.type === "checkbox") return input.checked ? "yes" : "no";
  return input.type === "radio" ? input.nextElementSibling.textContent.trim() : input.value.trim();
}

function sayRow(field, editor) {
  const prefix = `${field.dataset.rows}.${editor.dataset.row}.`;
  const names = [...new Set($$("[name]", editor).map((input) => input.name).filter((name) => name.startsWith(prefix) && !name.endsWith(".off")))];
  const texts = Object.fromEntries(names.map((name) => [name.slice(prefix.length).split(".")[0], textOf(editor, name)]));
  const first = names[0] ? answerTo(editor.closest("form"), names[0]) : "";
  const template = JSON.parse(field.dataset.sentences).find(([value]) => value === "" || value === String(first));
  if (template) return template[1].replace(/\{(\w+)\}/g, (_, key) => texts[key] || "—");
  return Object.values(texts).filter(Boolean).join(", ");
}

function rowIsEmpty(editor) {
  return !$$("input, select", editor).some((input) => !input.disabled && input.type !== "hidden" && (input.type === "radio" ? input.checked : input.type !== "checkbox" && input.value.trim()));
}

function setUpRows(field) {
  const form = field.closest("form");
  const blank = $("[data-blank]", field);
  const template = blank.outerHTML.replace(" data-blank=\"\"", "");
  const name = field.dataset.rows;
  const mark = blank.dataset.row;
  blank.remove();
  const add = $("[data-add]", field);
  let next = Number(mark);
  field.addRow = (open = true, number = next) => {
    const shelf = make("div");
    shelf.innerHTML = template.replaceAll(`${name}.${mark}.`, `${name}.${number}.`).replaceAll(`f-${name}-${mark}-`, `f-${name}-${number}-`).replace(`data-row="${mark}"`, `data-row="${number}"`);
    const editor = shelf.firstElementChild;
    add.before(editor);
    next = Math.max(next, number) + 1;
    setUpRow(editor, open);
    setUpWidgets(editor);
    const rest = $("input[data-part]", editor), left = leftFor(form)?.left;
    if (open && rest && left > 0) { rest.value = left; rest.dataset.auto = "1"; }
    showWhen(form);
    return editor;
  };
  function setUpRow(editor, open) {
    const said = make("div", { class: "said" });
    const say = make("button", { type: "button", class: "text", "aria-expanded": "false", onclick: () => show(true) });
    const gone = () => { editor.remove(); said.remove(); changed(form); };
    said.append(say, make("button", { type: "button", "aria-label": "Take this out", onclick: gone }, "✕"));
    editor.before(said);
    editor.append(make("button", { type: "button", class: "quiet", onclick: () => { show(false); changed(form); } }, "Done"));
    const show = (wide) => {
      if (!wide && rowIsEmpty(editor)) return gone();
      editor.hidden = !wide; said.hidden = wide;
      say.textContent = sayRow(field, editor);
      if (wide) { const input = $("input:not([type=hidden]):not([disabled])", editor); if (input) input.focus({ preventScroll: true }); }
    };
    editor.shut = () => show(false);
    editor.unfold = () => show(true);
    editor.retell = () => { say.textContent = sayRow(field, editor); };
    editor.hidden = !open; said.hidden = open;
    say.textContent = sayRow(field, editor);
  }
  for (const editor of $$("[data-row]", field)) setUpRow(editor, false);
  add.addEventListener("click", (event) => {
    event.preventDefault();
    for (const editor of $$("[data-row]", field)) if (!editor.hidden) editor.shut();
    const editor = field.addRow();
    const input = $("input:not([type=hidden]):not([disabled])", editor);
    if (input) input.focus({ preventScroll: true });
    editor.scrollIntoView({ block: "nearest" });
  });
}

function setUpSequence(field) {
  const form = field.closest("form"), name = field.dataset.sequence, plain = $(".plain", field);
  const options = $$("option", $("select", plain)).filter((option) => option.value).map((option) => [option.value, option.textContent]);
  let chosen = $$("select", plain).map((select) => select.value).filter(Boolean);
  const list = make("ol", { class: "chosen" });
  const chips = make("div", { class: "chips" });
  plain.replaceWith(list, chips);
  field.setSequence = (values) => { chosen = values; draw(); };
  function draw() {
    const most = Number(field.dataset.most || 99);
    list.replaceChildren(...chosen.map((value, index) => make("li", {},
      make("span", {}, `${index + 1}. ${options.find((option) => option[0] === value)[1]}`),
      make("input", { type: "hidden", name, value }),
      make("button", { type: "button", "aria-label": "Take out", onclick: () => { chosen.splice(index, 1); draw(); changed(form); } }, "✕"))));
    chips.replaceChildren(...options.map(([value, text]) => make("button", {
      type: "button", class: "chip-button", disabled: chosen.length >= most || ("once" in field.dataset && chosen.includes(value)),
      onclick: () => { chosen.push(value); draw(); changed(form); },
    }, "+ ", text)));
  }
  draw();
}

// ---- the keypad and the deck -----------------------------------------------------------------------------------

const pad = { element: null, input: null };

function closePad() {
  if (!pad.element) return;
  pad.element.remove();
  document.documentElement.style.removeProperty("--pad");
  document.body.style.paddingBottom = "";
  pad.element = pad.input = null;
}

function openPad(inner, label) {
  closePad();
  pad.element = make("div", { class: "pad", role: "group", "aria-label": label });
  const box = make("div", { class: "pad-inner" });
  box.append(...inner);
  pad.element.append(box);
  pad.element.addEventListener("pointerdown", (event) => event.preventDefault());
  $("#main").append(pad.element);
  document.documentElement.style.setProperty("--pad", `${pad.element.offsetHeight}px`);
  document.body.style.paddingBottom = `${pad.element.offsetHeight}px`;
}

function labelOf(input) {
  const label = input.labels && input.labels[0];
  return label ? label.textContent.replace(/\s+/g, " ").trim() : "";
}

// The first thing in a part of the page that can be tapped or typed into.
function firstIn(part) {
  const parts = [...$$("input:checked", part), ...$$("input, select, textarea, button", part)];
  return parts.find((one) => one.type !== "hidden" && one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }));
}

// Bring a field under the thumb. A number opens its keypad.
function lookAt(field) {
  const spot = firstIn(field);
  if (!spot) return false;
  if (!spot.matches("input.num")) closePad();
  spot.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
  return true;
}

// The next field that can be seen on the form, if there is one.
function fieldAfter(input) {
  const own = input.closest(".field");
  return $$(".field", input.form).find((one) => own.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING && one.checkVisibility() && firstIn(one));
}

// To what a message is about, unfolded if it is folded away.
function goTo(link) {
  const spot = document.getElementById(link.hash.slice(1));
  if (!spot) return false;
  for (let fold = spot.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const field = spot.closest(".field") || spot;
  const row = link.dataset.atRow && $$("[data-row]", field)[Number(link.dataset.atRow) - 1];
  if (row && row.hidden) row.unfold();
  return lookAt(row || field);
}

function toRefused(root) {
  const link = $(".problem.summary a[href^='#']", root);
  return Boolean(link) && goTo(link);
}

function openKeypad(input) {
  const output = make("output");
  let fresh = input.value !== ""; // the first digit replaces what stands there
  const write = (text) => { fresh = false; input.value = text; input.dispatchEvent(new Event("input", { bubbles: true })); show(); };
  const show = () => { go.textContent = fieldAfter(input) ? "Next" : "Done"; output.classList.toggle("fresh", fresh); const sum = readSum(input.value); output.textContent = input.value ? `${input.value.replace(/-/g, "−")}${/\d[+−-]/.test(input.value) && sum !== null ? " = " + sum : ""}` : "–"; };
  const key = (text, action, extra = "") => make("button", { type: "button", class: extra, onclick: action }, text);
  const go = key("Done", () => { const next = fieldAfter(input); if (next) lookAt(next); else { input.blur(); closePad(); } }, "go");
  const type = (text) => key(text, () => write((fresh ? "" : input.value) + text));
  const rubout = key("⌫", () => write(input.value.slice(0, -1)));
  rubout.setAttribute("aria-label", "Rub out");
  const quick = (input.dataset.quick || "").split(" ").filter(Boolean);
  const add = (text) => write(input.value && /\d$/.test(input.value) ? `${input.value}+${text}` : input.value + text);
  openPad([
    make("div", { class: "pad-head" }, make("span", {}, labelOf(input)), output),
    ...(quick.length ? [make("div", { class: "quick" }, ...quick.map((text) => key(`+${text}`, () => add(text))))] : []),
    make("div", { class: "keys" }, ...["7", "8", "9"].map(type), rubout, ...["4", "5", "6"].map(type), key("+", () => write(input.value + "+")),
      ...["1", "2", "3"].map(type), key("−", () => write(input.value + "-")), key("C", () => write("")), type("0"), type("00"), go),
  ], "Keypad");
  pad.input = input;
  pad.show = (typed) => { if (typed) fresh = false; show(); };
  show();
  requestAnimationFrame(() => input.closest(".field").scrollIntoView({ block: "center" }));
}

const held = (input) => input.value.split(/[\s,;]+/).filter(Boolean);

function decks() { const store = $("#decks"); return store ? JSON.parse(store.dataset.decks) : {}; }

function setUpCards(field) {
  const input = $("input.text", field), deck = decks()[field.dataset.cards];
  if (!deck) return;
  const form = field.closest("form");
  const hand = make("div", { class: "hand" });
  const pick = make("button", { type: "button", class: "quiet", onclick: () => openDeck(field) }, "Pick cards");
  input.classList.add("unseen");
  input.tabIndex = -1;
  input.after(hand);
  field.draw = () => {
    const faces = new Map(deck.cards.map(([card, , face, suit]) => [card, [face, suit]]));
    hand.replaceChildren(...held(input).map((card) => {
      const [face, suit] = faces.get(card) || [card, ""];
      return make("span", { class: `held ${"hd".includes(suit || "-") ? "red" : ""}` }, face);
    }), pick);
    pick.textContent = held(input).length ? "Change" : "Pick cards";
    pick.setAttribute("aria-label", `${pick.textContent}: ${labelOf(input)}`);
  };
  field.put = (cards) => { input.value = cards.join(" "); field.draw(); changed(form); };
  field.draw();
}

// The cards of a deck to tap; where their colour says what a card alone does not, one colour is shown at a time.
function deckOf(deck, tap) {
  const groups = new Map();
  const buttons = deck.cards.map(([card, copies, face, suit, short]) => {
    const colour = short !== face ? suit : "";
    const button = make("button", { type: "button", class: !colour && "hd".includes(suit || "-") ? "red" : "", "aria-label": face, onclick: () => tap(card, copies) }, short);
    groups.set(colour, [...(groups.get(colour) || []), button]);
    return [button, card, copies];
  });
  const tabbed = groups.size > 1;
  const grids = [...groups].map(([colour, cards]) => [colour, make("div", { class: `deck ${colour ? "named" : tabbed ? "wide" : ""}`, role: "group", "aria-label": colour || "Cards" }, ...cards)]);
  if (!tabbed) return [[grids[0][1]], buttons];
  const tabs = make("div", { class: "chips tabs-of-deck" });
  const open = (name) => {
    for (const [colour, grid] of grids) grid.hidden = colour !== name;
    for (const chip of tabs.children) chip.setAttribute("aria-pressed", String(chip.value === name));
  };
  tabs.append(...grids.map(([colour]) => make("button", { type: "button", class: "chip-button", value: colour, onclick: () => open(colour) }, colour || "others")));
  open(grids[0][0]);
  return [[tabs, ...grids.map(([, grid]) => grid)], buttons];
}

function openDeck(field) {
  const input = $("input.text", field), all = decks(), deck = all[field.dataset.cards];
  const form = field.closest("form");
  const sameDeck = JSON.stringify(deck.cards);
  const others = $$("[data-cards]", form).filter((one) => one !== field && JSON.stringify(all[one.dataset.cards].cards) === sameDeck);
  const most = Number(field.dataset.most || 99);
  const fields = $$("[data-cards]", form).filter((one) => one.offsetParent);
  const after = fields[fields.indexOf(field) + 1];
  const output = make("output", { "aria-live": "polite" });
  const tap = (card, copies) => {
    const mine = held(input), elsewhere = taken(card);
    if (mine.includes(card) && (copies === 1 || mine.filter((one) => one === card).length + elsewhere >= copies)) {
      field.put(mine.filter((one, index) => one !== card || index !== mine.lastIndexOf(card)));
    } else if (mine.length < most) field.put([...mine, card]);
    draw();
  };
  const [grids, buttons] = deckOf(deck, tap);
  const taken = (card) => others.reduce((sum, one) => sum + held($("input.text", one)).filter((other) => other === card).length, 0);
  const draw = () => {
    const mine = held(input);
    for (const [button, card, copies] of buttons) {
      const own = mine.filter((one) => one === card).length;
      button.setAttribute("aria-pressed", own > 0);
      if (copies > 1) button.dataset.own = own || "";
      button.disabled = own === 0 && (taken(card) >= copies || mine.length >= most);
    }
    output.textContent = mine.length ? `${mine.length}` : "";
  };
  const name = (one) => labelOf($("input.text", one)).split(":")[0];
  const go = make("button", { type: "button", onclick: () => (after ? openDeck(after) : closePad()) }, after ? `Next: ${name(after)}` : "Done");
  openPad([make("div", { class: "pad-head" }, make("span", {}, labelOf(input)), output, go), ...grids], "Deck");
  field.scrollIntoView({ block: "center" });
  draw();
}

// ---- cards as they fell: the deck stays open, each card goes to whoever is next ----------------------------------------

function setUpFall(field) {
  const text = $("textarea", field), form = field.closest("form");
  const names = JSON.parse(field.dataset.names), several = "several" in field.dataset;
  const deck = decks()[field.dataset.fall];
  if (!deck || !names.length) return;
  const faces = new Map(deck.cards.map(([card, , face, suit]) => [card, [face, suit]]));
  const read = (line) => {
    const plays = [];
    let rest = line.trim();
    while (rest) {
      const name = names.filter((one) => rest.startsWith(one + " ")).sort((one, other) => other.length - one.length)[0];
      const end = name ? rest.slice(name.length + 1).search(/[\s,;]|$/) + name.length + 1 : rest.search(/[,;]|$/);
      const piece = rest.slice(0, end), at = name ? name.length : piece.lastIndexOf(" ");
      plays.push([piece.slice(0, Math.max(at, 0)).trim(), piece.slice(at + 1).trim()]);
      rest = rest.slice(end).replace(/^[\s,;]+/, "");
    }
    return plays;
  };
  let tricks = text.value.split("\n").filter((line) => line.trim()).map(read);
  let next = null;
  const list = make("ol", { class: "fallen" });
  const who = make("div", { class: "chips", role: "group", "aria-label": "Who plays next" });
  const pick = make("button", { type: "button", class: "quiet", onclick: () => openFall() }, "Tap the cards");
  const close = make("button", { type: "button", class: "quiet", onclick: () => { tricks.push([]); draw(); findLeader(); } }, "Next trick");
  text.hidden = true;
  text.after(list, who, pick, ...(several ? [close] : []));
  const winners = new Map();
  const last = () => { if (!tricks.length) tricks.push([]); return tricks[tricks.length - 1]; };
  const after = (name) => names[(names.indexOf(name) + 1) % names.length];
  const said = () => JSON.stringify([answerTo(form, "trump"), ...tricks.filter((plays) => plays.length)]);
  // Who plays next: as tapped, else to the left of the last one, else who won the trick before; "" while nobody knows.
  const turn = () => next || (last().length ? after(last()[last().length - 1][0]) : tricks.length > 1 ? winners.get(said()) || "" : names[0]);
  function write() { text.value = tricks.filter((plays) => plays.length).map((plays) => plays.map((play) => play.join(" ")).join(", ")).join("\n"); draw(); changed(form); }
  // The tricks so far are judged one after the other: a card may change trump for those that follow.
  async function findLeader() {
    const key = said();
    if (!several || last().length || tricks.length < 2 || winners.has(key)) return;
    const chosen = answerTo(form, "trump");
    let trump = chosen === "none" ? null : chosen, winner = "";
    try {
      for (const plays of tricks.filter((one) => one.length)) {
        const facts = { plays: plays.map(([player, card]) => ({ player, card })) };
        if (chosen !== null) facts.trump = trump;
        const answer = await fetch(form.dataset.trick, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ facts }) });
        if (!answer.ok) return;
        const { outcome } = await answer.json();
        winner = outcome.winner;
        if ("trump_after" in outcome) trump = outcome.trump_after;
      }
      winners.set(key, winner);
      if (key === said()) draw();
    } catch { /* who leads is tapped, then */ }
  }
  function add(card) {
    const player = turn();
    if (!player) { field.label.textContent = "Tap first who leads"; return; }
    next = null;
    last().push([player, card]);
    if (several && last().length === names.length) tricks.push([]);
    write();
    findLeader();
  }
  function back() {
    while (tricks.length > 1 && !last().length) tricks.pop();
    last().pop();
    next = null;
    write();
    findLeader();
  }
  field.reload = () => { tricks = text.value.split("\n").filter((line) => line.trim()).map(read); next = null; draw(); };
  function draw() {
    const played = tricks.filter((plays) => plays.length).length;
    list.replaceChildren(...tricks.map((plays, number) => make("li", {},
      ...(several ? [make("span", { class: "beside" }, `Trick ${number + 1}`)] : []),
      ...plays.map(([player, card]) => {
        const [face, suit] = faces.get(card) || [card, ""];
        return make("span", { class: `held ${"hd".includes(suit || "-") ? "red" : ""}` }, make("small", {}, make("bdi", {}, player)), face);
      }),
      ...(number === played - 1 ? [make("button", { type: "button", class: "quiet small", "aria-label": "Take the last card back", onclick: back }, "⌫")] : []))));
    if (!who.children.length) who.append(...names.map((name) => make("button", { type: "button", class: "chip-button", value: name, onclick: () => { next = name; draw(); } }, make("bdi", {}, name))));
    for (const chip of who.children) chip.setAttribute("aria-pressed", String(chip.value === turn()));
    close.disabled = !last().length;
    if (field.label) field.label.textContent = turn() ? `${turn()} plays` : "Who leads?";
    if (field.fade) field.fade();
  }
  function openFall() {
    const gone = () => new Map(tricks.flat().map(([, card]) => card).reduce((counts, card) => counts.set(card, (counts.get(card) || 0) + 1), new Map()));
    const [grids, buttons] = deckOf(deck, add);
    field.fade = () => { const counts = gone(); for (const [button, card, copies] of buttons) button.disabled = (counts.get(card) || 0) >= copies; };
    field.label = make("span", { "aria-live": "polite" });
    const other = make("input", { class: "text", "aria-label": "Another card", placeholder: "another card: " + deck.cards[0][0], autocomplete: "off", autocapitalize: "off" });
    const addOther = () => { const card = other.value.trim().toLowerCase(); if (card && !/\s/.test(card)) { add(card); other.value = ""; } };
    other.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); addOther(); } });
    const more = deck.open ? [make("div", { class: "together" }, other, make("button", { type: "button", class: "quiet", onclick: addOther }, "Add"))] : [];
    openPad([make("div", { class: "pad-head" }, field.label, make("output", {}), make("button", { type: "button", onclick: () => { closePad(); } }, "Done")), ...grids, ...more], "Deck");
    other.addEventListener("pointerdown", (event) => event.stopPropagation());
    draw();
    field.scrollIntoView({ block: "center" });
  }
  draw();
}

function setUpSuggested(input) {
  const form = input.closest("form");
  const chips = make("div", { class: "chips" });
  const draw = () => { for (const chip of chips.children) chip.setAttribute("aria-pressed", chip.textContent === input.value.trim()); };
  chips.append(...JSON.parse(input.dataset.suggested).map((word) => make("button", { type: "button", class: "chip-button", onclick: () => { input.value = word; draw(); changed(form); } }, word)));
  input.before(chips);
  input.addEventListener("input", draw);
  draw();
}

// ---- keeping what is typed ---------------------------------------------------------------------------------------

function typedOf(form) {
  return [...new FormData(form)].filter(([name]) => !NOT_TYPED.has(name) && !form.querySelector(`[name="${CSS.escape(name)}"][data-hidden]`));
}

function changed(form, input = null) {
  touched = true;
  showWhen(form);
  check(form, input);
  if (form.dataset.keep) memory.set("typed:" + form.dataset.keep, { at: Date.now(), noted: form.dataset.noted, items: typedOf(form), filled: filledIn(form) });
  foresee(form, input && input.type === "radio" ? 120 : 350);
  putDown(form);
}

// What the page has filled in: name and value of each such group.
function filledIn(form) {
  return [...form.elements].filter((input) => input.dataset.auto).map((input) => [input.name, new Group(groupInputs(form, input.name)).value]);
}

function groupInputs(form, name) { return [...form.elements].filter((input) => input.name === name); }

const roundOf = (keep) => keep.split(".").slice(0, 2).join(".");
const ROUNDS_REMEMBERED = 60;

// What was typed is saved: on this phone the correction of that round still knows what the page had filled in.
function putAway(keep) {
  const typed = memory.get("typed:" + keep), round = roundOf(keep);
  memory.drop("typed:" + keep);
  if (!typed || !typed.filled) return;
  const others = (memory.get("filled") || []).filter(([other]) => other !== round);
  memory.set("filled", [...others, [round, typed.filled]].slice(-ROUNDS_REMEMBERED));
}

// Mark what the page had filled in before it was loaded anew, refused, or opened to be corrected.
function markFilled(form) {
  const keep = form.dataset.keep || "", typed = memory.get("typed:" + keep);
  const saved = (memory.get("filled") || []).find(([round]) => round === roundOf(keep));
  for (const [name, value] of (typed && typed.filled) || (saved && saved[1]) || []) {
    const inputs = groupInputs(form, name);
    if (inputs.length && value !== null && new Group(inputs).value === value) new Group(inputs).mark();
  }
}

function restore(form) {
  const kept = form.dataset.keep && memory.get("typed:" + form.dataset.keep);
  const asked = form.method !== "post" && location.search;
  if (!kept || asked || $(".problem", form) || Date.now() - kept.at > 36e5 * 12) return;
  const names = new Map();
  const newer = kept.noted === form.dataset.noted ? [] : (form.dataset.drafted || "").split(" ");
  const isNewer = (name) => newer.includes(name.split(".")[0]);
  for (const [name, value] of kept.items) names.set(name, [...(names.get(name) || []), value]);
  for (const field of $$("[data-sequence]", form)) if (!isNewer(field.dataset.sequence)) field.setSequence(names.get(field.dataset.sequence) || []);
  for (const field of $$("[data-rows]", form)) {
    const numbers = [...new Set([...names.keys()].filter((name) => name.startsWith(field.dataset.rows + ".")).map((name) => Number(name.split(".")[1])))];
    for (const number of numbers) if (!$(`[data-row="${number}"]`, field)) field.addRow(false, number);
  }
  showWhen(form);
  for (const input of form.elements) {
    if (!input.name || NOT_TYPED.has(input.name) || input.dataset.hidden !== undefined || input.type === "hidden" || isNewer(input.name)) continue;
    const values = names.get(input.name) || [];
    if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
    else if (values.length) input.value = values[0];
  }
  for (const field of $$("[data-cards]", form)) if (field.draw) field.draw();
  for (const field of $$("[data-fall]", form)) if (field.reload) field.reload();
  for (const input of $$("[data-suggested]", form)) input.dispatchEvent(new Event("input"));
  for (const field of $$("[data-rows] [data-row]", form)) if (field.shut && field.hidden) field.shut();
  touched = kept.items.length > 0;
  showWhen(form);
}

// ---- what is known before the hand: every phone at the table sees it as it comes -----------------------------------

const down = { timer: 0, busy: false };

function answersOf(form) {
  const found = new Map();
  for (const [name, value] of typedOf(form)) if (value.trim()) found.set(name, [...(found.get(name) || []), value]);
  return found;
}

function differing(one, other) {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => String(one.get(name)) !== String(other.get(name)));
}

function putDown(form) {
  clearTimeout(down.timer);
  if (form.dataset.down) down.timer = setTimeout(() => sendDown(form), 300);
}

async function sendDown(form) {
  if (!form.isConnected) return;
  if (down.busy) { putDown(form); return; }
  const now = answersOf(form), play = $("#play"), fresh = differing(now, form.shared);
  if (!fresh.length) return;
  const lists = new Set(fresh.map((name) => name.split(".")[0]).filter((key) => $(`[data-rows="${CSS.escape(key)}"]`, form)));
  const isIn = (name) => lists.has(name.split(".")[0]);
  const body = new URLSearchParams({ csrf_token: form.elements.csrf_token.value, slot: form.elements.slot.value, mark: play.dataset.mark });
  for (const [name, values] of now) if (isIn(name) || fresh.includes(name)) for (const value of values) body.append(name, value);
  for (const name of fresh) if (!isIn(name) && !now.has(name)) body.append("cleared", name);
  for (const key of lists) if (![...now.keys()].some((name) => name.startsWith(key + "."))) body.append("cleared", key);
  down.busy = true;
  try {
    const answer = await fetch(form.dataset.down, { method: "POST", body });
    const news = answer.ok ? await answer.json() : null;
    await calm();
    if (!news || $("#play") !== play) return; // the next look tells how it stands
    form.shared = now;
    if (news.alone) play.dataset.mark = news.mark;
    const line = $("#bidding");
    if (line) line.textContent = news.bidding;
    if (news.whole && !differing(answersOf(form), now).length) { touched = false; memory.drop("typed:" + form.dataset.keep); }
  } catch { /* the network is gone: locking sends all of it */ } finally { down.busy = false; }
}

// ---- what the round would give ------------------------------------------------------------------------------------

const ahead = { timer: 0, asked: 0, lacks: null };

function foresee(form, wait = 350) {
  const spot = $("#preview", form);
  if (!spot) return;
  clearTimeout(ahead.timer);
  const number = ++ahead.asked;
  ahead.timer = setTimeout(async () => {
    if (!form.isConnected) return;
    try {
      const answer = await fetch(spot.dataset.from, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (!answer.ok) throw new Error();
      const text = await answer.text();
      await calm();
      if (number !== ahead.asked || !form.isConnected) return;
      const open = $("details.gives[open]", spot);
      spot.innerHTML = text;
      if (open && $("details.gives", spot)) $("details.gives", spot).open = true;
      ahead.lacks = JSON.parse($("[data-lacks]", spot).dataset.lacks);
    } catch {
      if (number !== ahead.asked || !form.isConnected) return;
      spot.replaceChildren(); // the network is gone; saving will tell
      ahead.lacks = null;
    }
    check(form);
  }, wait);
}

// ---- the page anew ------------------------------------------------------------------------------------------------

async function show(answer, moveUp, read = null) {
  const page = read || new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = $("#page", page);
  if (!fresh) { location.reload(); return; }
  closePad();
  $("#page").replaceWith(fresh);
  document.title = page.title;
  if (answer.redirected && new URL(answer.url).pathname !== location.pathname) { history.pushState(null, "", answer.url); place = location.pathname; }
  onceOnly();
  touched = false;
  setUp();
  const play = $("#play");
  $("#live").textContent = play ? play.dataset.announce : "";
  const problem = $(".problem.summary, [role=alert]", fresh);
  if (toRefused(fresh)) return;
  if (problem) { problem.tabIndex = -1; problem.focus({ preventScroll: moveUp }); } else if (moveUp) $("#main").focus({ preventScroll: true });
  if (moveUp) scrollTo(0, 0); // what was done stands at the top
}

// What was done is told once: the page loaded again says how it stands.
function onceOnly() {
  const address = new URL(location.href);
  if (!address.searchParams.has("done")) return;
  address.searchParams.delete("done");
  history.replaceState(null, "", address);
}

async function refresh(url = location.href, moveUp = false) {
  const answer = await fetch(url);
  if (answer.ok) await show(answer, moveUp);
}

async function poll() {
  const play = $("#play");
  if (!play || document.hidden || pad.element || $("dialog[open]") || unsent().some((parcel) => playOf(parcel.action) === playOf(location.pathname))) return;
  try {
    const answer = await fetch(`${play.dataset.state}?mark=${play.dataset.mark}&since=${play.dataset.revision}`);
    if (answer.status === 404) { if (touched) gone(play); else location.reload(); }
    if (answer.status !== 200 || $("#play") !== play || down.busy) return;
    const news = await answer.json();
    if (!touched && !$("#lay [name=typed]")?.value) {
      const page = await fetch(location.href);
      await calm();
      if (page.ok && !touched && $("#play") === play) await show(page, false); // else somebody has tapped meanwhile
      return;
    }
    if ($(".fresh") || news.mark === play.dataset.mark) return;
    const words = news.changes.length ? news.changes.join("; ") : "The coming round was changed on another phone";
    play.prepend(make("div", { class: "notice fresh", role: "status" }, make("p", {}, words + "."), make("button", { type: "button", class: "quiet", onclick: () => refresh() }, "Show it")));
  } catch { /* the network is gone; the next try will tell */ }
}

// Loaded anew, the page would take along what was typed.
function gone(play) {
  if ($(".gone-away")) return;
  const words = "The play is not there any more, or this phone is no longer in the club. What you typed is still here: copy it before you leave the page.";
  play.prepend(make("div", { class: "notice warn gone-away", role: "alert" }, make("p", {}, words)));
}

// ---- looking closer -----------------------------------------------------------------------------------------------

async function peek(event) {
  const link = event.target.closest("a[data-peek]");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const dialog = make("dialog", { "aria-label": "How it came about" });
    dialog.append(make("button", { type: "button", class: "quiet shut", onclick: () => dialog.close() }, "Close"), $(".peek", page));
    dialog.addEventListener("close", () => { dialog.remove(); link.focus(); });
    dialog.addEventListener("click", (tap) => { if (tap.target === dialog) dialog.close(); });
    $("#page").append(dialog);
    for (const form of $$("form", dialog)) if (form.method === "post") setUpSending(form);
    dialog.showModal();
    const spot = link.hash && $(link.hash, dialog);
    if (spot) spot.scrollIntoView();
    localTimes(dialog);
  } catch { location.href = link.href; }
}

function localTimes(root) {
  for (const time of $$("time[data-time]", root)) time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

// Where this phone's clock says that it is: for a new club, and told to one for which nobody has said it.
function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "", form = $("form[data-zone]");
  for (const input of $$("input[data-zone-here]")) input.value = zone;
  if (form && zone) fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" }).catch(() => {}); // the next page tells it
}

// ---- starting a play -----------------------------------------------------------------------------------------------

function setUpStart(form) {
  const seats = $$("[data-seat] input.text", form), most = seats.length;
  const fewest = Number(form.dataset.fewest);
  const names = () => seats.map((seat) => seat.value.trim()).filter(Boolean);
  const draw = () => {
    const filled = names();
    seats.forEach((seat, index) => { seat.closest("li").hidden = !seat.value.trim() && index >= Math.max(fewest, filled.length + 1); });
    for (const button of $$("[data-name]", form)) button.setAttribute("aria-pressed", filled.includes(button.dataset.name));
    const all = $("#all-games");
    for (const game of $$("[data-fewest]", form)) {
      const fits = filled.length < 2 || (filled.length >= Number(game.dataset.fewest) && filled.length <= Number(game.dataset.most));
      game.hidden = !fits && !(all && all.checked) && !$("[aria-current]", game);
    }
    const line = $("#check");
    const short = fewest - filled.length;
    line.textContent = short > 0 ? `${short} more to sit down` : "";
    line.classList.toggle("short", short > 0);
  };
  for (const button of $$("[data-name]", form)) button.addEventListener("click", () => {
    const seat = seats.find((one) => one.value.trim() === button.dataset.name);
    if (seat) { const rest = names().filter((name) => name !== button.dataset.name); seats.forEach((one, index) => { one.value = rest[index] || ""; }); }
    else { const free = seats.find((one) => !one.value.trim()); if (free && names().length < most) free.value = button.dataset.name; }
    draw();
  });
  form.addEventListener("input", draw);
  form.addEventListener("change", draw);
  draw();
}

// ---- all together ---------------------------------------------------------------------------------------------------

function setUpWidgets(root) {
  for (const field of $$("[data-sequence]", root)) setUpSequence(field);
  for (const field of $$("[data-cards]", root)) setUpCards(field);
  for (const field of $$("[data-fall]", root)) setUpFall(field);
  for (const input of $$("[data-suggested]", root)) setUpSuggested(input);
  if (coarse) for (const input of $$("input.num", root)) { input.inputMode = "none"; input.addEventListener("focus", () => openKeypad(input)); }
}

function setUpEntry(form) {
  if (form.method !== "post") form.addEventListener("submit", () => { if (form.dataset.keep) memory.drop("typed:" + form.dataset.keep); });
  for (const field of $$("[data-rows]", form)) setUpRows(field);
  setUpWidgets(form);
  form.shared = answersOf(form);
  form.addEventListener("submit", () => clearTimeout(down.timer));
  restore(form);
  markFilled(form);
  putDown(form);
  form.addEventListener("input", (event) => {
    const input = event.target;
    if (input.name) for (const group of groupsOf(form, input.name)) if (group.inputs.includes(input)) group.own();
    if (event.isTrusted && input === pad.input) pad.show(true);
    changed(form, input);
  });
  form.addEventListener("submit", () => { closePad(); document.activeElement.blur(); check(form); });
  // What was left empty is filled in once nobody is at it any more.
  form.addEventListener("focusout", () => requestAnimationFrame(() => { if (form.isConnected && filledOnLeaving(form)) changed(form); }));
  // A chip that is tapped again is nothing chosen.
  let before = null;
  form.addEventListener("pointerdown", (event) => { const chip = event.target.closest(".chip"); before = chip && $("input[type=radio]", chip)?.checked ? $("input", chip) : null; });
  form.addEventListener("click", (event) => {
    if (event.target !== before) return;
    const field = before.closest(".field");
    if (before.parentElement.matches(".filled") || "preset" in field.dataset) { // what the page had filled in is confirmed
      delete field.dataset.preset;
      for (const group of groupsOf(form, before.name)) if (group.inputs.includes(before)) group.own();
      return changed(form, before);
    }
    const standing = before.closest(".field:not([data-required])") && groupInputs(form, before.name).find((input) => input.value === "none");
    const input = before;
    before.checked = false;
    before = null;
    if (standing) standing.checked = true;
    for (const group of groupsOf(form, input.name)) if (group.inputs.includes(input)) group.own();
    changed(form, input);
  });
  showWhen(form);
  const told = $("#check", form);
  ahead.lacks = told && told.dataset.lacks ? JSON.parse(told.dataset.lacks) : null;
  check(form);
  if (touched || filledIn(form).length) foresee(form, 0);
}

function filledOnLeaving(form) {
  const before = JSON.stringify(filledIn(form));
  check(form);
  return before !== JSON.stringify(filledIn(form));
}

// Put a text on the clipboard; the old way where the address is a plain one, as at home.
async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* not allowed, or not there */ }
  const box = make("textarea", { class: "unseen", tabindex: "-1" });
  box.value = text;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  return done;
}

// Other forms that take some time to fill in: the same, without what only the form of a round has.
function setUpKept(form) {
  form.dataset.keep += location.search; // what the address fills in is a beginning of its own
  restore(form);
  form.addEventListener("input", () => changed(form));
  form.addEventListener("submit", (event) => { if (!event.submitter || event.submitter.name !== "more") memory.drop("typed:" + form.dataset.keep); });
}

function setUp() {
  for (const part of $$("[data-script]")) part.hidden = false;
  for (const part of $$("[data-plain]")) part.hidden = true;
  const entry = $("#entry"), start = $("#start");
  keepForms();
  if (entry) setUpEntry(entry);
  if (start) setUpStart(start);
  for (const form of $$("form[data-keep]")) if (form !== entry) setUpKept(form);
  if ($("#play") || entry) for (const form of $$("#main form")) if (form.method === "post") setUpSending(form);
  tellForms();
  tell();
  localTimes(document);
  tellZone();
}

document.addEventListener("click", peek);
document.addEventListener("click", (event) => {
  const link = event.target.closest(".problem.summary a[href^='#']");
  if (link && goTo(link)) event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("a[data-discard]")) return;
  for (const form of $$("[data-keep]")) { forget(form); memory.drop("typed:" + form.dataset.keep); }
});
document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") closePad(); });
document.addEventListener("focusin", (event) => {
  if (!pad.input || pad.element.contains(event.target) || event.target.matches("input.num") || event.target.closest(".savebar")) return;
  setTimeout(async () => { await calm(); if (pad.input && document.activeElement !== pad.input) closePad(); }, 250);
});
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-share], .paragraph > a.number");
  if (!link || event.ctrlKey || event.metaKey) return;
  if (navigator.share) {
    event.preventDefault();
    try { await navigator.share({ url: link.href }); } catch { /* changed their mind */ }
  } else if (link.matches(".number") && await copy(link.href)) {
    link.focus();
    link.classList.add("copied");
    $("#live").textContent = "Copied";
    setTimeout(() => { link.classList.remove("copied"); $("#live").textContent = ""; }, 2000);
  }
});
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button || !await copy($("#" + button.dataset.copy).value)) return;
  const word = button.textContent;
  button.textContent = $("#live").textContent = "Copied";
  button.focus();
  setTimeout(() => { button.textContent = word; $("#live").textContent = ""; }, 2000);
});
addEventListener("popstate", () => { if (location.pathname !== place) location.reload(); }); // else it is another paragraph
document.addEventListener("visibilitychange", poll);
onceOnly();
setUp();
toRefused(document);
findUnsent();
setInterval(poll, 4000);

// What a table decides: one point more or less.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-step]");
  if (!button) return;
  const input = $("input", button.parentElement);
  input.value = Math.max(0, (Number.parseInt(input.value, 10) || 0) + Number(button.dataset.step)) || "";
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

// What happened? The answers come while it is typed; what is asked last is what is shown.
const finding = { timer: 0, number: 0 };
document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-find]");
  if (!form) return;
  clearTimeout(finding.timer);
  finding.timer = setTimeout(async () => {
    const number = ++finding.number, url = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    try {
      const answer = await fetch(url), spot = $(form.dataset.find);
      const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(form.dataset.find);
      if (number !== finding.number || !found || !form.isConnected) return;
      spot.replaceChildren(...found.childNodes);
      history.replaceState(history.state, "", url);
    } catch { /* the network is gone; the button will tell */ }
  }, 300);
});
