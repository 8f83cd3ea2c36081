"""Forged evidence that consists of links, pipes, devices and strange names."""

import os
from pathlib import Path

from tests.forgeries.sokoban.forging import LEVEL_PROOFS, forgery, remove, results


@forgery("files_are_the_players_own")
def final_is_a_link(item: Path) -> None:
    """The screenshot is the harness's own frame, borrowed."""
    original = item / "elsewhere.png"
    final = results(item) / "level_2_final.png"
    final.rename(original)
    final.symlink_to(original)


@forgery("files_are_the_players_own")
def final_is_a_hard_link(item: Path) -> None:
    """The screenshot is a second name of a file elsewhere."""
    (item / "elsewhere.png").hardlink_to(results(item) / "level_2_final.png")


@forgery("files_are_the_players_own")
def results_is_a_link(item: Path) -> None:
    """The whole folder is somewhere else."""
    results(item).rename(item / "elsewhere")
    results(item).symlink_to(item / "elsewhere")


@forgery("files_are_the_players_own", reference=False)
def pipe_among_results(item: Path) -> None:
    """A pipe that nobody ever writes to."""
    os.mkfifo(results(item) / "notes.txt")


@forgery(
    "files_are_the_players_own",
    "summary_written",
    scores={"summary_complete": 0.0},
    reference=False,
)
def summary_is_a_pipe(item: Path) -> None:
    """A reader of this summary would wait for ever."""
    remove(item, "summary.md")
    os.mkfifo(results(item) / "summary.md")


@forgery(
    "files_are_the_players_own",
    "summary_written",
    scores={"summary_complete": 0.0},
    reference=False,
)
def summary_is_endless(item: Path) -> None:
    """A link to a device that never ends."""
    remove(item, "summary.md")
    (results(item) / "summary.md").symlink_to("/dev/zero")


@forgery("window_ids_logged", "window_is_named", scores={"window_ids_log": 0.0}, reference=False)
def window_ids_are_not_text(item: Path) -> None:
    """Bytes that are no text; the contract's own grader ends with an error."""
    (results(item) / "window_ids.log").write_bytes(b"\xff\xfe\n" * 5)


@forgery(*LEVEL_PROOFS)
def level_named_in_colour(item: Path) -> None:
    """Terminal commands and markup in a file's name."""
    name = "level_\x1b[31m<b>_solution.txt"
    (results(item) / name).write_text("LURD\n# moves=4\n")
