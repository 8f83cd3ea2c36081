"""Every forgery of every game is refused by exactly the checks that it claims to fail."""

import pytest

from tests.forgeries.any_game import EVERYWHERE
from tests.forgeries.games import GAMES, NAMED
from tests.forgeries.workshop import HONEST, WorkshopOf

FORGED = [(game.name, name) for game in GAMES for name in game.forgeries]
every_forgery = pytest.mark.parametrize(("game", "name"), FORGED)
every_game = pytest.mark.parametrize("game", NAMED)


@every_game
def test_honest_evidence_is_solved(workshop_of: WorkshopOf, game: str) -> None:
    """Honest evidence meets every criterion and proof and has the full score."""
    verdict = workshop_of(game).verdict(HONEST)
    assert {
        c.name: c.reason for c in (*verdict.criteria, *verdict.proof) if c.met is not True
    } == {}
    assert (verdict.outcome, verdict.overall_score, verdict.ceiling) == ("solved", 1.0, 1.0)
    assert verdict.proven_score == 1.0


@every_game
def test_nothing_breaks_over_honest_evidence(
    workshop_of: WorkshopOf, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    """No check, sub-score or remark ends in an exception that was not meant, told or not."""
    workshop_of(game).grade(HONEST)
    assert [record.getMessage() for record in caplog.records] == []


@every_forgery
def test_forgery_is_refused(workshop_of: WorkshopOf, game: str, name: str) -> None:
    """The forgery fails the checks, sub-scores and caps that it names, and no others."""
    workshop = workshop_of(game)
    verdict = workshop.verdict(name)
    assert workshop.differences(name, verdict) == []
    assert verdict.proven_score in (0.0, verdict.overall_score)
    if any(check.met is False for check in verdict.proof):
        assert verdict.proven_score == 0.0
    # Whatever a player writes, reasons stay short and free of control characters.
    reasons = [check.reason for check in (*verdict.criteria, *verdict.proof)]
    reasons += verdict.remarks
    assert all(reason and reason.isprintable() for reason in reasons)
    assert max(map(len, reasons)) < 600


@every_game
def test_what_any_game_must_refuse_is_tried(game: str) -> None:
    """A game registers all forgeries that are the same for every game."""
    assert EVERYWHERE - NAMED[game].forgeries.keys() == set()


@every_game
def test_every_score_cap_and_check_has_a_forgery(workshop_of: WorkshopOf, game: str) -> None:
    """No sub-score, cap, criterion or proof goes without a forgery that it must refuse."""
    verdict = workshop_of(game).verdict(HONEST)
    parts = {*verdict.subscores, *(c.name for c in verdict.caps)}
    parts |= {c.name for c in (*verdict.criteria, *verdict.proof)}
    for forgery in NAMED[game].forgeries.values():
        parts -= {*forgery.unmet, *forgery.caps, *forgery.scores}
    assert parts == set()
