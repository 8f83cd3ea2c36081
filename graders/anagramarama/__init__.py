"""The grader of GAM 11."""
