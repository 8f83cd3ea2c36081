"""What the icons on the tiles of Mines are: digits, flags, question marks, mines.

`classic` draws each digit in a colour of its own and its marks in several; the other themes draw
all in one dark ink, red after a loss. Colours and shapes are those of the themes' icons in
gnome-mines 40.1. Shapes of digits are left to `mines_digits`.
"""

import numpy as np
from numpy.typing import NDArray

from drivers.mines.codes import EXPLODED, FLAG, MINE, QUESTION, UNKNOWN, WRONG_FLAG
from drivers.mines.digits import match
from drivers.vision import Colour

INKS: dict[str, Colour] = {
    "1": (0x4B, 0x69, 0x83),
    "2": (0x46, 0xA0, 0x46),
    "3": (0xDF, 0x42, 0x1E),
    "4": (0x62, 0x5B, 0x81),
    "5": (0x88, 0x46, 0x31),
    "6": (0x9D, 0xB8, 0xD2),
    "7": (0xEE, 0xD6, 0x80),
    "8": (0xFF, 0xFF, 0xFF),
    "dark": (0x2E, 0x34, 0x36),
    "red": (0xCC, 0x00, 0x00),
}
"""Of the digits in `classic`, and of the one-coloured icons in the other themes."""

ONE_INK = 0.06
"""What is drawn in one ink lies, antialiased or not, between it and the background: the mean
distance from that line is up to 0.01 of the mean distance from the background, 0.2 and more for
icons of several colours."""

SAME_INK = np.cos(np.radians(2.0))
"""Digits go from their background towards their ink to 0.1 degrees; the closest two inks that there
may be on one background are 6.8 degrees apart."""

_INKS = np.array(list(INKS.values()), dtype=np.float32)
_DARK, _RED = list(INKS).index("dark"), list(INKS).index("red")

FLAG_SHAPE = np.array(
    [
        (0.50, 0.75, 0.25, 0.00, 0.00),
        (0.50, 1.00, 1.00, 0.80, 0.11),
        (0.50, 1.00, 0.50, 0.00, 0.00),
        (0.50, 0.50, 0.00, 0.00, 0.00),
        (0.50, 0.50, 0.00, 0.00, 0.00),
    ]
)
MINE_SHAPES = np.array(
    [
        [
            (0.01, 0.04, 0.58, 0.04, 0.01),
            (0.40, 0.79, 0.98, 0.79, 0.40),
            (0.15, 0.98, 1.00, 0.98, 0.15),
            (0.40, 0.79, 0.98, 0.79, 0.40),
            (0.01, 0.04, 0.58, 0.04, 0.01),
        ],
        [
            (0.11, 0.20, 0.66, 0.20, 0.11),
            (0.20, 0.84, 0.77, 0.98, 0.20),
            (0.66, 0.77, 0.78, 0.99, 0.66),
            (0.20, 0.98, 0.99, 0.99, 0.20),
            (0.11, 0.20, 0.66, 0.20, 0.11),
        ],
    ]
)
"""How far ink covers each fifth of the icons `flag` and `mine`: paths, which need no font. The mine
of `classic`, the second, is another drawing: longer spikes, and a light from the upper left."""

FINE = 20
"""Shapes are looked at in 20 x 20 points: thin spikes slip through 10 x 10 of a larger icon, and
whether they do depends on its size."""

FLAG_LIKE, MINE_LIKE = 0.2, 0.16
"""Mean differences from these shapes. On tiles of 20 to 63 pixels flags, with a question mark or
without, are up to 0.14 from a flag, mines 0.29 and more, digits 0.31; mines are up to 0.11 from the
nearer mine, digits 0.22 and more, mines without their lower half 0.23, flags 0.26."""

POLE, HOOK = 0.2, 0.09
"""Mean coverage of a flag's pole, 0.43 and more, and of the lower part of the question mark beside
it: 0.18 and more, or none."""

CLOTH, FIRE = 0.2, 0.1
"""Part of the points that is the cloth of flags in `classic` (red, 0.31 and more) and question
marks (blue, 0.27 and more), or the yellow of its exploded mine (0.15 and more; up to 0.15 red)."""


class Icons:
    """The icons of n tiles."""

    def __init__(self, points: NDArray[np.float32], ground: NDArray[np.float32]) -> None:
        """Take their pixels, shape (n, points, 3), and backgrounds, shape (n, 3).

        There are POINTS x POINTS points for digits, FINE x FINE for marks, row by row.
        """
        self._points = points
        ink = points - ground[:, None]
        total = ink.sum(axis=1)
        length = np.linalg.norm(total, axis=1)
        way = total / np.maximum(length, 1.0)[:, None]
        along = np.einsum("npc,nc->np", ink, way)
        beside = np.sqrt(np.maximum(np.einsum("npc,npc->np", ink, ink) - along**2, 0.0))
        one_ink = beside.sum(axis=1) <= ONE_INK * np.abs(along).sum(axis=1)
        ways = _INKS[None] - ground[:, None]
        reach = np.linalg.norm(ways, axis=2)
        cosines = np.einsum("nic,nc->ni", ways, way) / reach
        name = cosines.argmax(axis=1)
        same = cosines[np.arange(len(name)), name] >= SAME_INK
        self._name = np.where(one_ink & same, name, -1)
        inked = np.where(self._name == _RED, _RED, _DARK)[:, None]
        whole = np.take_along_axis(ways, inked[:, :, None], axis=1)[:, 0]
        whole /= np.take_along_axis(reach, inked, axis=1) ** 2
        self._coverage = np.clip(np.einsum("npc,nc->np", ink, whole), 0.0, 1.0)

    def digits(self, asked: NDArray[np.bool_], sizes: NDArray[np.intp]) -> NDArray[np.int8]:
        """1 to 8 where it is asked and so; UNKNOWN elsewhere. `sizes`: (width, height) of tiles."""
        found = np.full(len(asked), UNKNOWN, dtype=np.int8)
        coloured = asked & (self._name >= 0) & (self._name < _DARK)
        found[coloured] = self._name[coloured] + 1
        dark = np.flatnonzero(asked & (self._name == _DARK))
        for width, height in {tuple(size) for size in sizes[dark].tolist()}:
            alike = dark[(sizes[dark] == (width, height)).all(axis=1)]
            digit = match(self._coverage[alike], width=width, height=height)
            found[alike] = np.where(digit > 0, digit, UNKNOWN)
        return found

    def marks(self, *, light: NDArray[np.bool_], dark: NDArray[np.bool_]) -> NDArray[np.int8]:
        """What is a flag, a question or a mine: `classic` has coloured icons, else by shape.

        Args:
            light: which are on a tile that is lit, or open in a lost game.
            dark: which are on a tile that is hidden in a lost game; only there are mines.
        """
        red, green, blue = (self._points[..., channel] for channel in range(3))
        reddish = ((red - green > 60) & (red - blue > 60)).mean(axis=1) >= CLOTH
        bluish = ((blue - red > 30) & (blue - green > 20)).mean(axis=1) >= CLOTH
        yellow = ((red - blue > 90) & (green - blue > 60)).mean(axis=1) >= FIRE
        square = self._coverage.reshape(-1, FINE, FINE)
        from_flag, from_mine = self.distances()
        flag = from_flag < FLAG_LIKE
        flag &= square[:, 14:, 2:6].mean(axis=(1, 2)) > POLE
        ball = from_mine < MINE_LIKE
        hook = square[:, 14:, 12:18].mean(axis=(1, 2)) > HOOK
        plain_red = self._name == _RED
        return np.select(
            [
                light & (yellow | plain_red & ball),
                dark & plain_red & flag,
                reddish & ~plain_red,
                bluish,
                flag & hook,
                flag,
                dark & ball,
            ],
            [EXPLODED, WRONG_FLAG, FLAG, QUESTION, QUESTION, FLAG, MINE],
            default=UNKNOWN,
        ).astype(np.int8)

    def distances(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How far each icon, of FINE x FINE points, is from a flag, and from the nearer mine."""
        coarse = self._coverage.reshape(-1, 5, FINE // 5, 5, FINE // 5).mean(axis=(2, 4))
        from_flag = np.abs(coarse - FLAG_SHAPE).mean(axis=(1, 2))
        from_mine = np.abs(coarse[:, None] - MINE_SHAPES).mean(axis=(2, 3)).min(axis=1)
        return from_flag, from_mine
