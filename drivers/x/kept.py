"""Requests after which the server keeps a pixmap for as long as another thing needs it.

Such a pixmap takes memory even when it is freed, and nobody could count it any more. Source: X
Window System Protocol, X.Org (appendix B, encoding of CreateWindow and CreateGC).
"""

from collections.abc import Mapping
from typing import Final

from drivers.x.protocol import LOOKED_AT, Request

_OF_A_WINDOW: Final = (1 << 0, 1 << 2)  # CWBackPixmap, CWBorderPixmap
_OF_A_CONTEXT: Final = (1 << 10, 1 << 11, 1 << 19)  # GCTile, GCStipple, GCClipMask
_MASKS: Final[Mapping[str, tuple[int, tuple[int, ...]]]] = {
    "CreateWindow": (28, _OF_A_WINDOW),
    "ChangeWindowAttributes": (8, _OF_A_WINDOW),
    "CreateGC": (12, _OF_A_CONTEXT),
    "ChangeGC": (8, _OF_A_CONTEXT),
}
"""Where the mask lies that says which values follow on it, and its bits that mean a pixmap."""

NO_PIXMAP: Final = range(2)
"""None or CopyFromParent (0), ParentRelative (1)."""


def keeps_a_pixmap(name: str, request: Request) -> bool:
    """Whether a request names a pixmap to be kept, or what it names lies beyond what is seen."""
    at, bits = _MASKS.get(name, (0, ()))
    mask = request.card32(at)
    for bit in bits:
        place = at + 4 + 4 * (mask & (bit - 1)).bit_count()
        if mask & bit and (place + 4 > LOOKED_AT or request.card32(place) not in NO_PIXMAP):
            return True
    return False
