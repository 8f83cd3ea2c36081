"""The only code that touches X, processes and pixels.

A driver is a player's hands and eyes for one game: `observe()` reads a frozen state from pixels,
`act(move)` sends real input, and nothing else crosses. The rest of this package is the stage every
game stands on: the display (`screen`, `input`, `window`), the launched game (`launch`, `processes`)
and the harness's own record of what happened (`witness`, `record`, `journal`, `recording`). What
players from outside look and act with is here too (`computer`, `acts`, `keys`, `client`, `mcp`). No
module here but a game's own names a game.
"""
