// The preview of a round: what it scores, and what its form lacks, as the server says while somebody types.

import { $, the } from "../../support/dom.js";
import { encodeForm } from "../../support/forms.js";
import { untilReleased } from "../../support/device/pointer.js";
import { state } from "../../support/state.js";
import { check } from "../../forms/entry/check.js";

const preview = { timer: 0, number: 0 }; // the number of the last request

/**
 * Show the preview of the round after this many milliseconds without typing.
 * @param {HTMLFormElement} form
 * @param {number} wait
 */
export function schedulePreview(form, wait) {
  const section = $("#preview", form);
  if (!section) return;
  clearTimeout(preview.timer);
  const number = ++preview.number, isOutdated = () => number !== preview.number || !form.isConnected;
  preview.timer = setTimeout(async () => {
    if (!form.isConnected) return;
    try {
      const answer = await fetch(section.dataset.previewUrl || "", { method: "POST", body: encodeForm(form) });
      if (!answer.ok) throw new Error();
      const text = await answer.text();
      await untilReleased();
      if (isOutdated()) return;
      const wasOpen = $("details.gives[open]", section);
      section.innerHTML = text;
      const details = $("details.gives", section);
      if (wasOpen && details) details.open = true;
      state.missing = JSON.parse(the("[data-lacks]", section).dataset.lacks || "");
    } catch {
      if (isOutdated()) return;
      section.replaceChildren(); // no network: the save will show it
      state.missing = null;
    }
    check(form);
  }, wait);
}
