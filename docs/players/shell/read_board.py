"""Reads a screenshot of the game of GAM 5 (PPM on stdin), prints the level as a .sok file.

The board is the box around what is not background; cells are as large as fit, at most 64 pixels.
"""

import sys

BACKGROUND = (0x14, 0x17, 0x1F)
COLOURS = {
    " ": (0xD8, 0xCC, 0xB4),  # floor, and below what lies around the walls
    "_": BACKGROUND,
    "#": (0x7D, 0x84, 0x8F),
    ".": (0xD0, 0x34, 0x2C),
    "$": (0x9A, 0x62, 0x30),
    "*": (0x2F, 0x9E, 0x4F),
    "@": (0x2F, 0x62, 0xC9),
}


def distance(one, other):
    """How far two colours are apart."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def main():
    """Read, find the cells, name each by the colour of its middle."""
    header, _, rest = sys.stdin.buffer.read().partition(b"\n255\n")
    width = int(header.split()[1])

    def pixel(x, y):
        at = 3 * (y * width + x)
        return tuple(rest[at : at + 3])

    drawn = [
        (x, y)
        for y in range(64, 536)
        for x in range(width)
        if distance(pixel(x, y), BACKGROUND) > 12**2
    ]
    left, right = min(x for x, _ in drawn), max(x for x, _ in drawn) + 1
    top, bottom = min(y for _, y in drawn), max(y for _, y in drawn) + 1
    across, down = right - left, bottom - top
    cell = next(
        c
        for c in range(64, 8, -1)
        if across % c == down % c == 0 and c == min(64, 784 // (across // c), 456 // (down // c))
    )

    def mean(x, y):
        block = [pixel(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return [sum(channel) / 9 for channel in zip(*block, strict=True)]

    def mark(row, column):
        x, y = left + int((column + 0.5) * cell), top + int((row + 0.5) * cell)
        found = min(COLOURS, key=lambda name: distance(COLOURS[name], mean(x, y)))
        if found == "@":  # a goal below the player shows as a red ring around it
            far = int(0.276 * cell)
            corners = [pixel(x + dx, y + dy) for dx in (-far, far) for dy in (-far, far)]
            red = sum(distance(corner, COLOURS["."]) < 80**2 for corner in corners)
            found = "+" if red >= 3 else "@"
        return " " if found == "_" else found

    for row in range(down // cell):
        print("".join(mark(row, column) for column in range(across // cell)).rstrip())


if __name__ == "__main__":
    main()
