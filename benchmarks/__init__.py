"""Figures, each beside a peer's in the same run: programs with `--quick` and `--json`."""
