// Times in the reader's own zone.

import { $, $$ } from "./dom.js";
import { make } from "./elements.js";
import { encodeForm } from "./forms.js";

/**
 * Show times in the zone of this phone, written as those of nights are.
 * @param {ParentNode} root
 */
export function showLocalTimes(root) {
  for (const time of $$("time[data-time]", root)) {
    const at = new Date(time.dateTime);
    time.textContent = `${at.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "long", year: "numeric" }).replace(",", "")}, ${at.toLocaleTimeString("en-GB", { timeStyle: "short" })}`;
  }
}

/** Send this phone's time zone to a club that has none, fill it into the form for a new club, and offer zones to choose from. */
export function setUpTimeZones() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "", form = $("form[data-zone]");
  for (const input of $$("input[data-zone-here]")) input.value = zone;
  $("#zones")?.append(...(Intl.supportedValuesOf?.("timeZone") || []).map((value) => make("option", { value })));
  if (form && zone) fetch(form.action, { method: "POST", body: encodeForm(form), redirect: "manual" }).catch(() => {}); // the next page tries again
}
