"""The keys of the options and of a round of Reversis."""

from companion.core.entry import Rows
from companion.core.keys import Key

BROKEN_BY: Key[str | None] = Key("broken_by")
BROKEN_BY_QUINOLA: Key[bool] = Key("broken_by_quinola")
CLAIMED: Key[bool] = Key("claimed")
ESPAGNOLETTE: Key[str | None] = Key("espagnolette")
KIND: Key[str | None] = Key("kind")
LOSING_TIE: Key[str | None] = Key("losing_tie")
NEW_POT: Key[str | None] = Key("new_pot")
OTHER: Key[str | None] = Key("other")
PAYMENTS: Key[Rows] = Key("payments")
QUINOLA_EARLY: Key[bool] = Key("quinola_early")
REVERSIS: Key[str | None] = Key("reversis")
TALON: Key[int] = Key("talon")
