"""What a person sees of a run: the HTML report, the terminal's lines, and `run.json`.

Reads `verdict.json` and the files beside it, nothing else; everything a player wrote is escaped.
"""
