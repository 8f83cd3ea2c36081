"""Where the pictures that a player delivers are in the record, and what it pressed meanwhile."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from graders.errors import Unreadable
from graders.pictures import fingerprint
from graders.quadrapassel.field import DROP
from graders.quadrapassel.pixels import Panel, Shot, find_field, read_panel, read_shot
from graders.witness import Witness
from graders.witness_events import Act

_ABOUT = 3
"""Frames by which the one that a press names may be off: looking takes time."""


_BEFORE = 100
"""Frames before the first drop that are looked at."""

_STANDS_S = 2.0
"""What stands so long is paused, or its process was stopped."""

_READ = 6000
"""Frames that are unpacked to find pictures which are nowhere."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one frame shows: its field's fingerprint, and what is beside the field."""

    cut: str
    panel: Panel


class Film:
    """The record of one play beside its rows.

    Attributes:
        early: Keys that went to the game before its first click.
        keys: Keys that did after that, going down.
        clicks: Buttons that went down in the game's window after the first one, each with the
            number of keys before it.
    """

    def __init__(self, witness: Witness, shots: Sequence[Shot | None]) -> None:
        """Look at a record.

        Args:
            witness: The record.
            shots: What is on each row's picture; None where there is none.
        """
        self._witness, self._shots = witness, shots
        self._seen: dict[int, _Seen | None] = {}
        self._number = {frame.name: index for index, frame in enumerate(witness.frames)}
        self.early: list[Act] = []
        self.keys: list[Act] = []
        self.clicks: list[tuple[int, Act]] = []
        begun = False
        for act in witness.acts:
            if not act.press:
                continue
            if act.button is None:
                if witness.reached_the_game(act):
                    (self.keys if begun else self.early).append(act)
            elif self._hits(act):
                if begun:
                    self.clicks.append((len(self.keys), act))
                begun = True
        self._drops = [index for index, act in enumerate(self.keys) if act.keysym == DROP]

    @property
    def frames(self) -> tuple[int | None, ...]:
        """For each row the frame that its picture is, ascending; None where it was not shown.

        A row's picture is looked for between the drop of its piece and that of the next. From the
        next key backwards at first: whoever waits for a picture to stand still takes one of the
        last.
        """
        return self._search[0]

    @property
    def missed(self) -> frozenset[int]:
        """Rows, from 0, whose picture the record does not have, and may have missed."""
        return self._search[1]

    @cached_property
    def _search(self) -> tuple[tuple[int | None, ...], frozenset[int]]:
        missed: set[int] = set()
        found: list[int | None] = [None] * len(self._shots)
        after, end = -1, len(self._witness.frames)
        drops = [*self._drops, len(self.keys)]
        for row, (shot, drop) in enumerate(zip(self._shots, self._drops, strict=False)):
            first = max(after + 1, self._at(drop, otherwise=0) - _ABOUT)
            last = min(end - 1, self._at(drop + 1, otherwise=end))
            stop = min(end, self._at(drops[row + 1], otherwise=end) + _ABOUT)
            later = range(max(first, last + 1), stop)
            index = self.find(shot, chain(range(last, first - 1, -1), later))
            found[row] = index
            after = after if index is None else index
            if shot is not None and index is None and self._witness.may_lack(first, stop):
                missed.add(row)
        return tuple(found), frozenset(missed)

    def panels(self, row: int) -> Iterator[Panel]:
        """What is beside the field on the frames that a row's picture is, the last of them first.

        The game draws numbers and field one after the other: with the same field there may be a
        frame with the old numbers, and one with those of the piece after.
        """
        shot, index = self._shots[row], self.frames[row]
        while shot and index is not None and index >= 0:
            seen = self._look(index)
            if seen is None or seen.cut != shot.cut:
                break
            yield seen.panel
            index -= 1

    @cached_property
    def still(self) -> tuple[Panel, ...]:
        """What is beside the field on pictures that stood longer than a running game lets them.

        From the first key to the last row's drop; a piece falls a row every 0.88 s at the latest.
        """
        frames, shown = self._witness.frames, list[Panel]()
        for index in range(self._at(0, otherwise=0), min(self.last, len(frames) - 1)):
            if frames[index + 1].t - frames[index].t > _STANDS_S and len(shown) < _BEFORE:
                seen = self._look(index)
                shown += [seen.panel] if seen else []
        return tuple(shown)

    @property
    def last(self) -> int:
        """The first frame that may show what the last row's drop did."""
        end, rows = len(self._witness.frames), len(self._shots)
        if len(self._drops) < rows:
            return end
        return max(0, self._at(self._drops[rows - 1], otherwise=0) - _ABOUT)

    @cached_property
    def starts(self) -> tuple[Shot, ...]:
        """What was on screen before the first drop, the last first (maybe already of that drop)."""
        first = self._at(self._drops[0], otherwise=0) if self._drops else 0
        last = min(first, len(self._witness.frames) - 1)
        shots = []
        for index in range(last, max(-1, last - _BEFORE), -1):
            try:
                shots.append(read_shot(self._witness.picture(self._witness.frames[index])))
            except Unreadable:
                continue
        return tuple(shots)

    def find(self, shot: Shot | None, indices: Iterable[int]) -> int | None:
        """The first of some frames that a picture is, or whose field it is; None if it is none."""
        if shot is None:
            return None
        for index in indices:
            frame = self._witness.frames[index]
            if frame.sha256 == shot.fingerprint:
                return index
            if shot.panel is None and (seen := self._look(index)) and seen.cut == shot.cut:
                return index
        return None

    def _look(self, index: int) -> _Seen | None:
        if index not in self._seen and len(self._seen) < _READ:
            self._seen[index] = None
            try:
                picture = self._witness.picture(self._witness.frames[index])
                place = find_field(picture)
            except Unreadable:
                return None
            self._seen[index] = _Seen(fingerprint(place.cut(picture)), read_panel(picture, place))
        return self._seen.get(index)

    def _at(self, key: int, *, otherwise: int) -> int:
        """The frame that a key names; something else if there is no such key or it names none."""
        if key >= len(self.keys):
            return otherwise
        return self._number.get(self.keys[key].frame, otherwise)

    def _hits(self, act: Act) -> bool:
        """Whether a button went down in the game's window, wherever that was at any time."""
        areas = {frame.rect for frame in self._witness.frames}
        return any(x <= act.x < x + w and y <= act.y < y + h for x, y, w, h in areas)
