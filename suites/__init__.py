"""The benchmark: each `test_gam_N.py` is one task, and tells how its game is provisioned, played and graded.

This is the one room that sees drivers, solvers and graders together.
"""
