"""What is beside the play: what a judge says of honest evidence."""

from pathlib import Path

from tests.forgeries.quadrapassel.forging import (
    forgery,
)


def judged(answer: float | None) -> None:
    """Honest evidence, about which a judge says something; register it under a name."""
    scores = {} if answer is None else dict.fromkeys(VLM, answer)
    refused = {"board_recognised"} if answer is not None and answer < 0.5 else set()
    caps = {"no_vlm"} if answer is None else set()
    caps |= {"doubted"} if answer is not None and answer < 0.6 else set()
    caps |= {"disbelieved"} if answer is not None and answer < 0.4 else set()

    def honest(item: Path) -> None:
        pass

    honest.__name__ = "no_judge" if answer is None else f"judge_says_{answer:g}"
    forgery(*refused, scores=scores, caps=caps, judge=answer)(honest)


VLM = "vlm_board_visible", "vlm_pieces_placed", "vlm_no_trivial"
for answer in (None, 0.0, 0.39, 0.5, 0.59, 0.6):
    judged(answer)
