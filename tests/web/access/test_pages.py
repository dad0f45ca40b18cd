"""Pages of phones and invitations from top to bottom, and what each of their buttons answers."""

import re
from datetime import UTC, datetime

from companion.store.club import operators
from companion.store.database.base import clock_at, db
from companion.web.access.cookies import DEVICE_COOKIE
from tests.web.pages import main_of, text_and_links, words
from tests.web.phones import Club, Phone, problem_texts

HOME = ("Start a club Join with a code Join Install as an app The rules of all games Import a club Privacy", [
    ("The rules of all games", "/rules"), ("Import a club", "/import"), ("Privacy", "/privacy"),
])  # fmt: skip
CODES = (
    "Point a phone's camera at it, or type the code on Companion's first page: CODE http://192.0.2.2/j/CODE Share Make"
    " new codes The present codes then stop working. Phones that have joined stay in."
)
LINKS_OF_CODES = [
    ("Can score", "Club/invite?role=scorer"), ("Can watch", "Club/invite?role=viewer"),
    ("http://192.0.2.2/j/CODE", "http://192.0.2.2/j/CODE"), ("Share", "http://192.0.2.2/j/CODE"),
]  # fmt: skip
RECOVERY = "http://192.0.2.2/recover/TOKEN"
WHOSE = "Whose phone is this? What this phone enters is then logged under that name. You can change it at any time."
LEAVE = "Leave Tuesday This phone then forgets the club. Everything stays for the others."
PAGES = {
    ("scorer", "/"): (f"Your clubs Tuesday scorer {HOME[0]}", [("Tuesday scorer", "Club"), *HOME[1]]),
    ("organiser", "Club/devices"): (
        "Club and phones Name of the club Save Time zone A night has the date on which it began in this time zone. "
        "None is set yet: dates are in UTC. Save Phones Removing or demoting a phone replaces the invite codes. The "
        "other phones stay in. A device (this one) organiser, joined Sun 1 March Make scorer Make viewer Remove Name "
        "of the phone Save Ann scorer, joined Sun 1 March , A device Make organiser Make viewer Remove Name of the "
        "phone Save A device viewer, joined Sun 1 March Make organiser Make scorer Remove Name of the phone Save For "
        "a wall display, a spreadsheet or a script, see programs . Recovery link Keep this "
        f"link safe and secret. If this phone is lost, it makes any other phone an organiser. {RECOVERY} Share Make a "
        "new one",
        [("programs", "Club/programs"), (RECOVERY, RECOVERY), ("Share", RECOVERY)],
    ),
    ("organiser", "Club/invite"): (f"Let others in To Tuesday . Can score Can watch {CODES}", LINKS_OF_CODES),
    ("viewer", "Club/whose"): (f"{WHOSE} Ann Bob Just looking", []),
    ("scorer", "Club/whose"): (f"{WHOSE} It is Ann 's now. Ann Bob Somebody else That's me Just looking", []),
    ("viewer", "Club/leave"): (
        f"{LEAVE} To come back, type the club's code again. The phone that organises the club shows it. Leave Cancel",
        [("Cancel", "Club/more")],
    ),
    ("organiser", "Club/leave"): (
        f"{LEAVE} No other phone organises the club. Without one, nobody can let others in or take them out. Make"
        " another phone an organiser first Or keep this recovery link somewhere safe. It makes any phone an organiser,"
        f" this one too, and is the way back: {RECOVERY} Share Leave the club without an organiser Cancel",
        [("Make another phone an organiser first", "Club/devices"), (RECOVERY, RECOVERY), ("Share", RECOVERY),
         ("Cancel", "Club/more")],
    ),
    ("organiser", "Club/programs"): (
        "Programs A wall display, a spreadsheet or a script gets a token instead of a code. What it enters is logged"
        " under its name. What programs can read and write is described by OpenAPI. New token Name of the program"
        " Access Can read Can read and score Create the token Programs of this club Display reads, made Sun 1 March ,"
        " not used yet Remove Display",
        [("What programs can read and write", "http://192.0.2.2/api/v1/openapi.json")],
    ),
    ("stranger", "/join?code=CODE"): ("Join Tuesday This phone can then score: it writes rounds down. Code Join", []),
    ("stranger", "/join"): (
        "Join a club A phone of the club shows the code, under More, Invite. Code Join", [],
    ),
}  # fmt: skip


def test_every_page_of_phones_and_invitations_says_this_and_leads_there(club: Club) -> None:
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        club = Club(club.app)
        club.organiser.post(f"{club.url}/name", {"name": "Tuesday"})
        club.start("rage", ["Ann", "Bob"])
        assert club.viewer.get(club.url).status_code == 200
        club.scorer.post(f"{club.url}/whose", {"who": "Ann"})
        club.organiser.post(f"{club.url}/programs", {"name": "Display", "may": "read"})
        club.scorer.get(club.url)  # with the message of the form that was sent
        for (role, path), expected in PAGES.items():
            code = club.codes["scorer"]
            page = club.phone(role).get(path.replace("Club", club.url).replace("CODE", code)).text
            page = re.sub(r"/recover/\w+", "/recover/TOKEN", page).replace(code, "CODE")
            assert text_and_links(page, {"Club": club.url}) == expected, (role, path)
        watching = words(club.organiser.get(f"{club.url}/invite?role=viewer").text)
        assert f"http://192.0.2.2/j/{club.codes['viewer']}" in watching
        watching = words(club.stranger.get(f"/join?code={club.codes['viewer']}").text)
        assert "Join Tuesday This phone can then watch: it sees everything and changes nothing." in watching


def answered(club: Club, phone: Phone, path: str, form: dict[str, str]) -> tuple[str, str]:
    """Return where a form leads to, and the messages on that page."""
    answer = phone.post(club.url + path, form)
    assert answer.status_code in (302, 303)
    address = answer.headers["Location"]
    page = main_of(phone.get(address).text)
    return address.replace(club.url, "Club"), words(" ".join(re.findall(r'<p class="notice"[^>]*>.*?</p>', page)))


def test_each_button_leads_to_a_page_that_says_what_was_done(club: Club) -> None:
    assert club.gather().viewer
    organiser, devices = club.organiser, "Club/devices"
    numbers = re.findall(rf'action="{club.url}/devices/(\d+)"', organiser.get(f"{club.url}/devices").text)
    own, _, viewer = dict.fromkeys(numbers)
    for path, form, leads, said in (
        ("/name", {"name": "Tuesday"}, devices, ""),
        ("/zone", {"zone": "Europe/Berlin"}, devices, "From now on, nights are dated in the time zone Europe/Berlin."),
        ("/zone", {"zone": ""}, devices, "From now on, nights are dated in the time zone UTC."),
        ("/devices/recovery", {}, devices, "There is a new recovery link. The old one no longer works."),
        ("/invite/renew", {}, "Club/invite",
         "There are new codes. The old ones no longer work; phones that have joined stay in."),
        ("/device-name", {"label": "Mine"}, "Club/more", "This phone is now called Mine."),
        (f"/devices/{viewer}/name", {"label": "Zoe’s"}, devices, "That phone is now called Zoe’s."),
        (f"/devices/{viewer}", {"role": "scorer"}, devices, "Changed."),
        (f"/devices/{own}", {"role": "viewer"}, devices, "A club needs an organiser, so this phone stays one."),
        (f"/devices/{own}", {"role": "revoke"}, devices, "A club needs an organiser, so this phone stays."),
        ("/whose", {"other": "Zoe"}, "Club", "This is Zoe's phone."),
        ("/whose", {"nobody": "1"}, "Club", "The log names nobody as the owner of this phone."),
        ("/keep", {}, "Club", "The club stays."),
    ):  # fmt: skip
        assert answered(club, organiser, path, form) == (leads, said), (path, form)
    leads, said = answered(club, organiser, f"/devices/{viewer}", {"role": "revoke"})
    codes = re.findall(r"\b[A-Z2-9]{6}\b", said)
    assert (leads, said) == (devices, (
        "That phone is removed from the club. The old codes no longer work, so nobody can come back with them. The new"
        f" ones: {codes[0]} to score, and {codes[1]} to watch."
    ))  # fmt: skip
    assert codes[1] in words(organiser.get(f"{club.url}/invite?role=viewer").text)
    assert answered(club, club.scorer, "/leave", {}) == ("/", "This phone has left Tuesday.")


def test_an_organiser_who_is_removed_takes_no_recovery_link_along(club: Club) -> None:
    assert club.gather().viewer
    organiser = club.organiser
    numbers = re.findall(rf'action="{club.url}/devices/(\d+)"', organiser.get(f"{club.url}/devices").text)
    own, other, _ = dict.fromkeys(numbers)
    assert answered(club, organiser, f"/devices/{other}", {"role": "organiser"})[1] == "Changed."
    _, said = answered(club, organiser, f"/devices/{other}", {"role": "scorer"})
    assert said.startswith("Changed. The old codes no longer work, so nobody can come back with them. The new ones: ")
    link = "There is a new recovery link, too. The old one no longer works: keep the new one somewhere safe."
    assert said.endswith(f" {link}")
    answered(club, organiser, f"/devices/{other}", {"role": "organiser"})
    leads, said = answered(club, organiser, f"/devices/{own}", {"role": "viewer"})
    renewed = "The club has new codes and a new recovery link, which its organisers' phones show."
    assert (leads, said) == ("/", f"Changed. {renewed}")


def test_a_club_closed_by_the_operator_says_so_to_its_members_only(club: Club) -> None:
    assert club.gather().viewer
    with club.app.app_context():
        operators.set_blocked(club.id, is_blocked=True)
        db.session.remove()
    for phone in (club.organiser, club.viewer):
        answer = phone.get(f"{club.url}/plays")
        assert answer.status_code == 403
        assert text_and_links(answer.text, {})[0] == (
            "♠︎ ♥︎ ♦︎ ♣︎ This club is closed The operator of the server has closed it. Nothing in it is lost; ask the"
            " operator. Go to the start page"
        )
    assert club.stranger.get(f"{club.url}/plays").status_code == 404


def test_a_time_zone_that_does_not_exist_is_refused_beside_what_was_typed(club: Club) -> None:
    answer = club.organiser.post(f"{club.url}/zone", {"zone": "Nowhere/At <all>"})
    told = "There is no time zone called “Nowhere/At <all>”. Give region and city, such as Europe/Berlin."
    assert (answer.status_code, set(problem_texts(answer))) == (422, {told})
    assert 'value="Nowhere/At &lt;all&gt;"' in answer.text


def test_the_first_time_zone_that_a_phone_sends_is_set_and_stays(club: Club) -> None:
    def zone() -> tuple[str, bool]:
        """Return the time zone in the form, and whether the page says that there is none."""
        page = club.organiser.get(f"{club.url}/devices").text
        found = re.search(r'<input[^>]* name="zone"[^>]*>', page)
        assert found is not None
        return "".join(re.findall(r' value="([^"]*)"', found[0])), "None is set yet" in page

    assert zone() == ("", True)
    for name in ("Europe/Berlin", "America/New_York"):
        answer = club.scorer.post(f"{club.url}/zone/first", {"zone": name})
        assert (answer.status_code, answer.headers["Location"]) == (303, club.url)
        assert zone() == ("Europe/Berlin", False)


def test_an_organiser_who_stays_one_stays_on_the_page_of_phones(club: Club) -> None:
    [own] = dict.fromkeys(
        re.findall(rf'action="{club.url}/devices/(\d+)"', club.organiser.get(f"{club.url}/devices").text)
    )
    assert answered(club, club.organiser, f"/devices/{own}", {"role": "organiser"}) == ("Club/devices", "Changed.")


def test_a_new_club_can_begin_with_its_first_game(club: Club) -> None:
    for form, path in (({}, ""), ({"game": ""}, "/plays/new"), ({"zone": "Europe/Paris"}, "")):
        phone = Phone(club.app)
        address = phone.post("/clubs", form).headers["Location"]
        assert re.fullmatch(rf"/clubs/[\w-]+{path}", address)
    assert 'value="Europe/Paris"' in phone.get(f"{address}/devices").text


def test_only_the_codes_to_score_and_to_watch_are_shown_and_a_play_is_gone_back_to(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    page = club.organiser.get(f"{club.url}/invite?role=organiser&play={table.key}").text
    assert f"/j/{club.codes['scorer']}" in page
    assert f'href="{table.url}"' in page
    assert f'href="{table.url}"' not in club.organiser.get(f"{club.url}/invite").text


def test_a_tapped_name_comes_before_a_typed_one(club: Club) -> None:
    club.start("rage", ["Ann", "Bob"])
    assert answered(club, club.scorer, "/whose", {"who": "Ann", "other": "Zed"})[1] == "This is Ann's phone."
    assert answered(club, club.scorer, "/leave", {}) == ("/", "This phone has left the club.")


def test_an_invalid_recovery_link_adds_no_phone(club: Club) -> None:
    phone = Phone(club.app)
    for path in ("/recover/nonsense", f"/recover/{'x' * 43}"):
        answer = phone.post(path)
        assert answer.status_code == 422
        assert set(problem_texts(answer)) == {"This link is no longer valid. An organiser's phone can make a new one."}
    assert phone.token == ""


def test_after_a_program_was_added_the_form_is_empty_again(club: Club) -> None:
    page = club.organiser.post(f"{club.url}/programs", {"name": "Display", "may": "score"}).text
    assert 'value="Display"' not in page
    assert "Display reads and writes the score" in words(main_of(page))
    assert re.findall(r'<input checked[^>]* name="may"[^>]* value="(\w+)"', page) == ["read"]


def test_the_cookie_has_its_month_and_the_eight_tokens_used_last(club: Club) -> None:
    phone = Phone(club.app)
    others = [f"{letter}" * 43 for letter in "abcdefgh"]
    phone.client.set_cookie(DEVICE_COOKIE, ".".join(["202601", *others]))
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        phone.post("/join", {"code": club.codes["scorer"]})
    cookie = phone.client.get_cookie(DEVICE_COOKIE)
    assert cookie is not None
    month, own, *kept = cookie.value.split(".")
    assert (month, kept) == ("202603", others[:7])
    assert own not in others
