"""A player's table as the contracts' own graders read it."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Self

from graders.errors import Unreadable
from graders.files import quoted
from graders.workspace import Workspace


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

    @classmethod
    def read(cls, files: Workspace, name: str, *, most: int, strict: bool) -> Self:
        """Read a CSV file; one that is none to its end has no rows.

        Args:
            files: The workspace.
            name: The file.
            most: Rows that a play may need; of more only these are read.
            strict: Whether bytes that are no UTF-8 are a fault; else they are left out.
        """
        try:
            lines = csv.reader(io.StringIO(files.text(name, strict=strict, marked=True)))
            header = tuple(next(lines, ()))
            told = list(islice(filter(None, lines), most + 1))
        except Unreadable as error:
            return cls((), (), str(error))
        except csv.Error as error:
            return cls((), (), f"{name} is not CSV: {quoted(error, 80)}")
        rows = tuple(dict(zip(header, line, strict=False)) for line in told[:most])
        more = f"{name} has more than {most} rows; no play needs them"
        return cls(header, rows, more if len(told) > most else "")

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
