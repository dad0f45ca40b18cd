"""The progress of secret bids: who has bid, without the bids."""

from companion.core.words import counted, listed
from companion.store.plays.coming_round.drafts import DraftState, secret_fields
from companion.store.plays.play_state import PlayState


def done_and_waiting_bidders(state: PlayState, draft: DraftState | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the players who have made all secret bids of the coming round, and those who have not."""
    fields = secret_fields(state, draft.data if draft else {})
    asked = tuple(dict.fromkeys(name for item in fields for name in item.names))
    sealed = draft.sealed if draft else {}
    waiting = tuple(
        name for name in asked if any(name in item.names and name not in sealed.get(item.key, ()) for item in fields)
    )
    return tuple(name for name in asked if name not in waiting), waiting


def secret_progress(state: PlayState, draft: DraftState | None) -> str:
    """Describe the progress of secret bids: ``2 of 3 players have bid: Ann and Cyd. Bob is still to bid``."""
    done, waiting = done_and_waiting_bidders(state, draft)
    still = f"{listed(waiting)} {'is' if len(waiting) == 1 else 'are'} still to bid."
    if not done:
        return f"Nobody has bid yet. {still}"
    players = counted(len(done) + len(waiting), "player")
    return f"{len(done)} of {players} {'has' if len(done) == 1 else 'have'} bid: {listed(done)}. {still}"
