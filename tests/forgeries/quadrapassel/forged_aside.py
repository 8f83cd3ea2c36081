"""What is beside the play: imported libraries, and what a judge says of honest evidence."""

from pathlib import Path

from tests.forgeries.quadrapassel.forging import (
    forgery,
    results,
)


@forgery("no_forbidden_imports", scores={"no_solver_imports": 0.0}, caps={"forbidden_import"})
def player_imported(item: Path) -> None:
    """A library played."""
    helper = item / "workspace" / "exec" / "lib" / "helper.py"
    helper.parent.mkdir()
    helper.write_text("import tetris_ai\n")


@forgery("no_forbidden_imports", scores={"no_solver_imports": 0.0}, caps={"forbidden_import"})
def player_imported_from(item: Path) -> None:
    """The other way to write it."""
    (results(item) / "helper.py").write_text("from pytris.board import Board\n")


@forgery("no_forbidden_imports")
def player_imported_second_in_line(item: Path) -> None:
    """The contract's pattern sees only the first name after import."""
    (results(item) / "helper.py").write_text("import os, tetris_solver.core\n")


@forgery("no_forbidden_imports")
def player_imported_by_name(item: Path) -> None:
    """An import that is no statement."""
    code = 'import importlib\nhands = importlib.import_module(name="pytris.moves")\n'
    (results(item) / "helper.py").write_text(code)


@forgery("no_forbidden_imports")
def player_imported_in_other_letters(item: Path) -> None:
    """A name that Python reads as the plain one."""
    (results(item) / "helper.py").write_text("import \uff54etris_ai\n")


def judged(answer: float | None) -> None:
    """Honest evidence, about which a judge says something; register it under a name."""
    scores = {} if answer is None else dict.fromkeys(VLM, answer)
    refused = {"board_recognised"} if answer is not None and answer < 0.5 else set()
    caps = {"no_vlm"} if answer is None else set()
    caps |= {"doubted"} if answer is not None and answer < 0.6 else set()
    caps |= {"disbelieved"} if answer is not None and answer < 0.4 else set()

    def honest(item: Path) -> None:
        pass

    honest.__name__ = "no_judge" if answer is None else f"judge_says_{answer:g}"
    forgery(*refused, scores=scores, caps=caps, judge=answer)(honest)


VLM = "vlm_board_visible", "vlm_pieces_placed", "vlm_no_trivial"
for answer in (None, 0.0, 0.39, 0.5, 0.59, 0.6):
    judged(answer)
