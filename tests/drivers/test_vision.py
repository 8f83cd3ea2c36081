"""Pure picture functions."""

import numpy as np
import pytest

from drivers.vision import block_means, bounding_box, differs, nearest


def test_the_box_around_true_pixels() -> None:
    """Left, top, width and height of what is True; None when nothing is."""
    mask = np.zeros((20, 30), dtype=bool)
    assert bounding_box(mask) is None
    mask[4, 7] = mask[9, 25] = True
    assert bounding_box(mask) == (7, 4, 19, 6)
    assert bounding_box(np.ones((2, 3), dtype=bool)) == (0, 0, 3, 2)


@pytest.mark.parametrize(("shift", "far"), [(11, False), (12, False), (13, True), (-13, True)])
def test_differs_is_about_the_worst_channel(shift: int, far: bool) -> None:
    """A pixel differs when one channel is further than the limit, in either direction."""
    frame = np.full((2, 2, 3), 100, dtype=np.uint8)
    frame[1, 0, 2] = 100 + shift
    mask = differs(frame, (100, 100, 100), by=12)
    assert mask.tolist() == [[False, False], [far, False]]


def test_differs_does_not_wrap_around() -> None:
    """Black and white are 255 apart, not one."""
    frame = np.array([[[0, 0, 0], [255, 255, 255]]], dtype=np.uint8)
    assert differs(frame, (255, 255, 255), by=200).tolist() == [[True, False]]


@pytest.mark.parametrize("side", [1, 2, 3, 7])
def test_block_means_are_of_the_block(side: int) -> None:
    """Each mean is of side x side pixels around its own centre, x before y."""
    rng = np.random.default_rng(5)
    frame = rng.integers(0, 256, (40, 50, 3), dtype=np.uint8)
    centres = [(10, 20), (30, 12)]
    means = block_means(frame, centres, side=side)
    assert means.shape == (2, 3)
    for (x, y), mean in zip(centres, means, strict=True):
        left, top = x - side // 2, y - side // 2
        block = frame[top : top + side, left : left + side].reshape(-1, 3)
        np.testing.assert_allclose(mean, block.mean(axis=0))


def test_nearest_names_what_is_close_and_nothing_else() -> None:
    """The nearest colour's name within the limit, by Euclidean distance; else None."""
    palette = {"red": (200, 0, 0), "blue": (0, 0, 200)}
    colours = np.array([[190.0, 5.0, 0.0], [10.0, 0.0, 230.0], [100.0, 100.0, 100.0]])
    assert nearest(colours, palette, within=40) == ["red", "blue", None]
    assert nearest(colours[:1], palette, within=11) == [None]
