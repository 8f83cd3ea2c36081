"""A vision model's answers to a rubric, and what makes them trustworthy."""
