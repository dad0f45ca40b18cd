"""The list of devices on its page."""

from tests.web.phones import Club


def devices(club: Club) -> list[tuple[str, str]]:
    """Return role and form of each device, in the order in which they joined."""
    page = club.organiser.get(f"{club.url}/devices").text
    parts = page.split('<details class="sheet-of-paper device"')[1:]
    return [(part.split('class="beside">')[1].split(",")[0], part.split('action="')[1].split('"')[0]) for part in parts]
