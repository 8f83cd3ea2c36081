"""Finds what in a report is not text: whatever could run, or lead out of the run."""

import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

RUNS_CODE = {"script", "iframe", "object", "embed", "svg", "link", "style", "form", "base", "meta"}


class Live(HTMLParser):
    """Collects what in a piece of HTML could run something or lead out of the run."""

    def __init__(self, page: str) -> None:
        """Parse it."""
        super().__init__()
        self.found: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note tags and attributes that a page of text and pictures does not need."""
        if tag in RUNS_CODE:
            self.found.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name in ("style", "srcdoc", "formaction"):
                self.found.append(f"{tag} {name}")
            if name in ("href", "src", "poster"):
                self.links.append(value or "")


def strings(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, str):
        yield value


def assert_nothing_is_live(page: str, *, script: str) -> list[str]:
    """Hold a page of pytest-html against what players wrote.

    Args:
        page: The text of ``report.html``.
        script: What their scripts would call.

    Returns:
        All pieces of HTML that pytest-html puts into the page itself.
    """
    blob = re.search(r'data-jsonblob="([^"]*)"', page)
    assert blob is not None
    assert script not in page.replace(blob[0], "")
    texts = list(strings(json.loads(html.unescape(blob[1]))))
    for text in texts:
        live = Live(text)
        assert live.found == [], text[:300]
        for link in live.links:
            assert not link.startswith(("/", "javascript:")), link
            assert not link.endswith((".html", ".svg")), link
            assert ":" not in link, link
            assert ".." not in unquote(link).split("/"), link
    return texts
