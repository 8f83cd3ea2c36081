"""What is beside the play: what a judge says of honest evidence."""

from pathlib import Path

from graders.anagramarama.contract import RUBRIC
from tests.forgeries.anagramarama.forging import forgery


def judged(answer: float | None) -> None:
    """Honest evidence, about which a judge says something; register it under a name."""
    scores = dict.fromkeys(RUBRIC, 0.5 if answer is None else answer)
    doubted = answer is not None and answer < 0.6

    def honest(item: Path) -> None:
        pass

    honest.__name__ = "no_judge" if answer is None else f"judge_says_{answer:g}"
    refused = {"pictures_recognised"} if doubted else set()
    caps = {"doubted"} if doubted else set()
    forgery(*refused, scores=scores, caps=caps, judge=answer)(honest)


for answer in (None, 0.0, 0.5, 0.59, 0.6):
    judged(answer)
