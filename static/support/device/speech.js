// Reading aloud, if the browser can speak: on a sheet each saved round, on the referee's pages the verdict.

import { $, $$, listen, storage } from "../dom.js";

const ON = "read-aloud"; // the storage key if it is switched on

/**
 * Read a text aloud, and stop reading another.
 * @param {string | null | undefined} text
 */
function speak(text) {
  speechSynthesis.cancel();
  if (!text) return;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = document.documentElement.lang;
  speechSynthesis.speak(spoken);
}

/** Show the switch and the buttons if the browser can speak. */
export function offerSpeech() {
  if (!("speechSynthesis" in window)) return;
  for (const element of $$("[data-can-speak]")) element.hidden = false;
  for (const box of $$("input[data-read-aloud]")) box.checked = Boolean(storage.get(ON));
}

/** Read the state of the play aloud if that is switched on. */
export function speakState() { if (storage.get(ON) && "speechSynthesis" in window) speak($("#play")?.dataset.announce); }

listen("change", "input[data-read-aloud]", (box) => {
  if (box.checked) storage.set(ON, true); else { storage.drop(ON); speechSynthesis.cancel(); }
  speakState(); // some phones speak only after they have once spoken at a tap
});
listen("click", "button[data-read]", (button) => speak($(button.dataset.read || "")?.textContent));
