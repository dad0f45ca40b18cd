// A list in order: chips that add to it, and what is chosen so far with its places.

import { $$, ancestor, the } from "../../support/dom.js";
import { chipButton, make } from "../../support/elements.js";
import { partOf, widgets } from "../../support/forms.js";
import { handleChange } from "../entry/unsaved_input.js";

/**
 * Set up a list in order, in place of its menus.
 * @param {HTMLElement} field
 */
function setUpSequence(field) {
  const form = ancestor(field, "form"), name = field.dataset.sequence || "", plain = the(".plain", field);
  const texts = new Map($$("option", the("select", plain)).filter((option) => option.value).map((option) => [option.value, option.textContent || ""]));
  let items = $$("select", plain).map((select) => select.value).filter(Boolean);
  const list = make("ol", { class: "chosen" }), chips = make("div", { class: "chips" });
  plain.replaceWith(list, chips);
  partOf(field, { setItems: (values) => { items = values; redraw(); } });

  /**
   * Change the list by a tap.
   * @param {string[]} values
   */
  function change(values) { items = values; redraw(); handleChange(form, field); }

  /** Show the list and its chips. */
  function redraw() {
    const isFull = items.length >= Number(field.dataset.most || 99);
    list.replaceChildren(...items.map((value, place) => make("li", {},
      make("span", {}, `${place + 1}. ${texts.get(value)}`),
      make("input", { type: "hidden", name, value }),
      make("button", { "aria-label": "Remove", onclick: () => change(items.filter((_, other) => other !== place)) }, "✕"))));
    chips.replaceChildren(...[...texts].map(([value, text]) => chipButton(
      { disabled: isFull || ("once" in field.dataset && items.includes(value)), onclick: () => change([...items, value]) }, "+ ", text)));
  }
  redraw();
}

widgets.fields["[data-sequence]"] = setUpSequence;
