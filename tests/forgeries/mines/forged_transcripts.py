"""What a player says of its own calls: it can cost, and never help.

The contract's own grader looks for an agent's log in the agent's home, not here.
"""

import json
from pathlib import Path

from tests.forgeries.mines.forged_lacking import looks
from tests.forgeries.mines.forging import forgery
from tests.forgeries.record import edit_events


@forgery(
    "screens_looked_at",
    scores={"audit_screenshots": 9.0},
    caps={"fewer_than_30_looks", "fewer_than_10_looks"},
    reference=False,
)
def looks_claimed_in_a_transcript(item: Path) -> None:
    """Hardly a look, and a transcript that tells of four hundred."""
    edit_events(item, lambda events: looks(events, 9))
    _tell(item, {"action": {"type": "screenshot"}}, times=400)


@forgery(
    "no_solver_called",
    scores={"audit_any_banned": 1.0},
    caps={"banned_string"},
    reference=False,
)
def banned_call_in_a_transcript(item: Path) -> None:
    """The agent's own log has a command that the contract bans, written with blanks more."""
    _tell(item, {"command": "cd /; gnome-mines   --solve"}, times=1)


@forgery(
    "no_solver_called",
    scores={"audit_any_banned": 1.0},
    caps={"banned_string"},
    reference=False,
)
def banned_command_printed(item: Path) -> None:
    """What the agent printed tells of such a command."""
    (item / "player.log").write_text("I look at its settings.\n$ dconf read /org/gnome/Mines/x\n")


def _tell(item: Path, arguments: dict[str, object], *, times: int) -> None:
    """Leave a transcript of OpenClaw's with calls of one kind."""
    call = {"type": "toolCall", "name": "__computer__", "arguments": arguments}
    calls = [{**call, "id": f"call-{number}"} for number in range(times)]
    messages = [{"role": "assistant", "content": [call]} for call in calls]
    lines = [json.dumps({"type": "message", "message": message}) + "\n" for message in messages]
    (item / "workspace" / "chat.jsonl").write_text("".join(lines))
