"""The Anagramarama benchmark as a program: its parts, its report, packages that are not there."""

import json
from pathlib import Path

import pytest

from benchmarks import anagramarama
from benchmarks.anagramarama_table import known_words, lexicon
from benchmarks.anagramarama_words import BUILDERS, PEERS, drawn
from graders.anagramarama.words import sub_words

QUICK = ["--roots", "3", "--rounds", "1", "--frames", "5"]


@pytest.fixture
def no_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the packages is installed."""
    for name, module in PEERS.items():
        monkeypatch.setitem(PEERS, name, f"no_{module}")


@pytest.mark.usefixtures("no_packages")
def test_runs_and_writes_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small run ends with every part told and written, and the machine named."""
    monkeypatch.setattr(anagramarama, "largest", lambda words: "weakening")
    monkeypatch.setattr(anagramarama, "READ_SEEDS", ())
    monkeypatch.setattr(anagramarama, "SHORTER_ROOTS", ("vintage",))
    path = tmp_path / "figures.json"
    assert anagramarama.main([*QUICK, "--json", str(path)]) == 0
    document = json.loads(path.read_text())
    assert document["words"]["enumerators"].keys() == BUILDERS.keys() - PEERS.keys()
    assert document["words"]["roots"] == 3
    rounds = document["rounds"]
    assert (rounds["rounds"], rounds["entered_share"], rounds["lost_words"]) == (2, 1.0, 0)
    assert [game["root"] for game in rounds["each"]][1] == "weakening"
    assert document["reading"]["errors"] == []
    assert document["reading"]["frames"] >= 5
    assert document["machine"]["cores"] >= 1
    out = capsys.readouterr().out
    assert "dawg2: not given" in out
    assert '"reading"' in out


@pytest.mark.usefixtures("no_packages")
def test_words_alone_need_no_display(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is started."""
    monkeypatch.delenv("DISPLAY", raising=False)
    assert anagramarama.main(["--roots", "2", "--words-only"]) == 0
    assert "2 roots of nine letters" in capsys.readouterr().out


@pytest.mark.usefixtures("no_packages")
def test_names_missing_packages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without any of them is refused with exit status 2."""
    assert anagramarama.main(["--peer", str(tmp_path)]) == 2
    assert "none of dawg2, marisa-trie, pygtrie is in" in capsys.readouterr().out


def test_the_graders_rule_finds_the_same_words() -> None:
    """Two enumerations that share no code agree on roots from all over the alphabet."""
    for root in drawn(known_words(), 25):
        ours = sorted(word.text for word in lexicon().sub_words(root))
        assert ours == sorted(sub_words(root, known_words()))
