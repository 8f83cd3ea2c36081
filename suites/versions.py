"""Versions of what a result depends on."""

import functools
import importlib.metadata
import platform
import subprocess

from bootstrap import system_packages
from drivers.sandbox import Sandbox, best_sandbox
from suites.folders import REPOSITORY
from suites.settings import Settings

DISPLAY_AND_OCR = ("xvfb", "tesseract-ocr")
"""Debian packages that matter for every task."""

OUR_GAMES_RUN_ON = ("pygame-ce",)


@functools.cache
def version(package: str) -> str:
    """Version of the Python distribution or Debian package of that name, or `not installed`."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return _debian(package)


def versions(packages: tuple[str, ...]) -> dict[str, str]:
    """Versions of this checkout, Python, X, tesseract and `packages`."""
    found = {"playproof": checkout(), "python": platform.python_version()}
    return found | {name: version(name) for name in (*DISPLAY_AND_OCR, *packages)}


def environment(settings: Settings) -> dict[str, str]:
    """What a reader of the results wants to know first, by name."""
    seeding = {
        Sandbox.BWRAP: "bubblewrap: games are seeded and shut in",
        Sandbox.PROOT: "proot: games are seeded, but not shut in",
        Sandbox.NONE: "none works here: games that draw their own randomness run UNSEEDED",
    }
    again = f"as in {settings.regrade.name}" if settings.regrade else ""
    packages = (*system_packages(), *OUR_GAMES_RUN_ON)
    return {
        "Playproof": checkout(),
        "Player": again or settings.player,
        "Seeds": again or ", ".join(map(str, settings.seeds)),
        "Sandbox": seeding[best_sandbox()],
        "Versions": ", ".join(f"{name} {version(name)}" for name in packages),
    }


@functools.cache
def checkout() -> str:
    """The commit that is checked out, `-dirty` if files differ; `unknown` outside git."""
    ask = ["git", "-C", str(REPOSITORY), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        answer = subprocess.run(ask, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return answer.stdout.strip() or "unknown"


def _debian(package: str) -> str:
    query = ["dpkg-query", "-W", "-f", "${Version}", package]
    try:
        answer = subprocess.run(query, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "unknown (no dpkg-query)"
    return answer.stdout.strip() or "not installed"
