"""The witness's log."""

import hashlib
import json
import threading
from pathlib import Path

import pytest

from drivers.journal import GENESIS, Journal


def written(path: Path) -> list[dict[str, object]]:
    """Events of a journal, after a check that the chain of hashes holds."""
    prev, events = GENESIS, []
    for line in path.read_bytes().splitlines():
        event = json.loads(line)
        assert event["prev"] == prev
        prev = hashlib.sha256(line).hexdigest()
        events.append(event)
    return events


def test_each_line_carries_the_hash_of_the_one_before(tmp_path: Path) -> None:
    """Lines are numbered from 1, in the documented order of keys, and chained from GENESIS."""
    journal = Journal(tmp_path / "events.jsonl")
    journal.write("start", display=":99")
    journal.write("key", press=True, keysym="Left")
    journal.write("end", reason="é \n done")
    journal.close()
    events = written(tmp_path / "events.jsonl")
    assert [event["n"] for event in events] == [1, 2, 3]
    assert list(events[1]) == ["n", "t", "kind", "press", "keysym", "prev"]
    assert events[2]["reason"] == "é \n done"
    times = [float(str(event["t"])) for event in events]
    assert times == sorted(times)


@pytest.mark.parametrize("tamper", ["change", "drop", "swap"])
def test_tampering_breaks_the_chain(tmp_path: Path, tamper: str) -> None:
    """A changed, dropped or swapped line is noticed by whoever follows the hashes."""
    path = tmp_path / "events.jsonl"
    journal = Journal(path)
    for number in range(4):
        journal.write("key", keycode=number)
    journal.close()
    lines = path.read_bytes().splitlines()
    if tamper == "change":
        lines[1] = lines[1].replace(b'"keycode": 1', b'"keycode": 7')
    elif tamper == "drop":
        del lines[1]
    else:
        lines[1], lines[2] = lines[2], lines[1]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(AssertionError):
        written(path)


def test_a_line_is_on_disk_when_write_returns(tmp_path: Path) -> None:
    """A killed harness loses nothing that was written: no buffer is left in the process."""
    path = tmp_path / "events.jsonl"
    journal = Journal(path)
    journal.write("start")
    assert len(written(path)) == 1
    journal.close()


def test_threads_do_not_mix_their_lines(tmp_path: Path) -> None:
    """Eight threads writing at once give one unbroken chain with every event in it."""
    path = tmp_path / "events.jsonl"
    journal = Journal(path)
    gate = threading.Barrier(8)

    def write(writer: int) -> None:
        gate.wait()
        for number in range(100):
            journal.write("key", writer=writer, number=number)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    journal.close()
    events = written(path)
    assert [event["n"] for event in events] == list(range(1, 801))
    for writer in range(8):
        mine = [event["number"] for event in events if event["writer"] == writer]
        assert mine == list(range(100))


def test_an_old_journal_is_not_written_over(tmp_path: Path) -> None:
    """A record that is there already stays: a second journal in its place is an error."""
    path = tmp_path / "events.jsonl"
    path.write_text("evidence")
    with pytest.raises(FileExistsError):
        Journal(path)
    assert path.read_text() == "evidence"


def test_nothing_is_written_after_close(tmp_path: Path) -> None:
    """A closed journal refuses events."""
    journal = Journal(tmp_path / "events.jsonl")
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.write("key")
