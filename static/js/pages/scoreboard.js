// The screen of a table: looks again and again whether the play still stands as it is shown, and shows it anew.

import { $, announce, pageIn, the } from "../support/dom.js";
import { stayAwake } from "../support/device.js";

const TRIES = 3;

const look = { timer: 0, failed: 0, at: Date.now() };

/** Look now, and again after as long as the page or the last answer says. */
async function keepLooking() {
  clearTimeout(look.timer);
  const shown = the("#screen");
  let wait = Number(shown.dataset.askAgain);
  try {
    if (!document.hidden) {
      const answer = await fetch(`${location.pathname}?mark=${shown.dataset.mark}`);
      wait = Number(answer.headers.get("Ask-Again")) || wait;
      if (answer.status !== 204 && !(await show(answer))) throw new Error();
      arrived();
    }
  } catch { missed(); }
  clearTimeout(look.timer);
  look.timer = setTimeout(keepLooking, wait);
}

/**
 * Show the screen of an answer; whether there was one in it.
 * @param {Response} answer
 */
async function show(answer) {
  const found = pageIn(await answer.text()), fresh = $("#screen", found), before = the("#screen");
  if (!fresh) return false; // the computer has a fault, or refuses for a while
  if (fresh.dataset.mark === before.dataset.mark) return true;
  before.replaceWith(fresh);
  document.title = found.title;
  announce(fresh.dataset.announce || "");
  stayAwake();
  return true;
}

/** The club has answered: what is shown is how it stands. */
function arrived() {
  look.failed = 0;
  look.at = Date.now();
  the("#net").hidden = true;
}

/** No answer: what is shown may be old, and after a few tries it says so. */
function missed() {
  if (++look.failed < TRIES) return;
  the("#net time").textContent = new Date(look.at).toLocaleTimeString([], { timeStyle: "short" });
  the("#net").hidden = false;
}

document.addEventListener("visibilitychange", keepLooking);
stayAwake();
look.timer = setTimeout(keepLooking, Number(the("#screen").dataset.askAgain));
