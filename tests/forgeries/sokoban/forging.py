"""The forger's tools, and the register of forgeries."""

import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image

SEED = 7
OTHER_SEED = 8
"""A seed that lays out levels 1 and 2 in other symmetries than SEED."""

ENDS_SHOWN = {"initial_was_shown", "final_was_shown", "final_board_is_solved"}
LEVEL_PROOFS = {"solution_solves_level", "keys_were_delivered", *ENDS_SHOWN}
LEVEL_PROOFS |= {"game_wrote_the_log", "accounts_agree"}
NO_SOLVER = {"solver_exists": 0.0, "solver_lines": 0.0, "solver_parses": 0.0}
UNSOLVED = {"levels_solved": 0.5, "levels_actually_solved": 0.5}


@dataclass(frozen=True, kw_only=True, slots=True)
class Forgery:
    """A forged item folder and what graders must say about it.

    Attributes:
        name: The forgery.
        forge: Turns an honest item folder into the forged one.
        unmet: Exactly the criteria and proofs that it must fail.
        scores: Exactly the sub-scores that are not 1, a judge answering 1.
        caps: Exactly the caps that apply, a judge answering 1.
        judge: What the judge answers; None for no judge.
        reference: Whether the contract's own grader gives an answer, and within a minute.
    """

    name: str
    forge: Callable[[Path], None]
    unmet: set[str]
    scores: dict[str, float] = field(default_factory=dict)
    caps: set[str] = field(default_factory=set)
    judge: float | None = 1.0
    reference: bool = True


FORGERIES: dict[str, Forgery] = {}

Forge = Callable[[Path], None]


def forgery(
    *unmet: str,
    scores: dict[str, float] | None = None,
    caps: set[str] | None = None,
    judge: float | None = 1.0,
    reference: bool = True,
) -> Callable[[Forge], Forge]:
    """Register a function as a forgery with what must be said about it."""

    def register(forge: Forge) -> Forge:
        FORGERIES[forge.__name__] = Forgery(
            name=forge.__name__,
            forge=forge,
            unmet=set(unmet),
            scores=scores or {},
            caps=caps or set(),
            judge=judge,
            reference=reference,
        )
        return forge

    return register


def results(item: Path) -> Path:
    """The folder of deliverables."""
    return item / "workspace" / "results"


def remove(item: Path, *patterns: str) -> None:
    """Delete deliverables."""
    for pattern in patterns:
        for path in results(item).glob(pattern):
            path.unlink()


def change(path: Path, old: str, new: str) -> None:
    """Replace the first occurrence in a text file; it must be there."""
    text = path.read_text()
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1))


def change_json(path: Path, **values: object) -> None:
    """Set keys of a JSON object."""
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def noise(path: Path, *, size: tuple[int, int] = (800, 600), low: int = 0, high: int = 256) -> None:
    """Write a picture of noise that depends on nothing but its name and size."""
    source = np.random.default_rng(zlib.crc32(path.name.encode()))
    pixels = source.integers(low, high, (size[1], size[0], 3), dtype=np.uint8)
    Image.fromarray(pixels).save(path)


def bomb(path: Path, width: int, height: int | None = None) -> None:
    """Write a black picture, square without a height, that is small as a file."""
    height = width if height is None else height

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    packer = zlib.compressobj(1)
    row = bytes(width + 1)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    )


def sparse(path: Path, size: int) -> None:
    """Make a file of nothing, as long as you like."""
    path.unlink(missing_ok=True)
    with path.open("wb") as file:
        file.truncate(size)


def both(item: Path, name: str) -> list[Path]:
    """A deliverable and the game's own copy of it, for forgers who reach both."""
    return [results(item) / name, item / "witness" / "game" / name]


def retell(item: Path, level: int, solution: str) -> None:
    """Hand in another solution, and a comparison that says it is the right one."""
    (results(item) / f"level_{level}_solution.txt").write_text(
        f"{solution}\n# moves={len(solution)}\n"
    )
    change_json(results(item) / f"level_{level}_verify.json", solver_solution=solution)


def solution_of(item: Path, level: int) -> str:
    """The solution handed in for a level."""
    return (results(item) / f"level_{level}_solution.txt").read_text().splitlines()[0]
