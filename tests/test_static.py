"""Lint, format and types, as a developer runs them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "command",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]],
    ids=["lint", "format", "types"],
)
def test_the_source_is_clean(command: list[str]) -> None:
    """The tool finds nothing to say; if it does, that is shown."""
    tool = Path(sys.executable).parent / command[0]
    run = subprocess.run(
        [str(tool), *command[1:]],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    if run.returncode:
        pytest.fail(f"{' '.join(command)}:\n{run.stdout}", pytrace=False)
