"""Forms made from a game's fields, for entries of rounds, facts of questions and options.

``entry_form`` makes a WTForms form from the core's fields (``entry``). Each field knows how it is read and rendered,
and which hidden inputs carry its value (``fields``, ``widgets``). The core validates the values.
"""

from companion.web.forms.entry import EntryForm, Section, decks_of, entry_form, with_bid_results, with_start_values
from companion.web.forms.faults import Fault, faults_in_field_order, is_asked, unanswered_problems
from companion.web.forms.fields import MOST_ROWS
from companion.web.forms.table_field import NOBODY
from companion.web.forms.trick_notation import trick_text

__all__ = (
    "MOST_ROWS",
    "NOBODY",
    "EntryForm",
    "Fault",
    "Section",
    "decks_of",
    "entry_form",
    "faults_in_field_order",
    "is_asked",
    "trick_text",
    "unanswered_problems",
    "with_bid_results",
    "with_start_values",
)
