"""Pure decisions, one self-contained module a game: a state goes in, moves come out.

Solvers know nothing of displays, files or processes and import only the standard library, so that
each module can be copied out and used, read and tested alone.
"""
