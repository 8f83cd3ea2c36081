"""Evidence that consists of links, pipes, devices, folders and strange texts."""

import os
from pathlib import Path

from tests.forgeries.anagramarama.forging import (
    NO_ENTRIES,
    NO_ENTRIES_SCORES,
    NO_REPORT,
    NO_REPORT_SCORES,
    NO_ROOT,
    NO_ROOT_SCORES,
    forgery,
    results,
)
from tests.forgeries.forging import change_json, sparse

HOSTILE = "\x1b[2J\x1b]0;x\x07<script>\u202e"


@forgery(
    "files_are_the_players_own",
    "words_were_typed",
    "diff_agrees",
    *NO_ENTRIES,
    scores=NO_ENTRIES_SCORES,
    reference=False,
)
def entries_are_a_pipe(item: Path) -> None:
    """A reader of this table would wait for ever."""
    results(item, "entered.csv").unlink()
    os.mkfifo(results(item, "entered.csv"))


@forgery(
    "differences_told",
    "files_are_the_players_own",
    "diff_agrees",
    scores={"diff_present": 0.0},
    reference=False,
)
def comparison_is_endless(item: Path) -> None:
    """A link to a device that never ends."""
    results(item, "diff.txt").unlink()
    results(item, "diff.txt").symlink_to("/dev/zero")


@forgery(*NO_REPORT, scores=NO_REPORT_SCORES, reference=False)
def report_is_a_folder(item: Path) -> None:
    """A folder by the report's name."""
    results(item, "report.json").unlink()
    results(item, "report.json").mkdir()


@forgery(
    "candidates_listed",
    "candidates_are_complete",
    "report_agrees",
    scores={"candidates_csv_ok": 0.0},
    reference=False,
)
def candidates_of_a_terabyte(item: Path) -> None:
    """A table of nothing, as long as you like."""
    sparse(results(item, "candidates.csv"), 1 << 40)


@forgery("words_entered", "words_were_typed", "report_agrees", reference=False)
def entries_without_an_end(item: Path) -> None:
    """120,000 rows more than anybody typed."""
    path = results(item, "entered.csv")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines) + lines[-1] * 120_000)


@forgery(
    "candidates_listed",
    "candidates_are_complete",
    "report_agrees",
    scores={"candidates_csv_ok": 0.0},
)
def candidates_are_not_text(item: Path) -> None:
    """Bytes that are no text."""
    path = results(item, "candidates.csv")
    path.write_bytes(path.read_bytes() + b"\xff\xfe,3,True,True\n")


@forgery("words_were_typed", "diff_agrees", *NO_ENTRIES, scores=NO_ENTRIES_SCORES)
def entries_are_not_text(item: Path) -> None:
    """The same of the words entered."""
    path = results(item, "entered.csv")
    path.write_bytes(path.read_bytes() + b"\xff\xfe\n")


@forgery(*NO_ENTRIES, *NO_ROOT, scores=NO_ENTRIES_SCORES | NO_ROOT_SCORES, caps={"no_root"})
def root_is_not_text(item: Path) -> None:
    """The same of the root."""
    results(item, "seed_normalized.txt").write_bytes(b"weakening\xff\n")


@forgery(*NO_REPORT, scores=NO_REPORT_SCORES)
def report_is_no_json(item: Path) -> None:
    """The same of the report, cut short."""
    path = results(item, "report.json")
    path.write_text(path.read_text()[:-20])


@forgery(*NO_REPORT, scores=NO_REPORT_SCORES)
def report_in_a_box(item: Path) -> None:
    """A report within a report."""
    path = results(item, "report.json")
    path.write_text(f'{{"report": {path.read_text()}}}')


@forgery(*NO_REPORT, scores=NO_REPORT_SCORES)
def report_of_brackets(item: Path) -> None:
    """So deep that no reader gets to the end."""
    results(item, "report.json").write_text("[" * 200_000)


@forgery("differences_told", scores={"diff_present": 0.0}, reference=False)
def comparison_is_not_text(item: Path) -> None:
    """The same of the comparison; the contract's own grader ends with an error."""
    path = results(item, "diff.txt")
    path.write_bytes(path.read_bytes() + b"\xff\n")


@forgery("candidates_listed", "candidates_are_complete", "report_agrees")
def nul_in_the_candidates(item: Path) -> None:
    """A character that ends a text for some readers."""
    path = results(item, "candidates.csv")
    path.write_text(path.read_text() + "\0,1,True,True\n")


@forgery("words_entered", "words_were_typed", "report_agrees")
def commands_in_the_entries(item: Path) -> None:
    """Commands for a terminal in the place of words."""
    path = results(item, "entered.csv")
    path.write_text(path.read_text() + f'2026-11-30T22:00:00+00:00,"{HOSTILE}",{HOSTILE}\n')


@forgery("report_complete", "report_agrees")
def commands_in_the_report(item: Path) -> None:
    """The same in the report, a megabyte of it."""
    change_json(results(item, "report.json"), seed=HOSTILE * 100_000, screenshots=HOSTILE)


@forgery(*NO_ENTRIES, *NO_ROOT, scores=NO_ENTRIES_SCORES | NO_ROOT_SCORES, caps={"no_root"})
def commands_for_a_root(item: Path) -> None:
    """The same for a root."""
    results(item, "seed_normalized.txt").write_text(HOSTILE * 1000)


@forgery("words_were_typed", "diff_agrees", *NO_ENTRIES, scores=NO_ENTRIES_SCORES)
def entry_of_a_megabyte(item: Path) -> None:
    """A cell longer than readers of CSV take."""
    path = results(item, "entered.csv")
    path.write_text(path.read_text() + f"2026-11-30T22:00:00+00:00,{'a' * 1_000_000},no\n")
