"""Letters that fly in and slide between the trays. For the eye only: the rules never wait."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.anagramarama import layout

Point = tuple[float, float]

FLY_IN_S = 0.45
SLIDE_S = 0.12
SKY_TOP = layout.TRAY.y + layout.SLOT_H // 2
SKY = layout.Box(0, SKY_TOP, layout.PICTURE[0], layout.PICTURE[1] - SKY_TOP)
"""Where letters fly in from: below the four numbers, which stay readable from the first picture."""


@dataclass(frozen=True, slots=True)
class Path:
    """The way of one letter: from, to, and when in seconds it set out and arrives."""

    start: Point
    end: Point
    leaves: float
    arrives: float

    def at(self, now: float) -> Point:
        """Return where the letter is; it starts fast and comes in softly."""
        if now >= self.arrives:
            return self.end
        part = max(0.0, (now - self.leaves) / (self.arrives - self.leaves))
        eased = 1 - (1 - part) ** 3
        (x, y), (to_x, to_y) = self.start, self.end
        return x + (to_x - x) * eased, y + (to_y - y) * eased


class Motion:
    """Where each letter is drawn. Letters are numbers, places the centres of slots in pixels."""

    def __init__(self) -> None:
        self._paths: dict[int, Path] = {}

    def fly_in(self, goals: Mapping[int, Point], *, now: float, chance: Random) -> None:
        """Let every letter come from a spot of its own."""
        self._paths = {
            number: Path(
                start=(SKY.x + chance.random() * SKY.w, SKY.y + chance.random() * SKY.h),
                end=goal,
                leaves=now,
                arrives=now + FLY_IN_S,
            )
            for number, goal in goals.items()
        }

    def slide(self, goals: Mapping[int, Point], *, now: float) -> None:
        """Send letters whose place is another now on their way; the others stand still at once."""
        for number, goal in goals.items():
            last = self._paths[number].end
            arrives = now + SLIDE_S if goal != last else now
            self._paths[number] = Path(start=last, end=goal, leaves=now, arrives=arrives)

    def moving(self, now: float) -> bool:
        """Whether any letter is on its way."""
        return any(now < path.arrives for path in self._paths.values())

    def places(self, now: float) -> dict[int, Point]:
        """Return where each letter is."""
        return {number: path.at(now) for number, path in self._paths.items()}
