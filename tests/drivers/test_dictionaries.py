"""The machine's dictionaries: what their files say, aspell's output, and what is no dictionary."""

import os
from pathlib import Path

import pytest

from drivers import dictionaries
from drivers.dictionaries import aspell_lines, word_lines
from drivers.errors import NoWords

ASPELL = """\
#!/bin/sh
case "$*" in
    *--lang=en*dump*) printf 'cat/S\\nna\\303\\257ve\\n' ;;
    *--lang=en*expand) sed 's#cat/S#cat cats#' ;;
    *) echo 'Error: No word lists can be found' >&2; exit 1 ;;
esac
"""


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that comes first on PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder


def put(folder: Path, script: str) -> None:
    """A program called aspell."""
    (folder / "aspell").write_text(script)
    (folder / "aspell").chmod(0o755)


@pytest.mark.parametrize("path", dictionaries.SYSTEM, ids=lambda path: path.name)
def test_the_systems_word_lists_are_there(path: Path) -> None:
    """More than a hundred thousand lines, well-known words and a name among them."""
    lines = word_lines(path)
    assert len(lines) > 100_000
    assert not {"triangles", "contrasts", "London", "café"} - set(lines)
    assert ("honor" in lines, "honour" in lines) == (
        (True, False) if "american" in path.name else (False, True)
    )


def test_lines_that_are_no_text_spoil_no_others(tmp_path: Path) -> None:
    """Latin-1, a NUL, line ends of another system: the plain lines stay as they are."""
    (tmp_path / "list").write_bytes(b"cat\r\ncaf\xe9\nd\0g\ndog")
    assert word_lines(tmp_path / "list") == ["cat", "caf\ufffd", "d\0g", "dog"]


def test_what_is_no_word_list_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file, a folder, one that is too large: each says which and why."""
    with pytest.raises(NoWords, match=r"nowhere cannot be read \(No such file.*bootstrap.py"):
        word_lines(tmp_path / "nowhere")
    with pytest.raises(NoWords, match="cannot be read"):
        word_lines(tmp_path)
    monkeypatch.setattr(dictionaries, "MOST_BYTES", 1 << 20)
    (tmp_path / "film").write_bytes(b"a" * (1 << 20))
    assert len(word_lines(tmp_path / "film")) == 1
    (tmp_path / "film").write_bytes(b"a" * ((1 << 20) + 1))
    with pytest.raises(NoWords, match="film is no word list: it has more than 1 MB"):
        word_lines(tmp_path / "film")


def test_aspell_lists_its_words_with_all_forms(bin_folder: Path) -> None:
    """Its own master dictionary goes through its own expansion; a language it lacks is None.

    What stands in for aspell knows its command line and two words.
    """
    put(bin_folder, ASPELL)
    assert aspell_lines("en") == ["cat", "cats", "naïve"]
    assert aspell_lines("de") is None


def test_without_aspell_there_is_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on PATH is called so."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert aspell_lines("en") is None


def test_an_aspell_that_hangs_is_given_up(
    bin_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time is bounded."""
    put(bin_folder, "#!/bin/sh\nexec tail -f /dev/null\n")
    monkeypatch.setattr(dictionaries, "ASPELL_S", 0.2)
    with pytest.raises(NoWords, match="did not list its words"):
        aspell_lines("en")
