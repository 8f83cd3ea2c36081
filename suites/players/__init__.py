"""Who plays, and from where.

In the order of a run: `options` reads what the command line says of a player, `kind` what it names,
`admission` sees whether that can play here; `terms` has what it is allowed. For a play `seating`
gives it a `seat` (`own_seat`, `outsider_seat`), and `run` runs it there to its end. One of our own
players is a process too, `own_process`.
"""
