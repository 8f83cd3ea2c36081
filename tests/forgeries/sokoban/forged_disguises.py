"""Forged evidence that consists of links, pipes, devices and strange names."""

from pathlib import Path

from tests.forgeries.sokoban.forging import LEVEL_PROOFS, forgery, results


@forgery("window_ids_logged", "window_is_named", scores={"window_ids_log": 0.0}, reference=False)
def window_ids_are_not_text(item: Path) -> None:
    """Bytes that are no text; the contract's own grader ends with an error."""
    (results(item) / "window_ids.log").write_bytes(b"\xff\xfe\n" * 5)


@forgery(*LEVEL_PROOFS)
def level_named_in_colour(item: Path) -> None:
    """Terminal commands and markup in a file's name."""
    name = "level_\x1b[31m<b>_solution.txt"
    (results(item) / name).write_text("LURD\n# moves=4\n")
