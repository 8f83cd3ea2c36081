"""The figures that contracts take from pictures."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from graders import pictures
from graders.errors import Unreadable
from graders.pictures import Picture, decode, difference, fingerprint, resized, size_of, spread
from tests.forgeries.forging import bomb, noise


@pytest.fixture
def picture(tmp_path: Path) -> Picture:
    """A picture of noise, 40 x 30."""
    noise(tmp_path / "noise.png", size=(40, 30))
    return decode((tmp_path / "noise.png").read_bytes())


@pytest.mark.parametrize("read", [decode, size_of])
def test_no_picture_is_told_alike_each_time(read: Callable[[bytes], object]) -> None:
    """Grading again has to give the same sentence."""
    with pytest.raises(Unreadable, match=r"^no picture of a known kind$"):
        read(b"no picture at all")


def test_spread_is_the_standard_deviation(
    picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In exact integers, as for huge pictures, it is numpy's figure to the last digits."""
    assert spread(picture) == float(picture.std())
    monkeypatch.setattr(pictures, "_FLOAT_PIXELS", 0)
    assert spread(picture) == pytest.approx(float(picture.std()), rel=1e-12)


def test_difference_is_the_mean_of_absolutes(picture: Picture) -> None:
    """Dark minus bright counts as much as bright minus dark; strips change nothing."""
    other = picture[::-1]
    expected = float(np.abs(picture.astype(int) - other.astype(int)).mean())
    assert difference(picture, np.ascontiguousarray(other)) == expected


def test_resized_takes_the_other_size(picture: Picture) -> None:
    """A picture of another size is fitted, one of the same size is left alone."""
    assert resized(picture, like=np.zeros((9, 7, 3), np.uint8)).shape == (9, 7, 3)
    assert resized(picture, like=picture) is picture


@pytest.mark.parametrize("shape", [(1, 72_000_000, 3), (72_000_000, 1, 3)])
def test_extreme_pictures_are_not_resized(picture: Picture, shape: tuple[int, ...]) -> None:
    """A line of 72 million pixels, from which or to which Pillow cannot resize, is refused."""
    line = np.broadcast_to(np.uint8(0), shape)
    for one, other in ((line, picture), (picture, line)):
        with pytest.raises(Unreadable, match="cannot be resized"):
            resized(one, like=other)


def test_fingerprint_is_of_pixels(picture: Picture) -> None:
    """It is SHA-256 of the RGB bytes row by row, also for a part of a larger picture."""
    part = picture[5:9, 3:8]
    expected = hashlib.sha256(b"".join(row.tobytes() for row in part)).hexdigest()
    assert fingerprint(part) == expected


def test_pictures_up_to_the_contracts_limit_are_decoded(tmp_path: Path) -> None:
    """Where Pillow only warns, at 90 million pixels, contracts go on and so do these graders."""
    bomb(tmp_path / "large.png", 9_500)
    assert decode((tmp_path / "large.png").read_bytes()).shape == (9_500, 9_500, 3)


@pytest.mark.parametrize("read", [decode, size_of])
def test_a_picture_of_comments_is_none(read: Callable[[bytes], object]) -> None:
    """A format whose reader takes time by the square of a comment's length is not read."""
    with pytest.raises(Unreadable, match=r"^no picture of a known kind$"):
        read(b"P3\n640 480\n255\n" + b"#\n" * (8 << 20))


@pytest.mark.parametrize("read", [decode, size_of])
def test_exif_in_a_million_parts_is_not_read(read: Callable[[bytes], object]) -> None:
    """Each would be copied for the next."""
    with pytest.raises(Unreadable, match="more than 1000 parts of Exif"):
        read(b"\xff\xd8" + b"\xff\xe1\x00\x10Exif\x00\x00aaaaaaaa" * 1_000_000)
