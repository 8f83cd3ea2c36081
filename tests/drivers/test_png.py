"""PNG files of frames, as another program reads them."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drivers.png import encode, write_png


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (64, 1), (1, 64), (200, 301)])
def test_what_is_written_is_read_again(shape: tuple[int, int]) -> None:
    """Every pixel of every size comes back."""
    frame = np.random.default_rng(7).integers(0, 256, (*shape, 3), dtype=np.uint8)
    image = Image.open(io.BytesIO(encode(frame)))
    image.verify()
    assert np.array_equal(np.array(Image.open(io.BytesIO(encode(frame)))), frame)


def test_any_view_of_a_capture_will_do(tmp_path: Path) -> None:
    """A capture is BGRX, and a frame a view of it; so is a part of a frame."""
    capture = np.random.default_rng(7).integers(0, 256, (40, 50, 4), dtype=np.uint8)
    part = capture[:, :, 2::-1][5:30, 10:44]
    write_png(tmp_path / "part.png", part)
    with Image.open(tmp_path / "part.png") as image:
        assert (image.mode, image.size) == ("RGB", (34, 25))
        assert np.array_equal(np.array(image), part)


def test_a_window_of_flat_colours_stays_small() -> None:
    """A large flat picture is some kilobytes: hundreds of them fit into a run folder."""
    frame = np.full((1056, 1910, 3), (186, 189, 182), np.uint8)
    assert len(encode(frame)) < 40_000
