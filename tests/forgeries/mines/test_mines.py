"""Honest evidence of GAM 2 in odd forms, and grading without witness or seed."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from PIL import Image

from graders.audit import Audit
from graders.mines import grader as mines
from tests.forgeries.mines.evidence import (
    ORIGIN,
    SCREEN,
    SEED,
    Row,
    build,
    copy,
    read_clicks,
    shown,
    write_clicks,
)
from tests.forgeries.mines.forging import (
    board,
    clicks,
    edit_clicks,
    field_at,
    new_frame,
    presses,
)
from tests.forgeries.mines.looks import window
from tests.forgeries.record import Event, edit_events
from tests.forgeries.workshop import HONEST, Workshop


@pytest.fixture
def item(workshop: Workshop, tmp_path: Path) -> Path:
    """An honest item folder of one's own."""
    copy(workshop.item(HONEST), tmp_path / "item")
    return tmp_path / "item"


def unmet(item: Path, *, seed: int | None = SEED) -> dict[str, str]:
    """What is not met of an item, with the reasons."""
    verdict = mines.grade(item / "workspace", witness=item / "witness", seed=seed)
    return {check.name: check.reason for check in verdict.unmet}


def test_a_loser_is_proven_to_have_played(tmp_path: Path) -> None:
    """Four lost games, told as they were: the contract is not met, and every proof is."""
    build(tmp_path / "item", luck=(None, False, False, False))
    contract = {"clicks_logged", "mines_flagged", "moves_reasoned", "cells_revealed"}
    assert unmet(tmp_path / "item").keys() == contract


def test_the_last_of_four_games_may_be_the_won_one(tmp_path: Path) -> None:
    """Three restarts are allowed."""
    build(tmp_path / "item", luck=(False, False, False, True))
    assert unmet(tmp_path / "item") == {}


def test_a_lost_game_may_be_left_out_of_the_table(item: Path) -> None:
    """Clicks that are not claimed are no matter."""
    edit_clicks(item, lambda rows: [row for row in rows if row.game == 2])
    assert unmet(item) == {}


def test_the_contracts_columns_are_enough(item: Path) -> None:
    """Cell and game need not be told."""
    rows = [",".join(map(str, row[:5])) for row in read_clicks(item)]
    clicks(item).write_text("\n".join(["step,action,x,y,reason", *rows]) + "\n")
    assert unmet(item) == {}


@pytest.mark.parametrize("whole", ["window", "screen"])
def test_the_board_may_be_seen_with_what_is_around_it(item: Path, whole: str) -> None:
    """A screenshot of the whole window, or screen, shows the board as well."""
    picture = Image.fromarray(shown(field_at(item, game=2)))
    if whole == "screen":
        screen = Image.new("RGB", SCREEN)
        screen.paste(picture, ORIGIN)
        picture = screen
    picture.save(board(item))
    assert unmet(item) == {}


def test_a_player_may_say_where_it_guessed(item: Path) -> None:
    """A reasoned click that is called a guess is none the worse."""
    rows = read_clicks(item)
    rows[50:60] = [row._replace(reason="guess (0.75)") for row in rows[50:60]]
    write_clicks(item, rows)
    assert unmet(item) == {}


@pytest.mark.parametrize("seed", [SEED, None])
def test_clicks_that_a_paused_game_ignored_are_no_matter(item: Path, seed: int | None) -> None:
    """The game lost the focus and paused itself; the player clicked, saw it, and clicked again."""
    first, again = 90, 8
    rows = read_clicks(item)
    repeated = [*rows[: first + again], *rows[first:]]
    write_clicks(item, [row._replace(step=number) for number, row in enumerate(repeated, 1)])
    resumed = shown(field_at(item, game=2, clicks=first - 9))

    def paused(events: list[Event]) -> list[Event]:
        start = presses(events)[first + 1]  # Play Again is one of them
        lid = new_frame(item, "paused.png", window({}, "paused", over="paused"))
        bare = new_frame(item, "resumed.png", resumed)
        ignored = [
            event | {"frame": "paused.png"} if event["press"] else event
            for event in events[start:]
            if event["kind"] == "button"
        ][: 2 * again]
        return [*events[:start], lid, *ignored, bare, *events[start:]]

    edit_events(item, paused)
    assert unmet(item, seed=seed) == {}


def test_a_window_may_be_moved(item: Path) -> None:
    """From the second game on the window is elsewhere, and the clicks are with it."""
    rows = read_clicks(item)
    write_clicks(item, [moved(row) if row.game == 2 else row for row in rows])

    def later(events: list[Event]) -> Iterable[Event]:
        since = False
        for index, event in enumerate(events):
            if event["kind"] == "frame" and index > presses(events)[9]:
                since = True
                x, y, *size = event["rect"]
                yield event | {"rect": [x + 33, y - 21, *size]}
            elif event["kind"] == "button" and since:
                yield event | {"x": event["x"] + 33, "y": event["y"] - 21}
            else:
                yield event

    edit_events(item, later)
    assert unmet(item) == {}


def moved(row: Row) -> Row:
    """A row of a window that is elsewhere."""
    return row._replace(x=row.x + 33, y=row.y - 21)


def test_without_witness_and_seed_a_play_is_not_judged(workshop: Workshop) -> None:
    """A folder from elsewhere is scored by the contract, and its play is not judged."""
    verdict = mines.grade(workshop.item(HONEST) / "workspace")
    judged = {check.name for check in verdict.proof if check.met is not None}
    assert judged == {"files_are_the_players_own", "board_obeys_rules"}
    assert (verdict.outcome, verdict.overall_score, verdict.ceiling) == ("solved", 0.6, 0.6)


def test_without_a_seed_the_rules_are_left(workshop: Workshop) -> None:
    """Nobody knows where the mines were; everything else is judged."""
    item = workshop.item(HONEST)
    verdict = mines.grade(item / "workspace", witness=item / "witness")
    checks = (*verdict.criteria, *verdict.proof)
    assert [check.name for check in checks if check.met is not True] == ["board_equals_truth"]
    assert verdict.outcome == "solved"


@pytest.mark.parametrize("forged", ["painted_after_a_loss", "cells_opened_by_nobody"])
def test_a_painted_board_is_told_without_a_seed(workshop: Workshop, forged: str) -> None:
    """The loss was seen, or nobody clicked; no seed is needed to tell."""
    assert unmet(workshop.item(forged), seed=None).keys() == {"clicks_were_made"}


def test_an_audit_that_is_given_counts(workshop: Workshop) -> None:
    """What somebody says for comparison goes before the witness's count."""
    item = workshop.item(HONEST)
    verdict = mines.grade(
        item / "workspace", witness=item / "witness", seed=SEED, audit=Audit(calls=4, shots=0)
    )
    assert [check.name for check in verdict.unmet] == ["screens_looked_at"]
    assert verdict.overall_score == 0.4


def told(path: Path, *, command: str) -> Path:
    """A transcript of a hundred looks and a command."""
    look = {"type": "toolCall", "name": "__computer__", "arguments": {"action": "screenshot"}}
    run = {"type": "toolCall", "name": "exec", "arguments": {"command": command}}
    path.write_text("".join(json.dumps(call) + "\n" for call in [*[look] * 100, run]))
    return path


@pytest.mark.parametrize(("command", "score"), [("ls", 1.0), ("dconf read /", 0.25)])
def test_a_transcript_that_is_given_counts(
    workshop: Workshop, tmp_path: Path, command: str, score: float
) -> None:
    """Without a witness somebody's word is taken for the looks, as the contract's grader does."""
    transcript = told(tmp_path / "session.jsonl", command=command)
    verdict = mines.grade(workshop.item(HONEST) / "workspace", transcript=transcript)
    assert (verdict.overall_score, verdict.ceiling) == (score, 1.0)
    counts = [verdict.subscores[f"audit_{key}"] for key in ("total_tool_calls", "screenshots")]
    assert counts == [101, 100]


@pytest.mark.parametrize(("command", "score"), [("ls", 0.6), ("dconf read /", 0.25)])
def test_the_players_own_transcript_helps_nobody(
    workshop: Workshop, tmp_path: Path, command: str, score: float
) -> None:
    """What lies in the player's folder is believed against the player only."""
    workspace = tmp_path / "workspace"
    shutil.copytree(workshop.item(HONEST) / "workspace", workspace)
    told(workspace / "chat.jsonl", command=command)
    verdict = mines.grade(workspace)
    assert verdict.overall_score == score


def test_thresholds_are_not_the_players(workshop: Workshop, tmp_path: Path) -> None:
    """A gt/expected.json in the player's folder changes nothing."""
    workspace = tmp_path / "workspace"
    shutil.copytree(workshop.item("few_clicks") / "workspace", workspace)
    (workspace / "gt").mkdir()
    (workspace / "gt" / "expected.json").write_text('{"min_clicks": 1}')
    assert mines.grade(workspace).subscores["clicks_count"] == 259 / 260
