"""Codes and tokens derived from the secret key: if one came out differently, no code or link of a club would work."""

import pytest
from flask import Flask

from companion.store.access import codes
from companion.store.database.runtime import runtime


def test_codes_and_links_stay_the_same(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime(), "secret", b"a secret key")
    assert [codes.join_code("club", role, 0) for role in ("scorer", "viewer")] == ["JEQBT4", "3BTFWR"]
    assert codes.join_code("club", "scorer", 1, 10) == "NACVK96CYT"
    assert codes.screen_code("play", 1) == "WE6ZF54E"
    assert codes.screen_code("play", 2, 10) == "WJ899FGGAQ"
    assert codes.recovery_token("club", 0) == "17c1c6bc4307b4585ed64839f2115a937075bbfb"
    assert codes.night_token("night", "shared") == "night.1b8b342861dd3606a2b6c8c9c8d9c3b9372e35a4"
    assert codes.hash_of("code") == "847f32b5bb8a541b8e24be9f972dcf64124ca87d80e23ea2a4616a8dc3f083e8"
    assert [codes.key_mark(key) for key in (b"a secret key", b"another")] == ["8f51475e", "324e8000"]
    assert codes.token_hash("token") == "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0"
    assert codes.program_hash("token") == "a419cb20add5df98be373690d18ca213f1274b0b5d2f51033b2eb1388e20104f"


def test_keys_and_tokens_are_long_and_random() -> None:
    assert len({codes.random_key() for _ in range(100)}) == len({codes.random_token() for _ in range(100)}) == 100
    assert (len(codes.random_key()), len(codes.random_token())) == (12, 32)


@pytest.mark.parametrize(
    ("typed", "code"), [(" abc-def ", "ABCDEF"), ("a b\tc_1", "ABC1"), ("é" * 50, "É" * 40), ("", ""), ("\0<>", "")]
)
def test_a_typed_code_is_normalised(typed: str, code: str) -> None:
    assert codes.normalize_code(typed) == code
