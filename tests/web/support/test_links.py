"""Links as codes for a camera."""

import pytest

from companion.web.support.links import qr_code


@pytest.mark.parametrize(("letters", "modules"), [(26, 25), (27, 29), (42, 29), (43, 33)])
def test_a_code_has_medium_correction_and_three_modules_of_border_on_each_side(letters: int, modules: int) -> None:
    link = "https://x.org/join/".ljust(letters, "a")
    assert f'viewBox="0 0 {modules + 6} {modules + 6}"' in qr_code(link)
