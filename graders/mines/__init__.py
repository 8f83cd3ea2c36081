"""The grader of GAM 2."""
