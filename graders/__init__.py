"""Graders: pure functions from a player's files, and the harness's record, to a verdict.

Nothing here imports a driver, a solver or a game: each grader derives the rules of its game again,
so that a mistake shared by game, driver and solver does not pass. A grader is a module with a
``TASK`` number and a function ``grade(workspace, *, witness, seed, transcript)``, and ``judge`` or
``audit`` besides if its contract asks for one.
"""
