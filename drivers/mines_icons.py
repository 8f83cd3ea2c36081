"""What the icons on the tiles of Mines are: digits, flags, question marks, mines.

`classic` draws each digit in a colour of its own and its marks in several; the other themes draw
all in one dark ink, red after a loss. Colours and shapes are those of the themes' icons in
gnome-mines 40.1. Shapes of digits are left to `mines_digits`.
"""

import numpy as np
from numpy.typing import NDArray

from drivers.mines_codes import EXPLODED, FLAG, MINE, QUESTION, UNKNOWN, WRONG_FLAG
from drivers.mines_digits import POINTS, match
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
MINE_SHAPE = np.array(
    [
        (0.00, 0.00, 0.97, 0.00, 0.00),
        (0.50, 0.75, 1.00, 0.75, 0.50),
        (0.00, 1.00, 1.00, 1.00, 0.00),
        (0.50, 0.75, 1.00, 0.75, 0.50),
        (0.00, 0.00, 0.97, 0.00, 0.00),
    ]
)
"""How far ink covers each fifth of the icons `flag` and `mine`: paths, which need no font."""

FLAG_LIKE, MINE_LIKE = 0.2, 0.31
"""Mean differences from these shapes. On tiles of 20 to 59 pixels flags, with a question mark or
without, are up to 0.17 from a flag, mines 0.24 and more, digits 0.28; mines, also those of
`classic`, are up to 0.30 from a mine, and flags 0.32 and more."""

POLE, HOOK = 0.2, 0.06
"""Mean coverage of a flag's pole, 0.34 and more, and of the lower part of the question mark beside
it: 0.11 and more, or none."""

CLOTH, FIRE = 20, 10
"""Points, of a hundred, of the cloth of flags in `classic` (red, 30 and more) and question marks
(blue, 25 and more), and of the yellow of its exploded mine (14 and more; at most 18 of it red)."""


class Icons:
    """The icons of n tiles."""

    def __init__(self, points: NDArray[np.float32], ground: NDArray[np.float32]) -> None:
        """Take their pixels, shape (n, POINTS * POINTS, 3), and backgrounds, shape (n, 3)."""
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

    def marks(
        self, which: NDArray[np.intp], *, light: NDArray[np.bool_], dark: NDArray[np.bool_]
    ) -> NDArray[np.int8]:
        """What is a flag, a question or a mine: `classic` has coloured icons, else by shape.

        Args:
            which: indices of the icons that are asked for.
            light: which of those are on a tile that is lit, or open in a lost game.
            dark: which are on a tile that is hidden in a lost game; only there are mines.
        """
        red, green, blue = (self._points[which, :, channel] for channel in range(3))
        reddish = np.count_nonzero((red - green > 60) & (red - blue > 60), axis=1) >= CLOTH
        bluish = np.count_nonzero((blue - red > 30) & (blue - green > 20), axis=1) >= CLOTH
        yellow = np.count_nonzero((red - blue > 90) & (green - blue > 60), axis=1) >= FIRE
        square = self._coverage[which].reshape(-1, POINTS, POINTS)
        coarse = square.reshape(-1, 5, POINTS // 5, 5, POINTS // 5).mean(axis=(2, 4))
        flag = np.abs(coarse - FLAG_SHAPE).mean(axis=(1, 2)) < FLAG_LIKE
        flag &= square[:, 7:, 1:3].mean(axis=(1, 2)) > POLE
        ball = np.abs(coarse - MINE_SHAPE).mean(axis=(1, 2)) < MINE_LIKE
        hook = square[:, 7:, 6:9].mean(axis=(1, 2)) > HOOK
        plain_red = self._name[which] == _RED
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
