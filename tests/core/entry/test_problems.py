"""Problems: made when something is wrong, with the names at fault."""

from companion.core.entry.problems import Problem, check_sum, no_problems, refuse, refuse_each


def test_a_problem_is_made_only_if_something_is_wrong() -> None:
    assert list(refuse("bid", "Too high.", "Ann", 2, when=True)) == [Problem("bid", "Too high.", "Ann", 2)]
    assert list(refuse("bid", "Too high.", when=["Ann"])) == [Problem("bid", "Too high.")]
    assert list(refuse("bid", "Too high.", when=0)) == []
    assert list(no_problems("bid", 1)) == []


def test_each_name_that_is_not_given_is_a_problem() -> None:
    assert list(refuse_each("bid", ("Ann", "Bob", "Cyd"), {"Bob": 1}, "{name} has not bid.")) == [
        Problem("bid", "Ann has not bid.", "Ann"), Problem("bid", "Cyd has not bid.", "Cyd"),
    ]  # fmt: skip


def test_a_wrong_sum_is_named_with_the_right_one() -> None:
    told = [Problem("tricks", "Tricks add up to 1,006, but 5 were dealt.")]
    assert list(check_sum("tricks", "Tricks", {"Ann": 1000, "Bob": 6}, 5, "5 were dealt")) == told
    assert list(check_sum("tricks", "Tricks", 1006, 5, "5 were dealt")) == told
    assert list(check_sum("tricks", "Tricks", {"Ann": 2, "Bob": 3}, 5, "5 were dealt")) == []
    assert list(check_sum("tricks", "Tricks", 5, 5, "5 were dealt")) == []
    assert list(check_sum("tricks", "Tricks", {}, 5, "5 were dealt")) == [
        Problem("tricks", "Tricks add up to 0, but 5 were dealt.")
    ]
