"""Which style sheets and scripts a page needs: those whose elements it has."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from companion.web.support.assets import BUNDLES, COMMON_BUNDLE, FORM_BUNDLE, served_assets

SCRIPTS: Mapping[str, str] = {
    FORM_BUNDLE: r' id="(?:entry|start)"| data-keep="| class="problem summary',
    "js/live/live.js": r' data-state="| id="entry"[^>]* method="post"',
    "js/pages/start.js": r' id="start"',
    "js/pages/referee.js": r" data-(?:find|step)\b",
}
"""What a page has if it needs a script, in the order in which they are loaded."""

FIELD_SCRIPTS: Mapping[str, str] = {
    "js/entry/pots.js": r" data-shares\b",
    "js/entry/rows.js": r' data-rows="[^"]*"(?![^>]* data-shares)',
    "js/entry/sequence.js": r" data-sequence\b",
    "js/entry/suggestions.js": r" data-suggested\b| data-row=[\s\S]* data-quick\b",
    "js/entry/letters.js": r" data-tapped\b",
    "js/entry/bets.js": r" data-layout\b",
    "js/entry/cards.js": r" data-cards\b",
    "js/entry/tricks.js": r" data-fall\b",
    "js/entry/pairs.js": r" data-in-one-with\b",
    "js/entry/turns.js": r" data-turns\b",
}
"""The same for scripts of fields, which folded fields of a form need only when they are unfolded."""

STYLES_OF_SCRIPTS = {
    "js/entry/cards.js": "css/cards.css",
    "js/entry/tricks.js": "css/cards.css",
    "js/entry/turns.js": "css/cards.css",
    "js/entry/pairs.js": "css/pairs.css",
}
"""The style sheets of what these scripts draw."""

_DETAILS_TAG = re.compile(r"<(/?)details\b([^>]*)>")
_OPEN_ATTRIBUTE = re.compile(r" open(?![^\s>])")
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CSS_RULE = re.compile(r"([^{}]+)\{[^{}]*\}")
_CSS_FUNCTION = re.compile(r":(?:not|is|where)\([^()]*\)")
_CLASS_OR_ID = re.compile(r"[.#][\w-]*[a-z][\w-]*")
_CLASS_OR_ID_ATTRIBUTE = re.compile(r' (class|id)="([^"]+)"')


@dataclass(frozen=True, slots=True)
class PageFiles:
    """The names of the files that a page loads beside those of all pages."""

    styles: Sequence[str]
    scripts: Sequence[str]
    folded: Sequence[str]
    """The scripts that only folded fields need."""


def files_of(body: str) -> PageFiles:
    """Return the files that a page needs for what is in its body."""
    names = {
        f"{'#' if kind == 'id' else '.'}{name}"
        for kind, found in _CLASS_OR_ID_ATTRIBUTE.findall(body)
        for name in found.split()
    }
    fields = _scripts_for(FIELD_SCRIPTS, body)
    drawn = {STYLES_OF_SCRIPTS.get(name) for name in fields}
    styles = [
        name
        for name, selectors in _selectors(served_assets().version).items()
        if name in drawn or any(one <= names for one in selectors)
    ]
    scripts = _scripts_for(SCRIPTS, body) | _scripts_for(
        FIELD_SCRIPTS, without_folded(body) if ' id="entry"' in body else body
    )
    return PageFiles(styles, list(scripts), [name for name in fields if name not in scripts])


def without_folded(body: str) -> str:
    """Return a page without what is folded."""
    parts, start, depth = [], 0, 0
    for found in _DETAILS_TAG.finditer(body):
        is_end, attributes = found.groups()
        if depth:
            depth += -1 if is_end else 1
            start = found.start()
        elif not is_end and not _OPEN_ATTRIBUTE.search(attributes):
            parts.append(body[start : found.start()])
            depth = 1
    return "".join([*parts, body[start:]])


def _scripts_for(needs: Mapping[str, str], body: str) -> dict[str, None]:
    """Return the scripts that a page needs, and those from which they import."""
    found = [name for name, pattern in needs.items() if re.search(pattern, body)]
    return dict.fromkeys(script for name in found for script in (*BUNDLES[name], name) if script != COMMON_BUNDLE)


@cache
def _selectors(_version: str) -> Mapping[str, Sequence[frozenset[str]]]:
    """Return the style sheets of single components with the classes and ids of each of their selectors."""
    sheets = {name: one.content.decode() for name, one in served_assets().files.items() if name.startswith("css/")}
    return {name: selector_names(sheet) for name, sheet in sheets.items()}


def selector_names(sheet: str) -> Sequence[frozenset[str]]:
    """Return the classes and ids that a page must have for each selector of a style sheet to match."""
    rules = _CSS_RULE.findall(_CSS_COMMENT.sub("", sheet))
    selectors = [one for rule in rules for one in _CSS_FUNCTION.sub("", rule).split(",")]
    return sorted({frozenset(_CLASS_OR_ID.findall(one)) for one in selectors} - {frozenset()}, key=len)
