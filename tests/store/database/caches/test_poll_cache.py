"""Polls answered from memory: never for pollers without access, and never outdated for long."""

import pytest

from companion.store.database.caches.poll_cache import PollCache, mark_text, parse_mark


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


ASKER = ("/clubs/a/plays/b/state", "cookie")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def watch(clock: Clock) -> PollCache:
    """Return a cache that has stored a poller of play b for a minute, and its mark 3."""
    found = PollCache(clock)
    found.remember_poller(ASKER, "b", 60, 1)
    found.store_marks("b", (3,), 1)
    return found


def test_a_stored_poller_is_told_that_nothing_is_new(watch: PollCache) -> None:
    known = watch.answer(ASKER, "3")
    assert known is not None
    assert known.page is None


def test_an_unknown_poller_is_left_to_the_app(watch: PollCache) -> None:
    assert watch.answer((ASKER[0], "another cookie"), "3") is None
    assert watch.answer(("/clubs/a/plays/c/state", ASKER[1]), "3") is None


def test_another_mark_is_left_to_the_app(watch: PollCache) -> None:
    assert watch.answer(ASKER, "2") is None
    assert watch.answer(ASKER, "") is None


def test_a_mark_expires_after_half_a_second_and_access_after_its_own_time(watch: PollCache, clock: Clock) -> None:
    clock.now += 0.51
    assert watch.answer(ASKER, "3") is None
    watch.store_marks("b", (3,), 1)
    assert watch.answer(ASKER, "3") is not None
    clock.now += 60
    watch.store_marks("b", (3,), 1)
    assert watch.answer(ASKER, "3") is None


def test_writes_and_removed_phones_count_at_once(watch: PollCache) -> None:
    watch.forget_marks()
    assert watch.answer(ASKER, "3") is None
    watch.store_marks("b", (3,), 1)
    watch.forget_pollers()
    assert watch.answer(ASKER, "3") is None


def test_a_phone_ahead_of_the_cache_is_left_to_the_app(watch: PollCache) -> None:
    television = ("/s/ABCD-2345", "")
    watch.remember_poller(television, "b", 60, 1, (7,))
    watch.cache_page(television, "7.3", ([], b"round 3"))
    for behind in ("7.2", "6.9", ""):
        known = watch.answer(television, behind)
        assert known is not None
        assert known.page is not None
    for ahead in ("7.4", "7.10", "8.1"):
        assert watch.answer(television, ahead) is None


def test_an_earlier_read_does_not_replace_a_later_mark(watch: PollCache) -> None:
    watch.store_marks("b", (2,), 1)
    assert watch.answer(ASKER, "3") is not None
    watch.forget_marks()
    watch.store_marks("b", (2,), 1)
    assert watch.answer(ASKER, "2") is None


def test_access_is_checked_again_after_a_change_of_the_club(watch: PollCache) -> None:
    watch.store_marks("b", (3,), 2)
    assert watch.answer(ASKER, "3") is None
    watch.remember_poller(ASKER, "b", 60, 2)
    assert watch.answer(ASKER, "3") is not None


def test_polls_are_more_frequent_during_a_round_and_rarer_when_idle(watch: PollCache, clock: Clock) -> None:
    assert watch.poll_interval("b") == 4000
    watch.store_marks("b", (4,), 1)
    assert watch.poll_interval("b") == 2000
    clock.now += 59
    assert watch.poll_interval("b") == 2000
    clock.now += 1
    assert watch.poll_interval("b") == 4000
    clock.now += 839
    assert watch.poll_interval("b") == 4000
    clock.now += 1
    assert watch.poll_interval("b") == 8000
    watch.note_activity("b")
    assert watch.poll_interval("b") == 2000


def test_the_cache_is_bounded(clock: Clock) -> None:
    watch = PollCache(clock, most=3)
    for play in range(20):
        watch.remember_poller((f"/{play}", ""), str(play), 60, 1)
        watch.store_marks(str(play), (1,), 1)
    known = [play for play in range(20) if watch.answer((f"/{play}", ""), "1") is not None]
    assert known == [17, 18, 19], "the last ones, no more than may be"


def test_a_cached_page_is_sent_to_who_shows_an_earlier_mark(watch: PollCache, clock: Clock) -> None:
    page = ([("ETag", "4")], b"round 4")
    watch.store_marks("b", (4,), 1)
    assert watch.answer(ASKER, "3") is None, "nobody has rendered it yet"
    watch.cache_page(ASKER, "4", page)
    assert watch.answer(ASKER, "3") == (page, 2000)
    assert watch.answer(ASKER, "4") == (None, 2000)
    watch.cache_page(ASKER, "5", page)
    assert watch.answer(ASKER, "3") is None, "the page is of a later mark"
    watch.store_marks("b", (6,), 1)
    assert watch.answer(ASKER, "3") is None, "the page is of an earlier mark"
    watch.cache_page(ASKER, "6", page)
    watch.remember_poller(ASKER, "b", 600, 1)
    clock.now += 60
    watch.store_marks("b", (6,), 1)
    assert watch.answer(ASKER, "3") == (page, 4000)
    watch.forget_pollers()
    watch.remember_poller(ASKER, "b", 60, 1)
    watch.cache_page(("/other", ""), "6", page)
    assert watch.answer(ASKER, "3") is None, "the page is another poller's"


def test_the_moment_at_which_something_expires_counts(watch: PollCache, clock: Clock) -> None:
    clock.now += 0.5
    assert watch.answer(ASKER, "3") is not None
    clock.now = 1059.99
    watch.store_marks("b", (3,), 1)
    assert watch.answer(ASKER, "3") is not None
    clock.now = 1060
    assert watch.answer(ASKER, "3") is None


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("12.3", (12, 3)), ("0", (0,)), ("9" * 19, (10**19 - 1,)), ("9" * 20, ()), ("", ()), ("1.", ()), ("x", ()),
        ("-1", ()), ("1.²", ()), ("1 ", ()),
    ],
)  # fmt: skip
def test_a_malformed_mark_is_empty(text: str, mark: tuple[int, ...]) -> None:
    assert parse_mark(text) == mark
    if mark:
        assert mark_text(mark) == text


def test_a_page_is_forgotten_with_the_access_of_its_poller(watch: PollCache) -> None:
    page = ((), b"the page")
    watch.cache_page(ASKER, "3", page)
    shown = watch.answer(ASKER, "2")
    assert shown is not None
    assert shown.page == page
    watch.forget_pollers()
    watch.remember_poller(ASKER, "b", 60, 1)
    assert watch.answer(ASKER, "2") is None
