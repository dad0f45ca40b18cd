"""The text of a night for a group chat."""

from companion.core.words import listed
from companion.store.nights.night_state import day_text
from companion.web.nights.pages import ShownNight


def chat_text(shown: ShownNight) -> str:
    """Return a night as text: its name, date and place, the result of each game, who won most, and who was there."""
    details = shown.night.details
    lines = [", ".join(filter(None, (details.name, day_text(shown.night.date), details.place)))]
    for play in shown.plays:
        note = "" if play.state.over else " (goes on)"
        lines += ["", f"{play.state.title}: {play.result}{note}", play.standings_text]
    if shown.most_wins_text:
        lines += ["", shown.most_wins_text]
    lines += shown.match_scores
    if shown.names_present:
        lines += ["", f"Also there: {listed(shown.names_present)}"]
    return "\n".join(lines) + "\n"
