"""Each template begins with a comment that says what it shows."""

import re

from companion.resources import template_dir

SAID = re.compile(r"\{# \S.{8,}?\.(?: |\n| #\})", re.DOTALL)


def test_each_template_begins_with_a_comment() -> None:
    texts = {path: path.read_text("utf-8") for path in template_dir().rglob("*.html")}
    assert [path.name for path, text in texts.items() if not SAID.match(text)] == []
