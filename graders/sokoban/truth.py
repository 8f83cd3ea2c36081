"""How a seed lays a level out: in one of the symmetries of the square."""

import hashlib

from graders.errors import GradingFailed

_TILES = frozenset("#@+$*. -_")


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
