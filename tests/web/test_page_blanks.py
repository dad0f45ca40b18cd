"""A page packed once and filled in for each who asks: any unpacker reads what was meant."""

import gzip
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.support.page_blanks import LONGEST, PageWithBlanks

FIRST, SECOND = "\0one\0", "\0two\0"
PIECES = st.lists(st.one_of(st.text(), st.sampled_from([FIRST, SECOND, "<p>" * 500])), max_size=12)


@given(pieces=PIECES, first=st.text(), second=st.text())
def test_it_is_unpacked_to_the_page_with_its_blanks_filled_in(pieces: list[str], first: str, second: str) -> None:
    page = "".join(pieces)
    values = {FIRST: first, SECOND: second}
    packed = PageWithBlanks(page, (FIRST, SECOND))
    wanted = re.sub(f"{FIRST}|{SECOND}", lambda blank: values[blank[0]], page)
    assert packed.filled(values) == wanted
    assert gzip.decompress(packed.gzipped(values)).decode() == wanted
    assert zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(packed.gzipped(values)).decode() == wanted


def test_the_blanks_are_filled_in_where_they_are() -> None:
    packed = PageWithBlanks(f"a{FIRST}b{SECOND}c{FIRST}", (FIRST, SECOND))
    assert packed.filled({FIRST: "1", SECOND: "2"}) == "a1b2c1"
    assert gzip.decompress(packed.gzipped({FIRST: "ü", SECOND: ""})).decode() == "aübcü"


def test_a_long_page_is_sent_short() -> None:
    packed = PageWithBlanks(f"{'<li>a line of a page</li>' * 2000}{FIRST}", (FIRST,))
    assert len(packed.gzipped({FIRST: "x"})) < 1000


def test_a_value_that_no_block_holds_is_refused() -> None:
    packed = PageWithBlanks(FIRST, (FIRST,))
    assert len(gzip.decompress(packed.gzipped({FIRST: "x" * LONGEST}))) == LONGEST
    with pytest.raises(ValueError, match="too long"):
        packed.gzipped({FIRST: "x" * (LONGEST + 1)})
