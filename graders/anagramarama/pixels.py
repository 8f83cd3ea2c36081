"""Letters on a picture of GAM 11's game: which ones stand in the slots of a tray, by their shapes.

The game draws its letters with one font, each in the middle of its slot, so that a letter always
has the same shape in the same place. The shapes were measured on that font; no font is needed here.
"""

import numpy as np
from numpy.typing import NDArray

from graders.errors import NotShown
from graders.pictures import Picture

SIZE = (800, 600)
"""Width and height of the game's picture, in pixels."""

TRAY_TOP, GUESS_TOP = 108, 222
LEFT, WIDTH, HEIGHT, SLOTS = 49, 70, 84, 9
"""Of the slots for nine letters, in pixels of that picture."""

_INK = 23.0  # grey level of the letters; the ground under a tray has many colours, all lighter
_FAR = 12  # how much a shape may differ, and that from any other letter's twice as much
_SIDE, _ROWS, _COLUMNS, _MARGIN = 7, 10, 8, 7  # a shape's cells, in pixels, and its place in a slot


def read_tray(picture: Picture, top: int) -> tuple[str, ...]:
    """The letters in the nine slots of a tray, from the left; "" for an empty one.

    Args:
        picture: Of the game's window, RGB.
        top: The tray's first line: TRAY_TOP or GUESS_TOP.

    Raises:
        NotShown: As it says.
    """
    if (picture.shape[1], picture.shape[0]) != SIZE:
        raise NotShown(f"it is {picture.shape[1]} x {picture.shape[0]} pixels, not 800 x 600")
    rows = picture[top + _MARGIN :][: _SIDE * _ROWS]
    lefts = (LEFT + WIDTH * slot + _MARGIN for slot in range(SLOTS))
    grey = (rows[:, left : left + _SIDE * _COLUMNS].mean(axis=2) for left in lefts)
    return tuple(_letter(values, number) for number, values in enumerate(grey, 1))


def _letter(grey: NDArray[np.float64], slot: int) -> str:
    # The edges of letters are mixed with what is around them: ink is what is nearer to ink.
    dark = grey < (np.median(grey) + _INK) / 2
    cells = dark.reshape(_ROWS, _SIDE, _COLUMNS, _SIDE)
    shape = np.round(15 * cells.mean(axis=(1, 3))).ravel()
    if not shape.any():
        return ""
    far = sorted((float(np.abs(shape - known).sum()), k) for k, known in _KNOWN.items())
    if far[0][0] > _FAR or 2 * far[0][0] > far[1][0]:
        raise NotShown(f"what is in slot {slot} is no letter")
    return far[0][1]


_SHAPES = {
    "a": "00000000000000000026610001eacb000046bd0002f89d0004f6bd00008a59100000000000000000",
    "b": "0020000002f2000002f5630002fcaf2002f30c8002f30c8002fb8f30016594000000000000000000",
    "c": "00000000000000000016620000bcae1002f3062002f2021000d97f10002aa4000000000000000000",
    "d": "0000021000000f4000263f4001eabf4006e01f4006d01f4002e9af40003956200000000000000000",
    "e": "00000000000000000016610000dabc0003f78f2004f6661001e77c10004aa3000000000000000000",
    "f": "000021000006f600001ac200002cd4000009b0000009b0000009b000000560000000000000000000",
    "g": "00000000000000000026361001eacf2006d03f2006d03f2002f8bf2000496f2002f8ad0000266100",
    "h": "0020000002f2000002f5630002fbbe1002f22f2002f22f2002f22f20016116100000000000000000",
    "i": "000120000009b000000450000009b0000009b0000009b0000009b000000450000000000000000000",
    "j": "000120000009b000000450000009b0000009b0000009b0000009b0000009b000001da00000162000",
    "k": "0021000000d6000000d6162000d7c90000dee10000dbe60000d67e10006306300000000000000000",
    "l": "000120000009b0000009b0000009b0000009b0000009b0000009b000000450000000000000000000",
    "m": "0000000000000000365626606f9de9e76d09b0b96d09b0b96d09b0b9360450540000000000000000",
    "n": "00000000000000000163640002fbaf2002f20f4002f20f4002f20f40016106200000000000000000",
    "o": "00000000000000000026620001ebbd1006e00e5006d00d6002f88f20004aa3000000000000000000",
    "p": "00000000000000000163630002fc9f3002f30c8002f30c8002fb8f3002f6940002f2000001610000",
    "q": "00000000000000000026362001eabf4006e01f4006d01f4002f9af4000395f4000000f4000000620",
    "r": "000000000000000000163500002fd800002f3000002f2000002f2000001610000000000000000000",
    "s": "00000000000000000026620000dbae0000ec64000027cf2001d76f30005ab6000000000000000000",
    "t": "0000000000097000002db200002db200000b9000000b9000000ac200000392000000000000000000",
    "u": "00000000000000000161062002f20f4002f20f4002f20f4001f99f40005956200000000000000000",
    "v": "00000000000000000261062001e53f2000997b00004db600000ef100000670000000000000000000",
    "w": "0000000000000000260450632f2cd1f30d5dd5e009cb9ca004f86f60019229100000000000000000",
    "x": "000000000000000001622610009bab00001ee200001ee20000ab9b00016226200000000000000000",
    "y": "00000000000000000260062001f43f1000b97b00005db600001ee1000009a000006e500000550000",
    "z": "0000000000000000006666000079ec000006e200004e400000ed9900006666000000000000000000",
}
"""Ink in each cell of a letter's slot, row by row, in fifteenths as a hexadecimal digit."""

_KNOWN = {k: np.array([int(digit, 16) for digit in shape]) for k, shape in _SHAPES.items()}
