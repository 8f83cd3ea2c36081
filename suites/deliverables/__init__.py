"""What our own players hand in: a module a game, whose `Claim` writes it as the play goes on.

The contracts name the files and their columns; the suites play, and tell a `Claim` what happened.
"""
