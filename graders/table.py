"""A player's table as the contracts' own graders read it."""

from collections.abc import Sequence
from dataclasses import dataclass

from graders.errors import Unreadable


@dataclass(frozen=True, slots=True)
class Table:
    """A CSV file.

    Attributes:
        header: Its first row.
        rows: Its other rows that are not empty, by the header's names.
        fault: What is wrong with the file from there on, "" if nothing is.
    """

    header: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    fault: str

    def missing(self, columns: Sequence[str]) -> list[str]:
        """Which of some columns it does not have."""
        return [name for name in columns if name not in self._columns]

    def complete(self, file: str, columns: Sequence[str]) -> list[dict[str, str]]:
        """Its rows.

        Args:
            file: The table's name.
            columns: What it has to have.

        Raises:
            Unreadable: It lacks a column, or something is wrong with it.
        """
        if self.fault:
            raise Unreadable(self.fault)
        if missing := self.missing(columns):
            raise Unreadable(f"{file} has no column {', '.join(missing)}")
        names = dict(zip(self.header, self._columns, strict=True))
        return [{names[k]: v for k, v in row.items()} for row in self.rows]

    @property
    def _columns(self) -> list[str]:
        """Its columns, without the mark that some programs put at the beginning of a file."""
        return [name.removeprefix("\ufeff") for name in self.header]
