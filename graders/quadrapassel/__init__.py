"""The grader of GAM 3."""
