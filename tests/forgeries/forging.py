"""The forger's tools, and what a register of forgeries is; each game has one of its own."""

import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image

from graders.audit import Audit

Forge = Callable[[Path], None]
"""Turns an honest item folder into the forged one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Forgery:
    """A forged item folder and what graders must say about it.

    Attributes:
        name: The forgery.
        forge: Makes it.
        unmet: Exactly the criteria and proofs that it must fail.
        scores: Exactly the sub-scores that are not as in honest evidence, a judge answering 1.
        caps: Exactly the caps that apply, a judge answering 1.
        judge: What the judge answers; None for no judge. A game without a judge pays no heed.
        audit: What an audit of the player's transcript says; None where the witness's own counts
            stand for it.
        reference: Whether the contract's own grader gives an answer, and within a minute.
    """

    name: str
    forge: Forge
    unmet: set[str]
    scores: dict[str, float] = field(default_factory=dict)
    caps: set[str] = field(default_factory=set)
    judge: float | None = 1.0
    audit: Audit | None = None
    reference: bool = True


class Register(dict[str, Forgery]):
    """One game's forgeries, by name."""

    def add(
        self,
        *unmet: str,
        scores: dict[str, float] | None = None,
        caps: set[str] | None = None,
        judge: float | None = 1.0,
        audit: Audit | None = None,
        reference: bool = True,
    ) -> Callable[[Forge], Forge]:
        """Register a function as a forgery with what must be said about it."""

        def register(forge: Forge) -> Forge:
            assert forge.__name__ not in self, f"a second {forge.__name__}"
            self[forge.__name__] = Forgery(
                name=forge.__name__,
                forge=forge,
                unmet=set(unmet),
                scores=scores or {},
                caps=caps or set(),
                judge=judge,
                audit=audit,
                reference=reference,
            )
            return forge

        return register


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
