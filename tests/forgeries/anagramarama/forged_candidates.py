"""Candidates that are not all, or not what is said of them."""

from pathlib import Path

from tests.forgeries.anagramarama.forging import (
    Rows,
    edit_candidates,
    edit_table,
    forgery,
    results,
)
from tests.forgeries.forging import change_json


def candidate_told(item: Path, old: str, **new: str) -> None:
    """Something else of a candidate."""

    def told(rows: Rows) -> Rows:
        assert any(row["word"] == old for row in rows)
        return [row | new if row["word"] == old else row for row in rows]

    edit_candidates(item, told)


@forgery("candidates_are_complete")
def candidate_left_out(item: Path) -> None:
    """One word of the lists is missing."""
    edit_candidates(item, lambda rows: [row for row in rows if row["word"] != "gen"])


def more_candidates(item: Path, *words: str, listed: bool = False) -> None:
    """Add candidates, said to be in the lists or not."""

    def more(rows: Rows) -> Rows:
        told = {"in_system_dict": str(listed), "subset_ok": "True"}
        return rows + [{"word": word, "length": str(len(word)), **told} for word in words]

    edit_candidates(item, more)


@forgery("candidates_are_complete")
def candidate_said_to_be_listed(item: Path) -> None:
    """A word of no list, said to be in one."""
    more_candidates(item, "kewne", listed=True)


@forgery("candidates_are_complete")
def candidate_said_not_to_be_listed(item: Path) -> None:
    """A word of the lists, said to be from elsewhere."""
    candidate_told(item, "gen", in_system_dict="False")


@forgery("candidates_are_complete", scores={"candidates_csv_ok": 0.5})
def candidates_from_nowhere(item: Path) -> None:
    """Many are said to be in no list; the contract's arithmetic wants nine tenths of 60 to be."""
    edit_candidates(
        item,
        lambda rows: [
            row | {"in_system_dict": str(number >= 10)} for number, row in enumerate(rows)
        ],
    )


@forgery("candidates_listed", "candidates_are_complete", scores={"candidates_csv_ok": 0.5})
def candidate_outside_the_bag(item: Path) -> None:
    """One letter too many of a kind, said to fit."""
    more_candidates(item, "kinkage")


@forgery("candidates_listed", scores={"candidates_csv_ok": 0.5})
def candidate_outside_the_bag_admitted(item: Path) -> None:
    """The same, said not to fit."""
    more_candidates(item, "kinkage")
    candidate_told(item, "kinkage", subset_ok="False")


@forgery("candidates_listed", "candidates_are_complete")
def candidate_said_not_to_fit(item: Path) -> None:
    """A word that fits, said not to."""
    candidate_told(item, "gen", subset_ok="False")


@forgery("candidates_are_complete")
def candidate_of_another_length(item: Path) -> None:
    """A length that the word does not have."""
    candidate_told(item, "gen", length="5")


@forgery(scores={"candidates_csv_ok": 0.0})
def candidates_with_a_mark(item: Path) -> None:
    """Honest evidence from an editor that writes a byte order mark; only the arithmetic minds."""
    path = results(item, "candidates.csv")
    path.write_text("\ufeff" + path.read_text())


@forgery("candidates_are_complete")
def candidate_twice(item: Path) -> None:
    """Padding."""
    edit_candidates(item, lambda rows: [*rows, rows[5]])


@forgery("candidates_listed", "candidates_are_complete")
def candidate_in_capitals(item: Path) -> None:
    """The same word in capitals."""
    candidate_told(item, "gen", word="GEN")


@forgery("candidates_listed", "candidates_are_complete", scores={"candidates_csv_ok": 0.5})
def candidate_in_full_width(item: Path) -> None:
    """The same word in letters that other programs take for the plain ones."""
    candidate_told(item, "gen", word="\uff47\uff45\uff4e")


@forgery("candidates_listed")
def candidate_of_two_letters(item: Path) -> None:
    """One letter too few."""
    more_candidates(item, "we")


@forgery("candidates_listed", "candidates_are_complete")
def candidate_of_ten_letters(item: Path) -> None:
    """One letter more than there are."""
    more_candidates(item, "weakeninge")


@forgery(
    "candidates_listed", "candidates_are_complete", "diff_agrees", scores={"candidates_csv_ok": 0.5}
)
def candidates_of_another_root(item: Path) -> None:
    """Good candidates, of a root that differs in a letter."""
    edit_table(
        results(item, "candidates.csv"),
        lambda rows: [row | {"word": row["word"].replace("k", "b")} for row in rows],
    )
    change_json(results(item, "report.json"), candidates_total=62)
