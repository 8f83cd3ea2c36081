"""Codes of what a cell of Mines shows."""

HIDDEN, FLAG, MINE, EXPLODED, WRONG_FLAG, QUESTION = -1, -2, -3, -4, -5, -6
"""Codes of cells that show no number; those that do have it for a code, 0 to 8."""

UNKNOWN = -9
"""Code of a cell whose look has no name."""
