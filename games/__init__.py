"""Games written for this benchmark, each one self-contained program as a user would start it.

They import nothing of the project: a copy, or a symlink in a task's `exec/`, is the whole game.
"""
