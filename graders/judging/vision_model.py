"""``--judge vlm``: a vision model behind any OpenAI-compatible endpoint rates a rubric.

It is shown pictures and nothing else that a player made. What it says is the median of several
votes; each vote also answers questions of which we know the answer (``graders/judging/sheet.py``),
and one vote that gets these wrong makes all of them worth nothing. Whatever fails is a
:class:`~graders.judging.judge.JudgeFailed`, within ``within_s`` seconds.
"""

import importlib.util
import random
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Self
from urllib.parse import urlsplit

from graders.errors import BadOption, JudgeFailed, NotBelieved, Unreadable
from graders.files import quoted, read
from graders.judging.judge import Opinion
from graders.judging.memory import Memory, Vote, key_of
from graders.judging.sheet import disbelief, draw_sheet, fitted, read_answer
from graders.pictures import Picture, decode

URL, MODEL, KEY = (f"PLAYPROOF_JUDGE_{name}" for name in ("URL", "MODEL", "KEY"))
VOTES, SECONDS, CACHE = (f"PLAYPROOF_JUDGE_{name}" for name in ("VOTES", "SECONDS", "CACHE"))
MOST_VOTES, MOST_SECONDS = 15, 240

_BYTES = 64 << 20  # of a picture
_PIXELS = 40_000_000  # of a picture; a screen of 8K has 33 million


@dataclass(frozen=True, slots=True, kw_only=True)
class VisionModel:
    """A judge, see :class:`graders.judging.judge.Judge`.

    Attributes:
        url: Where the endpoint is, usually ending in ``/v1``.
        model: The model's name there.
        key: The endpoint's key.
        votes: How many votes are cast.
        within_s: Seconds that all of them may take together.
        memory: Where votes are remembered.
    """

    url: str
    model: str
    key: str = field(repr=False)
    votes: int
    within_s: float
    memory: Memory

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """The judge that environment variables name.

        Raises:
            BadOption: One is missing or makes no sense; the message says which.
        """
        missing = [name for name in (URL, MODEL, KEY) if not environment.get(name)]
        if missing:
            raise BadOption(
                f"set {', '.join(missing)}: {URL} is the address of an OpenAI-compatible endpoint "
                f"(https://.../v1), {MODEL} the name of a model that takes pictures, {KEY} the key"
            )
        key = environment[KEY]
        if not (key.isascii() and key.isprintable() and key == key.strip()):
            raise BadOption(f"{KEY} holds something that no key has: a blank, a line break ...")
        if importlib.util.find_spec("openai") is None:
            raise BadOption("the package openai is not installed: python3 bootstrap.py installs it")
        cache = environment.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return cls(
            url=_address(environment[URL]),
            model=environment[MODEL],
            key=key,
            votes=_number(environment, VOTES, default=3, most=MOST_VOTES),
            within_s=_number(environment, SECONDS, default=120, most=MOST_SECONDS),
            memory=Memory(Path(environment.get(CACHE) or Path(cache) / "playproof" / "judge")),
        )

    @property
    def name(self) -> str:
        """What the verdict calls this judge."""
        return f"vlm {self.model}"

    def __call__(self, images: Sequence[Path], rubric: Mapping[str, str]) -> Opinion:
        """Rate.

        Raises:
            JudgeFailed: There is no majority of votes, or they are not believed.
            Unreadable: A picture is none, or no file of the player's own.
        """
        pictures = [fitted(_picture(path)) for path in images]
        key = key_of(pictures, rubric, model=self.model, url=self.url)
        before = self.memory.recall(key, rubric)[: self.votes]
        votes, faults = self._cast(pictures, rubric, self.votes - len(before))
        if votes:
            self.memory.keep(key, [*before, *votes])
        return self._concluded([*before, *votes], faults, rubric, remembered=len(before))

    def _cast(
        self, pictures: Sequence[Picture], rubric: Mapping[str, str], count: int
    ) -> tuple[list[Vote], list[str]]:
        """Have so many votes cast; those that came, and why others did not."""
        if not count:
            return [], []
        # imported here: whoever grades without a model does without the SDK and its 0.6 s
        from graders.judging.wire import send  # noqa: PLC0415

        chance = random.SystemRandom()  # what is drawn must not be known to whoever paints pictures
        sheets = [draw_sheet(pictures, rubric, chance) for _ in range(count)]
        replies = send(sheets, url=self.url, key=self.key, model=self.model, within_s=self.within_s)
        votes, faults = [], []
        for sheet, reply in zip(sheets, replies, strict=True):
            if reply.fault:
                faults.append(reply.fault)
                continue
            try:
                ratings = read_answer(sheet, reply.text)
                votes.append(Vote(ratings=ratings, tokens=reply.tokens, seconds=reply.seconds))
            except JudgeFailed as error:
                faults.append(str(error))
        return votes, faults

    def _concluded(
        self,
        votes: Sequence[Vote],
        faults: Sequence[str],
        rubric: Mapping[str, str],
        *,
        remembered: int,
    ) -> Opinion:
        """What the votes say together."""
        rated = {item: [vote.ratings[item] for vote in votes] for item in rubric}
        details = {
            "votes": f"{len(votes)} of {self.votes}",
            "remembered": remembered,
            "spread": {item: round(max(r) - min(r), 4) for item, r in rated.items() if r},
            "faults": list(faults),
            "tokens_read": sum(vote.tokens[0] for vote in votes),
            "tokens_written": sum(vote.tokens[1] for vote in votes),
            "slowest_vote_s": round(max((vote.seconds for vote in votes), default=0.0), 3),
        }
        if doubts := [why for vote in votes if (why := disbelief(vote.ratings))]:
            raise NotBelieved(f"in {len(doubts)} of {len(votes)} votes {doubts[0]}", details)
        if 2 * len(votes) <= self.votes:
            told = "; ".join(dict.fromkeys(faults))
            raise JudgeFailed(f"{len(votes)} of {self.votes} votes came: {told}", details)
        return Opinion({item: median(ratings) for item, ratings in rated.items()}, details)


def _picture(path: Path) -> Picture:
    """A picture of the player's; no link leads out of its folder to somebody else's.

    Raises:
        Unreadable: It is none.
    """
    name = quoted(path.name, 80)
    try:
        status = path.lstat()
        second = stat.S_ISREG(status.st_mode) and status.st_nlink > 1
        linked = second or stat.S_ISLNK(status.st_mode) or path.parent.is_symlink()
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror}") from error
    if linked:
        raise Unreadable(f"{name} is a link")
    data = read(path, _BYTES + 1)
    if len(data) > _BYTES:
        raise Unreadable(f"{name} is longer than {_BYTES >> 20} MiB")
    return decode(data, limit=_PIXELS)


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname)
        sound = sound and parts.port != 0 and url.isprintable() and " " not in url
    except ValueError:
        sound = False
    if not sound:
        raise BadOption(f"{URL} is no http or https address: {url!r}")
    return url


def _number(environment: Mapping[str, str], name: str, *, default: int, most: int) -> int:
    text = environment.get(name) or str(default)
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and 1 <= int(text) <= most):
        raise BadOption(f"{name} is a whole number from 1 to {most}, not {text!r}")
    return int(text)
