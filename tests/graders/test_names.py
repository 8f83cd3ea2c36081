"""Names of programs as Python reads them."""

import time
import unicodedata

from graders.imports import importable
from graders.names import as_python_reads


def test_what_stands_for_ascii_is_ascii() -> None:
    """As NFKC has it, for every character there is."""
    wide = "".join(chr(0xFEE0 + ord(letter)) for letter in "pysat")
    assert as_python_reads(f"from {wide} import solver") == "from pysat import solver"
    for number in range(0x110000):
        if (plain := unicodedata.normalize("NFKC", chr(number))).isascii():
            assert as_python_reads(chr(number)) == plain


def test_a_thousand_marks_on_one_letter() -> None:
    """Putting them in order would take minutes."""
    begin = time.process_time()
    marked = "a" + "\u0300" * 900_000 + "\u0316" * 900_000
    as_python_reads(marked)
    assert importable(marked) is None
    assert time.process_time() - begin < 20


def test_programs_in_any_language_are_programs() -> None:
    """Long words and some marks are no fault."""
    assert (
        importable("# " + "字" * 3000 + "\ne\u0301a\u0300\u0316 = '" + "é" * 500 + "'\n")
        is not None
    )
