"""The grader of GAM 5."""
