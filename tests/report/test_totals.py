"""What a run comes to."""

from report.totals import totals, totals_told
from tests.report.conftest import MakeItem


def test_a_task_is_counted_and_its_mean_taken(make_item: MakeItem) -> None:
    """Over what counts: an invalid item is the harness's failure; frozen plays stand apart."""
    items = [
        make_item(name="toy/seed-1"),
        make_item(name="toy/seed-2", outcome="unsolved", proven_score=0.0),
        make_item(name="toy/seed-3", outcome="invalid", proven_score=None),
        make_item(name="toy/seed-4", conditions={"track": "frozen"}),
        make_item(name="other/seed-1", task="GAM_task_1_other"),
    ]
    found = totals(items)
    assert found["GAM_task_0_toy"] == {
        "items": 3,
        "solved": 1,
        "invalid": 1,
        "mean_proven_score": 0.3,
    }
    assert found["GAM_task_0_toy [frozen]"]["items"] == 1
    assert totals_told(found) == [
        "GAM_task_0_toy: 1 of 3 solved, 1 invalid, mean proven score 0.300"
    ]


def test_of_invalid_items_there_is_no_mean(make_item: MakeItem) -> None:
    """Nothing is said where there is nothing to count."""
    items = [make_item(name=f"t/seed-{n}", outcome="invalid", proven_score=None) for n in (1, 2)]
    assert totals(items)["GAM_task_0_toy"]["mean_proven_score"] is None
    assert totals_told(totals(items)) == ["GAM_task_0_toy: 0 of 2 solved, 2 invalid"]
