"""Score, lines and level as a window shows them, read without knowing what digits look like.

A digit is drawn alike wherever it stands in one run. So the rules say which digits there are, and
the pictures must then draw one digit alike everywhere, and no two digits alike.
"""

from graders.quadrapassel.pixels import Glyph, Panel

NAMES = ("score", "lines", "level")

Numbers = tuple[int, int, int]
"""Score, lines, level."""


class Digits:
    """What the digits of one run look like, as far as it is known."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._known: set[tuple[Glyph, str]] = set()

    def disagreements(self, panel: Panel, numbers: Numbers) -> list[str]:
        """What on a panel cannot be these numbers, a phrase each; learns from one that agrees.

        Args:
            panel: What a window shows.
            numbers: What it should show.
        """
        if len(panel.numbers) != len(NAMES):
            return [f"{len(panel.numbers)} numbers are shown, not score, lines and level"]
        known = self._known
        wrong = []
        for name, glyphs, number in zip(NAMES, panel.numbers, numbers, strict=True):
            digits = str(number)
            both = known | {*zip(glyphs, digits, strict=False)}
            if len(glyphs) == len(digits) and _one_to_one(both):
                known = both
            else:
                wrong.append(f"the {name} shown is not {number}")
        if not wrong:
            self._known = known
        return wrong


def _one_to_one(pairs: set[tuple[Glyph, str]]) -> bool:
    return len(pairs) == len({glyph for glyph, _ in pairs}) == len({digit for _, digit in pairs})
