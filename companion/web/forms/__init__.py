"""Forms: what a page asks for, and the raw entry that a submitted form means.

``entry_form`` makes a form of WTForms out of the core's fields (``entry``); each knows how it is read, carried and
shown (``fields``), by the macros of a template (``widgets``). What is wrong with an entry is decided by the core.
"""

from companion.web.forms.entry import EntryForm, Section, decks_of, entry_form, with_bid_results, with_start_values
from companion.web.forms.faults import Fault, faults_of, is_asked, unanswered
from companion.web.forms.fields import MOST_ROWS, NOBODY
from companion.web.forms.typed import trick_text

__all__ = (
    "MOST_ROWS",
    "NOBODY",
    "EntryForm",
    "Fault",
    "Section",
    "decks_of",
    "entry_form",
    "faults_of",
    "is_asked",
    "trick_text",
    "unanswered",
    "with_bid_results",
    "with_start_values",
)
