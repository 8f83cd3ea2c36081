"""A player that speaks only MCP, through the SDK's own client and our server, in a whole run."""

import json
import sys
from pathlib import Path

from tests.e2e.runs import GAM_5, ROOT, assert_solved, left_behind, play

AGENT = Path(__file__).parent / "agents" / "mcp_agent.py"


def test_gam_5_is_solved_over_mcp(tmp_path: Path) -> None:
    """An outsider in the sandbox starts the server over stdio, plays all levels, and proves it."""
    folders = (AGENT.parent, ROOT / "drivers", ROOT / "solvers", Path(sys.prefix))
    run = play(
        GAM_5,
        tmp_path,
        *("--game-seed", "1", "--player", f"{sys.executable} {AGENT} {{mcp}}"),
        *(part for folder in folders for part in ("--player-bind", str(folder))),
    )
    assert_solved(run, score=0.60, unmet=["board_recognised"])
    verdict = run.verdict()
    assert verdict["conditions"]["sandboxed"] is True
    assert verdict["conditions"]["network"] is False
    lines = (run.item() / "witness" / "events.jsonl").read_text().splitlines()
    pressed = [e for e in map(json.loads, lines) if e["kind"] == "key" and e["press"]]
    delivered = (run.item() / "workspace" / "results").glob("*_solution.txt")
    moves = sum(len(path.read_text().split()[0]) for path in delivered)
    assert len(pressed) == moves + 3  # `n` after each level
    assert verdict["timing"]["screenshots"] >= 15  # five a level, counted by the X server
    assert left_behind(tmp_path) == []
