// The scoreboard: polls the play and shows it again when it has changed.

import { stayAwake } from "../support/device/awake.js";
import { $, announce, fetchInTime, parsePage, the } from "../support/dom.js";

const TRIES = 3; // without an answer, before the scoreboard says so

const polling = { timer: 0, failures: 0, lastAnswerAt: Date.now() };

/** Poll now, and again after the interval of the page or of the last answer. */
async function pollRepeatedly() {
  clearTimeout(polling.timer);
  const shown = the("#screen");
  let wait = Number(shown.dataset.askAgain);
  try {
    if (!document.hidden) {
      const answer = await fetchInTime(`${location.pathname}?mark=${shown.dataset.mark}`);
      wait = Number(answer.headers.get("Ask-Again")) || wait;
      if (answer.status !== 204 && !(await showBoard(answer))) throw new Error();
      handleAnswer();
    }
  } catch { handleFailure(); }
  clearTimeout(polling.timer);
  polling.timer = setTimeout(pollRepeatedly, wait);
}

/**
 * Show the scoreboard of an answer; return whether it has one.
 * @param {Response} answer
 */
async function showBoard(answer) {
  const found = parsePage(await answer.text()), fresh = $("#screen", found), before = the("#screen");
  if (!fresh) return false; // an error of the server, or too many requests
  if (fresh.dataset.mark === before.dataset.mark) return true;
  if ($("script[src]", found)?.getAttribute("src") !== the("script[src]").getAttribute("src")) location.reload(); // a newer version
  before.replaceWith(fresh);
  document.title = found.title;
  announce(fresh.dataset.announce || "");
  stayAwake();
  return true;
}

/** Handle an answer: the scoreboard is up to date. */
function handleAnswer() {
  polling.failures = 0;
  polling.lastAnswerAt = Date.now();
  the("#net").hidden = true;
}

/** Handle a missing answer: after a few tries the scoreboard says that it may be old. */
function handleFailure() {
  if (++polling.failures < TRIES) return;
  the("#net time").textContent = new Date(polling.lastAnswerAt).toLocaleTimeString("en-GB", { timeStyle: "short" });
  the("#net").hidden = false;
}

document.addEventListener("visibilitychange", pollRepeatedly);
stayAwake();
polling.timer = setTimeout(pollRepeatedly, Number(the("#screen").dataset.askAgain));
