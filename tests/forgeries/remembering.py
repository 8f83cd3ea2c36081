"""What pictures are and what is on them, worked out once a test run.

Hundreds of forgeries share nearly all of theirs. Equal bytes are equal pixels, and the same text is
read on them, so no grader can tell.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from graders import witness, workspace
from graders.anagramarama import case as anagramarama_case
from graders.anagramarama import grader as anagramarama
from graders.anagramarama import play as anagramarama_play
from graders.anagramarama import proof as anagramarama_proof
from graders.anagramarama.ocr import check_reader, text_on
from graders.anagramarama.truth import root_word
from graders.pictures import Picture, decode
from graders.quadrapassel import case as quadrapassel_case
from graders.quadrapassel import criteria as quadrapassel_criteria
from graders.quadrapassel import film as quadrapassel_film
from graders.quadrapassel import pixels as quadrapassel_pixels
from graders.quadrapassel import score as quadrapassel_score

BYTES = 400_000_000
"""Of pictures that are held."""

READERS: tuple[tuple[ModuleType, str], ...] = (
    (witness, "fingerprint"),
    (anagramarama_play, "read_tray"),
    (anagramarama_proof, "fingerprint"),
    (anagramarama_proof, "read_tray"),
    (quadrapassel_film, "fingerprint"),
    (quadrapassel_film, "find_field"),
    (quadrapassel_film, "read_panel"),
    (quadrapassel_film, "read_shot"),
    (quadrapassel_case, "read_shot"),
    (quadrapassel_criteria, "spread"),
    (quadrapassel_pixels, "fingerprint"),
    (quadrapassel_score, "spread"),
)
"""Functions of one picture, and of what else can be told from it, where graders look them up."""


class Pictures:
    """The pictures seen last, and what was found on them."""

    def __init__(self) -> None:
        """None yet."""
        self._held: OrderedDict[bytes, Picture] = OrderedDict()
        self._found: dict[int, dict[tuple[Any, ...], object]] = {}
        self._bytes = 0

    def decode(self, data: bytes, **options: Any) -> Picture:
        """As :func:`graders.pictures.decode`."""
        held = self._held.get(data)
        limit = options.get("limit")
        if held is None or "mode" in options or (limit is not None and held.size > 3 * limit):
            picture = decode(data, **options)
            if held is None and "mode" not in options and 20 * picture.nbytes < BYTES:
                self._hold(data, picture)
            return picture
        self._held.move_to_end(data)
        return held

    def _hold(self, data: bytes, picture: Picture) -> None:
        picture.flags.writeable = False
        self._held[data] = picture
        self._found[id(picture)] = {}
        self._bytes += picture.nbytes
        while self._bytes > BYTES:
            _, oldest = self._held.popitem(last=False)
            self._bytes -= oldest.nbytes
            del self._found[id(oldest)]

    def reader(self, function: Callable[..., object]) -> Callable[..., object]:
        """A function of a picture, or of a part of one, that is called once for each."""

        @wraps(function)
        def read(picture: Picture, *others: object) -> object:
            base = picture if picture.base is None else picture.base
            found = self._found.get(id(base)) if isinstance(base, np.ndarray) else None
            if found is None or picture.flags.writeable:
                return function(picture, *others)
            where = picture.__array_interface__
            key = (function, where["data"][0], picture.shape, picture.strides, *others)
            if key not in found:
                found[key] = function(picture, *others)
            return found[key]

        return read


class Texts:
    """What was read on pictures; a text on one takes half a second."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._known: dict[bytes, str] = {}

    def text_on(self, data: bytes) -> str:
        """As :func:`graders.anagramarama.ocr.text_on`, which raises anew what it raises."""
        key = hashlib.sha256(data).digest()
        if key not in self._known:
            self._known[key] = text_on(data)
        return self._known[key]


texts = cache(Texts)
reader_checked = cache(check_reader)
root_of = cache(root_word)
"""All of this test run."""


@cache
def memory() -> Pictures:
    """The one memory of a test run."""
    return Pictures()


@contextmanager
def pictures_remembered() -> Iterator[None]:
    """Let graders remember within the block; where they do already, nothing changes.

    To be entered for each test that wants it: other tests are about the reading itself.
    """
    if vars(witness)["decode"] is not decode:
        yield
        return
    pictures = memory()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(anagramarama, "check_reader", reader_checked)
        patch.setattr(anagramarama_case, "root_word", root_of)
        patch.setattr(anagramarama_case, "text_on", texts().text_on)
        for module in (witness, workspace):
            patch.setattr(module, "decode", pictures.decode)
        for module, name in READERS:
            patch.setattr(module, name, pictures.reader(getattr(module, name)))
        yield
