"""All blueprints of the app."""

from companion.web.access.device_views import devices
from companion.web.access.program_views import programs
from companion.web.access.views import access
from companion.web.api.club.views import club_api
from companion.web.api.views import api
from companion.web.club.erasing_views import erasing_pages
from companion.web.club.more_views import more
from companion.web.club.views import club_pages
from companion.web.files.bgstats_views import bgstats_pages
from companion.web.files.views import exports
from companion.web.house.views import house
from companion.web.money.views import money
from companion.web.nights.shared_night_views import shared_nights
from companion.web.nights.views import nights
from companion.web.offline.views import offline
from companion.web.people.views import people
from companion.web.plays.bids.views import secret_bids
from companion.web.plays.details.views import about_play
from companion.web.plays.list_views import play_list_pages
from companion.web.plays.rounds.coming_round_views import coming_round
from companion.web.plays.rounds.views import rounds
from companion.web.plays.rules_views import play_house
from companion.web.plays.seat_views import seats
from companion.web.plays.tricks.views import tricks
from companion.web.plays.views import plays
from companion.web.privacy.views import privacy
from companion.web.referee.views import referee
from companion.web.rules.blank_sheet_views import blank_sheets
from companion.web.rules.club_search import search
from companion.web.rules.views import rules
from companion.web.rulings.decision_views import deciding
from companion.web.rulings.views import rulings
from companion.web.screens.views import screens
from companion.web.start.views import start
from companion.web.support.requests.health import health

FOR_PROGRAMS = (api, club_api)
"""The blueprints of the APIs, which are exempt from CSRF protection."""

BLUEPRINTS = (
    access, club_pages, devices, more, programs, start, plays, play_list_pages, coming_round, rounds, seats, about_play,
    people, nights, shared_nights, screens, secret_bids, rules, house, play_house, rulings, referee, deciding, money,
    search, tricks, blank_sheets, exports, bgstats_pages, erasing_pages, health, offline, privacy,
)  # fmt: skip
