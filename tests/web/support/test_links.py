"""Links for other phones, and as codes for a camera."""

import pytest
from flask import Flask

from companion.web.support.links import absolute_url, qr_code


def test_a_link_has_the_address_by_which_this_phone_came(app: Flask) -> None:
    with app.test_request_context(base_url="https://cards.example.org:8443"):
        assert absolute_url("/join/x") == "https://cards.example.org:8443/join/x"


def test_a_code_is_black_on_white() -> None:
    assert 'fill="#fff"' in qr_code("https://x.org")
    assert 'stroke="#000"' in qr_code("https://x.org")


@pytest.mark.parametrize(("letters", "modules"), [(26, 25), (27, 29), (42, 29), (43, 33)])
def test_a_code_has_medium_correction_and_three_modules_of_border_on_each_side(letters: int, modules: int) -> None:
    link = "https://x.org/join/".ljust(letters, "a")
    assert f'viewBox="0 0 {modules + 6} {modules + 6}"' in qr_code(link)
