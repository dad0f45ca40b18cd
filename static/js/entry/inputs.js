// Inputs that only some forms have: rows, pots, bets, cards, answers in pairs or in turn. Pages that have any of them load
// this module (`has_widgets` in web/support/assets.py).

import { widgets } from "../support/forms.js";
import { setUpBets } from "./bets.js";
import { setUpCards } from "./cards.js";
import { setUpLetters } from "./letters.js";
import { setUpPair } from "./pairs.js";
import { setUpPots } from "./pots.js";
import { setUpRows } from "./rows.js";
import { setUpSequence } from "./sequence.js";
import { setUpQuick, setUpSuggested } from "./suggestions.js";
import { setUpTricks } from "./tricks.js";
import { setUpAllTurns } from "./turns.js";

widgets.groups = { "[data-shares]": setUpPots, "[data-rows]": setUpRows, "[data-layout]": setUpBets };
widgets.fields = {
  "[data-sequence]": setUpSequence,
  "[data-cards]": setUpCards,
  "[data-fall]": setUpTricks,
  "input[data-suggested]": setUpSuggested,
  "[data-tapped]": setUpLetters,
  "[data-in-one-with]": setUpPair,
  "[data-row] .field:not([data-in-one-with]) > input[data-quick]": setUpQuick,
};
widgets.form = setUpAllTurns;
