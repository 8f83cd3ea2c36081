"""What record and transcripts together say of a player."""

import json

from graders.audit import Audit, audited, remarks_on
from graders.transcripts import Transcript, read_transcript

COUNTED = Audit(calls=10, shots=5)
BANNED = ("dconf read", "gnome-mines --solve")


def transcript(*commands: str, looks: int = 0, name: str = "chat.jsonl") -> Transcript:
    """A transcript of looks, and then of commands."""
    calls = [{"name": "screenshot"}] * looks + [{"name": "sh", "arguments": c} for c in commands]
    lines = [json.dumps({"type": "toolCall", **call}) for call in calls]
    return read_transcript("\n".join(lines).encode(), name=name)


def test_the_record_counts() -> None:
    """However much a transcript claims, whoever names it."""
    loud = [transcript(looks=400)]
    assert audited(COUNTED, given=loud, found=loud, banned=BANNED) == COUNTED


def test_a_transcript_counts_where_nothing_else_does() -> None:
    """One that was given to the grader: all calls are acts, as for the contract's own grader."""
    given = [transcript("ls", "ls", looks=3)]
    assert audited(None, given=given, found=(), banned=BANNED) == Audit(calls=5, shots=3)
    assert audited(None, given=(), found=given, banned=BANNED) is None
    assert audited(None, given=(), found=(), banned=BANNED) is None


def test_what_was_banned_is_found_everywhere() -> None:
    """With its places, in the contract's order; also where the player's own folder tells of it."""
    told = [transcript("ls", "gnome-mines --solve"), transcript("dconf read /x", name="log")]
    audit = audited(COUNTED, given=told[:1], found=told[1:], banned=BANNED)
    assert audit == Audit(10, 5, BANNED, ("line 1 of log", "line 2 of chat.jsonl"))
    alone = audited(None, given=(), found=told[1:], banned=BANNED)
    assert alone is not None
    assert (alone.matches, alone.shots) == (("dconf read",), 0)


def remarks(*told: Transcript, counted: Audit | None = COUNTED) -> list[str]:
    """What a reader is told."""
    return [*remarks_on(told, counted, libraries=["tetris_ai"])]


def test_claims_stand_beside_the_record() -> None:
    """Both counts, and which of them is the larger."""
    assert remarks(transcript(looks=5)) == [
        "chat.jsonl (OpenClaw) tells of 0 acts and 5 looks; the record has 10 and 5, which count."
    ]
    assert remarks(transcript(looks=6))[0].endswith("which count, and it claims more.")
    assert remarks(transcript(looks=6), counted=None)[0].endswith("no record to hold it against.")


def test_what_claims_nothing_is_no_matter() -> None:
    """A file in which no call is, and calls that neither look nor act."""
    assert remarks(transcript(), transcript("ls")) == []


def test_what_has_no_place_in_a_play() -> None:
    """Each thing once, with the lines on which it is; escaped, and not more than a few."""
    told = transcript(
        "LD_PRELOAD=/tmp/x.so quadrapassel",
        "gdb -p 7; LD_PRELOAD=y z",
        "cat /proc/12/environ; gsettings get org.gnome.Mines nmines",
        "pip install tetris_ai",
        "python -c 'import tetris_ai_of_my_own'; echo 'gdbus /proc/cpuinfo'",
    )
    assert remarks(told) == [
        "chat.jsonl has 'LD_PRELOAD' in calls (line 1, 2).",
        "chat.jsonl has 'gdb' in calls (line 2).",
        "chat.jsonl has '/proc/12/environ' in calls (line 3).",
        "chat.jsonl has 'gsettings get' in calls (line 3).",
        "chat.jsonl has 'install tetris_ai' in calls (line 4).",
    ]
