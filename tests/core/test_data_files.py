"""Data files beside the code."""

from companion.core.data_files import read_toml


def test_signs_of_a_data_file_are_read_as_they_are_written() -> None:
    assert read_toml("companion.core.money", "currency.toml")["signs"]["EUR"] == "€"
