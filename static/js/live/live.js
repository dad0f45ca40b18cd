// Pages that are kept up to date and forms that are sent by the script: those of plays and of the coming round.

import { $, $$, state } from "../support/dom.js";
import { setUps } from "../support/page.js";
import { filledIn } from "../entry/typed.js";
import { foresee, keepLooking, putDown } from "./updates.js";
import { findUnsent, keepForms, setUpSending, tell, tellForms } from "./sending.js";

setUps.push((isFirst) => {
  const entry = $("#entry");
  keepForms();
  if (entry) {
    putDown(entry);
    if (state.touched || filledIn(entry).length) foresee(entry, 0);
  }
  if ($("#play") || entry) for (const form of $$("#main form")) if (form.method === "post") setUpSending(form);
  tellForms();
  tell();
  if (isFirst) findUnsent();
});

addEventListener("popstate", () => { if (location.pathname !== state.place) location.reload(); }); // else only the fragment has changed
document.addEventListener("visibilitychange", keepLooking);
setTimeout(keepLooking, 1000);
