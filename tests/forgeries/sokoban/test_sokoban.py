"""Honest evidence of GAM 5 in odd forms, and grading without witness or seed."""

import shutil
from hashlib import sha256
from pathlib import Path

from PIL import Image

from graders.sokoban import grader as sokoban
from tests.forgeries.record import read_events, write_events
from tests.forgeries.sokoban.evidence import CLIENT, build
from tests.forgeries.sokoban.forging import SEED
from tests.forgeries.workshop import HONEST, Workshop


def test_honest_detour_is_solved(tmp_path: Path) -> None:
    """Undo and restart leave a longer log and a clean history; that is no reason to refuse."""
    keys = ("Left", "Right", "Up", "Down", "u", "Left", "Right", "Up", "Down", "r", "n")
    build(tmp_path / "item", seed=SEED, detour=keys)
    item = tmp_path / "item"
    verdict = sokoban.grade(item / "workspace", witness=item / "witness", seed=SEED)
    verdict.raise_unmet()
    assert verdict.outcome == "solved"


def test_another_clients_keys_are_no_matter(tmp_path: Path) -> None:
    """A program that watches the keys of the game's window gets each as well: still honest."""
    item = tmp_path / "item"
    build(item, seed=SEED)
    events = []
    for event in read_events(item):
        events.append(event)
        if event["kind"] == "delivered":
            events.append(event | {"client": CLIENT + (1 << 21)})
    write_events(item, events)
    sokoban.grade(item / "workspace", witness=item / "witness", seed=SEED).raise_unmet()


def test_keys_whose_delivery_nobody_told_count(tmp_path: Path) -> None:
    """Of keys that come very fast the server does not tell each delivery: still honest."""
    item = tmp_path / "item"
    build(item, seed=SEED)
    told = [e for n, e in enumerate(read_events(item)) if e["kind"] != "delivered" or n % 3]
    write_events(item, told)
    sokoban.grade(item / "workspace", witness=item / "witness", seed=SEED).raise_unmet()


def test_a_step_may_be_an_end(tmp_path: Path) -> None:
    """One picture every so many moves may catch the first or the last board: still honest."""
    item = tmp_path / "item"
    build(item, seed=SEED)
    results = item / "workspace" / "results"
    shutil.copyfile(results / "level_1_initial.png", results / "level_1_step_0.png")
    shutil.copyfile(results / "level_1_final.png", results / "level_1_step_9.png")
    sokoban.grade(item / "workspace", witness=item / "witness", seed=SEED).raise_unmet()


def test_a_player_may_be_faster_than_the_witness(tmp_path: Path) -> None:
    """A level of which the first board was never seen is known from the seed."""
    item = tmp_path / "item"
    build(item, seed=SEED)
    events, results = read_events(item), item / "workspace" / "results"
    shown = sha256(Image.open(results / "level_2_initial.png").tobytes()).hexdigest()
    write_events(item, [event for event in events if event.get("sha256") != shown])
    verdict = sokoban.grade(item / "workspace", witness=item / "witness", seed=SEED)
    assert [check.name for check in verdict.unmet] == ["initial_was_shown"]


def test_without_witness_and_seed_proofs_are_not_judged(workshop: Workshop) -> None:
    """A folder from elsewhere is scored by the contract, and its play is not judged."""
    verdict = sokoban.grade(workshop.item(HONEST) / "workspace")
    unjudged = {check.name for check in verdict.proof if check.met is None}
    judged = {"files_are_the_players_own", "accounts_agree"}
    assert unjudged == {check.name for check in verdict.proof} - judged
    assert (verdict.outcome, verdict.overall_score, verdict.ceiling) == ("solved", 0.6, 0.6)


def test_seed_alone_judges_the_solutions(workshop: Workshop) -> None:
    """Without a witness, a seed is enough to replay the solutions."""
    honest = sokoban.grade(workshop.item(HONEST) / "workspace", seed=SEED)
    forged = sokoban.grade(workshop.item("solution_random") / "workspace", seed=SEED)
    proofs = [{c.name: c.met for c in v.proof} for v in (honest, forged)]
    assert [p["solution_solves_level"] for p in proofs] == [True, False]


def test_thresholds_are_not_the_players(workshop: Workshop, tmp_path: Path) -> None:
    """A gt/expected.json in the player's folder changes nothing."""
    workspace = tmp_path / "workspace"
    shutil.copytree(workshop.item("three_steps") / "workspace", workspace)
    (workspace / "gt").mkdir()
    (workspace / "gt" / "expected.json").write_text('{"min_step_screenshots": 1}')
    assert sokoban.grade(workspace).subscores["step_screenshots"] == 0.75
