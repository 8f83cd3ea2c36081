"""The benchmark: each `test_gam_N.py` tells how one game is provisioned, played and graded.

This is the one room that sees drivers, solvers and graders together.
"""
