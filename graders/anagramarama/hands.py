"""What keys and clicks did in GAM 11's game, by its rules: letters to and fro, words submitted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graders.anagramarama.log import Line
from graders.anagramarama.pixels import GUESS_TOP, HEIGHT, LEFT, SLOTS, TRAY_TOP, WIDTH
from graders.files import quoted
from graders.witness import Witness
from graders.witness_events import Rect

SUBMIT, CLEAR, SHUFFLE, BACK = "Return", "Escape", "space", "BackSpace"
NEW, SOLVE = "new", "solve"
_KEYS = {SUBMIT: SUBMIT, "KP_Enter": SUBMIT, CLEAR: CLEAR, SHUFFLE: SHUFFLE, BACK: BACK}
_AREAS: dict[str, Rect] = {
    SUBMIT: (694, 226, 40, 36),
    CLEAR: (694, 268, 40, 36),
    SHUFFLE: (600, 194, 86, 26),
    NEW: (676, 4, 54, 32),
    SOLVE: (590, 4, 82, 32),
}
"""What can be clicked besides the letters, in pixels of the window."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a key or a click does in the game.

    Attributes:
        what: One of the names above, a letter, "tray" or "guess".
        slot: Which letter of a tray was clicked.
        frame: The picture that the record had by then, "" if none.
    """

    what: str
    slot: int
    frame: str


def deeds(witness: Witness) -> tuple[Deed, ...]:
    """What the keys that went to the game and the clicks into its window did, in order.

    Clicks are those of the left button in the window.
    """
    places = {frame.name: frame.rect for frame in witness.frames}
    usual = next(iter(places.values()), (0, 0, 0, 0))
    found: list[Deed] = []
    for act in witness.acts:
        if not act.press:
            continue
        if act.button is None:
            what = _KEYS.get(act.keysym) or _letter(act.keysym)
            if what and witness.reached_the_game(act):
                found.append(Deed(what, 0, act.frame))
        elif act.button == 1:
            left, top, width, height = places.get(act.frame, usual)
            x, y = act.x - left, act.y - top
            if 0 <= x < width and 0 <= y < height:
                found += [Deed(*at, act.frame) for at in _under(x, y)]
    return tuple(found)


def _letter(keysym: str) -> str:
    low = keysym.lower()
    return low if len(low) == 1 and "a" <= low <= "z" else ""


def _under(x: int, y: int) -> Iterator[tuple[str, int]]:
    """What is under a point of the window, if anything."""
    for what, (left, top, width, height) in _AREAS.items():
        if left <= x < left + width and top <= y < top + height:
            yield what, 0
    for what, top in (("tray", TRAY_TOP), ("guess", GUESS_TOP)):
        if top <= y < top + HEIGHT and LEFT <= x < LEFT + WIDTH * SLOTS:
            yield what, (x - LEFT) // WIDTH


class Hands:
    """The letters of one round, moved about.

    The order of the letters is known from a picture of the start and forgotten with the first
    shuffle. A letter that is then clicked is not known either, nor is the guess until it is empty
    again: of such a guess only the number of letters is told.

    Attributes:
        guess: The letters of the guess; "" for one that is not known.
    """

    def __init__(self, root: str, order: Sequence[str]) -> None:
        """Begin a round.

        Args:
            root: Its letters.
            order: As they stand in the tray; empty if that is not known.
        """
        self._root = Counter(root)
        self._tray = [*order] if Counter(order) == self._root else []
        self.guess: list[str] = []

    @property
    def certain(self) -> bool:
        """Whether every letter of the guess is known."""
        return all(self.guess)

    def do(self, deed: Deed) -> None:
        """Move letters; whatever else a deed does is not seen to here."""
        match deed.what:
            case "tray":
                self._take(deed.slot)
            case "guess":
                self._give_back(deed.slot)
            case "BackSpace":
                self._give_back(len(self.guess) - 1)
            case "Escape":
                self.clear()
            case "space":
                self._tray = []
            case letter if len(letter) == 1:
                self._type(letter)

    def clear(self) -> None:
        """All letters of the guess go back, each to the first slot that is free."""
        while self.guess:
            self._give_back(0)

    def settle(self, line: Line) -> None:
        """Take over what the log says of a submission: which letters it had, and where they go."""
        self.guess = [*line.word]
        if line.verdict != "rejected":
            self.clear()

    def _type(self, letter: str) -> None:
        if self._tray:
            if letter in self._tray:
                self._take(self._tray.index(letter))
        elif self.guess.count(letter) < self._root[letter]:
            self.guess.append(letter if self.certain else "")

    def _take(self, slot: int) -> None:
        if not self._tray:
            self.guess += [""] if len(self.guess) < self._root.total() else []
        elif letter := self._tray[slot]:
            self._tray[slot] = ""
            self.guess.append(letter)

    def _give_back(self, place: int) -> None:
        if not 0 <= place < len(self.guess):
            return
        letter = self.guess.pop(place)
        if self._tray:
            self._tray[self._tray.index("")] = letter


def misplaced(
    found: Sequence[Deed], hands: Hands, submissions: Sequence[Line], *, closed: bool
) -> Iterator[str]:
    """Where keys and clicks did something else than the log tells, one phrase or none.

    Args:
        found: The deeds of the round.
        hands: The letters at its start.
        submissions: The log's lines.
        closed: Whether the log has the round's end, after which deeds do nothing.
    """
    waiting = [*submissions]
    for deed in found:
        if deed.what == NEW:
            break
        if deed.what != SUBMIT:
            hands.do(deed)
        elif hands.guess:
            if not waiting:
                if not closed:
                    yield f"{quoted(_shown(hands))} was submitted, and the log does not have it"
                return
            line = waiting.pop(0)
            if not _may_be(hands, line.word):
                told, logged = quoted(_shown(hands)), quoted(line.word)
                yield f"keys and clicks submitted {told} where the log has {logged}"
                return
            hands.settle(line)
    if waiting:
        first = quoted(waiting[0].word)
        yield f"{len(waiting)} words of the log were never submitted, such as {first}"


def _shown(hands: Hands) -> str:
    return "".join(letter or "?" for letter in hands.guess)


def _may_be(hands: Hands, word: str) -> bool:
    if hands.certain:
        return "".join(hands.guess) == word
    return len(word) <= len(hands.guess)
