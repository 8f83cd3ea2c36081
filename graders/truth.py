"""What a seed implies, computed by the harness alone: no player may see a seed or its truth."""

import hashlib
import random

from graders.errors import GradingFailed

_TILES = frozenset("#@+$*. -_")


SEED_FILE_BYTES = 4096


def seed_file(seed: int) -> bytes:
    """What a game of this seed reads from the randomness device, SEED_FILE_BYTES bytes.

    Blocks of SHA-256 over ``playproof/<seed>/<block>``. GLib's generator takes the first 16 bytes.
    """
    blocks = range(SEED_FILE_BYTES // hashlib.sha256().digest_size)
    return b"".join(hashlib.sha256(f"playproof/{seed}/{n}".encode()).digest() for n in blocks)


class GlibRandom:
    """GLib's global generator in a program that reads the seed file: one stream of numbers.

    A Mersenne twister that begins with the file's first 16 bytes as four little-endian words (GLib
    2.74 to 2.90, ``grand.c``); Python's own twister begins alike (2000 numbers compared).
    """

    def __init__(self, seed: int) -> None:
        """Begin the stream of a game seed."""
        words = seed_file(seed)[:16]
        self._twister = random.Random(int.from_bytes(words, "little"))

    def below(self, bound: int) -> int:
        """The next number of ``g_random_int_range(0, bound)``, bound from 1 to 2**32 - 1."""
        highest = (1 << 32) - 1 - (1 << 32) % bound
        while (word := self._twister.getrandbits(32)) > highest:
            pass
        return word % bound


def symmetry(seed: int, level: int) -> int:
    """Which of the eight symmetries of the square a seed gives to a level.

    Args:
        seed: The game seed of the item.
        level: Number of the level, from 1.

    Returns:
        k in 0..7: ``k % 4`` quarter turns clockwise, then mirrored left-right if ``k >= 4``.
    """
    return hashlib.sha256(f"{seed}/{level}".encode()).digest()[0] % 8


def transformed(rows: list[str], k: int) -> list[str]:
    """Turn and mirror the rows of a board.

    Args:
        rows: The board's rows, a character a tile; short rows are padded with blanks.
        k: The symmetry, see :func:`symmetry`.

    Returns:
        The rows of the new board, cut to its bounding box, trailing blanks stripped.
    """
    width = max(map(len, rows))
    grid = [row.ljust(width) for row in rows]
    for _ in range(k % 4):
        grid = ["".join(column) for column in zip(*reversed(grid), strict=True)]
    if k >= 4:
        grid = [row[::-1] for row in grid]
    while grid and not grid[0].strip():
        del grid[0]
    while grid and not grid[-1].strip():
        del grid[-1]
    margin = min(len(row) - len(row.lstrip()) for row in grid if row.strip())
    return [row[margin:].rstrip() for row in grid]


def level_text(base_text: str, seed: int | None, level: int) -> str:
    """The text of a level as a seed lays it out.

    Args:
        base_text: A level file of the repository: plain rows, comment lines around them.
        seed: The game seed; None leaves the level as filed.
        level: Number of the level, from 1.

    Returns:
        The same comment lines, and the board in the seed's symmetry.

    Raises:
        GradingFailed: The text has no board, or more than one.
    """
    if seed is None:
        return base_text
    lines = base_text.splitlines()
    board = [i for i, line in enumerate(lines) if "#" in line and _TILES.issuperset(line)]
    if not board or board != list(range(board[0], board[-1] + 1)):
        raise GradingFailed(f"expected one board of plain rows in {base_text[:40]!r}")
    first, last = board[0], board[-1] + 1
    turned = transformed(lines[first:last], symmetry(seed, level))
    return "\n".join([*lines[:first], *turned, *lines[last:]]) + "\n"
