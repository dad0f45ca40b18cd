"""The keys of the options and of a round of Reversis."""

from companion.core.entry import Rows
from companion.core.keys import Key, PerName

BROKEN_BY: Key[str | None] = Key("broken_by")
BROKEN_BY_QUINOLA: Key[bool] = Key("broken_by_quinola")
BY: Key[str | None] = Key("by")
CLAIMED: Key[bool] = Key("claimed")
ESPAGNOLETTE: Key[str | None] = Key("espagnolette")
KIND: Key[str | None] = Key("kind")
LOSING_TIE: Key[str | None] = Key("losing_tie")
NEW_POT: Key[str | None] = Key("new_pot")
OTHER: Key[str | None] = Key("other")
PAYMENTS: Key[Rows] = Key("payments")
POINTS: Key[PerName[int]] = Key("points")
QUINOLA_EARLY: Key[bool] = Key("quinola_early")
REVERSIS: Key[str | None] = Key("reversis")
SUIT: Key[str | None] = Key("suit")
TALON: Key[int] = Key("talon")
TRICKS: Key[PerName[int]] = Key("tricks")
