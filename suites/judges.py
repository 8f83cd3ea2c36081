"""Which judge `--judge` asks for."""

import os

import pytest

from graders.errors import BadOption
from graders.judging.judge import Judge
from graders.judging.vision_model import VisionModel

JUDGES = ("off", "vlm")


def judge_named(name: str) -> Judge | None:
    """The judge of that name, as the environment describes it; None for `off`.

    Raises:
        pytest.UsageError: the environment does not say where the judge is.
    """
    if name == "off":
        return None
    try:
        return VisionModel.from_environment(os.environ)
    except BadOption as error:
        raise pytest.UsageError(f"--judge {name}: {error}") from error
