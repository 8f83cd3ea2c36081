"""Pure picture functions: frames in, names out. Frames are as in `drivers.screen`."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from drivers.screen import Frame

Colour = tuple[int, int, int]


def bounding_box(mask: NDArray[np.bool_]) -> tuple[int, int, int, int] | None:
    """(left, top, width, height) of the True pixels of a (height, width) mask, or None."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        return None
    left, top = int(columns[0]), int(rows[0])
    return left, top, int(columns[-1]) - left + 1, int(rows[-1]) - top + 1


def differs(frame: Frame, colour: Colour, *, by: int) -> NDArray[np.bool_]:
    """(height, width) mask of the pixels with a channel further than `by` from `colour`."""
    distance = np.abs(frame.astype(np.int16) - np.array(colour, dtype=np.int16))
    return np.asarray(distance.max(axis=2) > by)


def block_means(
    frame: Frame, centres: Sequence[tuple[int, int]], *, side: int
) -> NDArray[np.float64]:
    """Mean colour of the `side` x `side` block around each centre (x, y); shape (n, 3)."""
    reach = np.arange(side) - side // 2
    xs, ys = np.array(centres).T
    blocks = frame[ys[:, None, None] + reach[None, :, None], xs[:, None, None] + reach]
    return np.asarray(blocks.reshape(len(centres), -1, 3).mean(axis=1))


def nearest(
    colours: NDArray[np.float64], palette: Mapping[str, Colour], *, within: float
) -> list[str | None]:
    """The palette's nearest name for each of (n, 3) colours (Euclidean); None if not `within`."""
    names = list(palette)
    table = np.array([palette[name] for name in names], dtype=float)
    distance = np.linalg.norm(colours[:, None, :] - table[None], axis=2)
    best = distance.argmin(axis=1)
    close = distance[np.arange(len(colours)), best] <= within
    return [names[i] if ok else None for i, ok in zip(best, close, strict=True)]
