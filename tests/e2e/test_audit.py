"""The audit of a whole run: what a player says and prints, and what runs beside the game."""

from pathlib import Path

from tests.e2e.runs import GAM_5, ROOT, play


def test_what_a_player_says_and_does_is_told(tmp_path: Path) -> None:
    """Claims beside the record's counts, a debugger in its log, a second game on the display."""
    agents = ROOT / "tests" / "e2e" / "agents"
    command = f"sh {agents}/audited_agent.sh"
    bind = ("--player-bind", str(agents))
    run = play(GAM_5, tmp_path / "runs", "--game-seed", "1", "--player", command, *bind)
    verdict = run.verdict()
    assert verdict["outcome"] == "unsolved", verdict["reason"]
    told, suspicion = verdict["remarks"][:2]
    assert told.startswith(
        "workspace/chat.jsonl (OpenClaw) tells of 0 acts and 3 looks; the record"
    )
    assert told.endswith("has 0 and 0, which count, and it claims more.")
    assert suspicion == "player.log has 'gdb' in calls (line 1)."
    reasons = {check["name"]: check["reason"] for check in verdict["proof"]}
    assert reasons["game_is_unmodified"].startswith("it ran a second time, 'python3 ")
    again = play(GAM_5, tmp_path / "again", "--regrade", str(run.folder))
    assert again.verdict() == verdict
