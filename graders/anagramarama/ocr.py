"""Text on a picture as the contract's own grader reads it: tesseract, of the picture as it is."""

import io
import os
import subprocess
import warnings
from functools import lru_cache

from PIL import Image

from graders.errors import NoReader, Unreadable

PROGRAM = "tesseract"
PIXELS = 1 << 24  # of a picture that is read; a screen has fewer
SECONDS = 60.0  # for one picture; a window takes half a second

_FORMATS = ("PNG", "JPEG", "BMP", "GIF", "WEBP", "TIFF", "PPM")
_WHITE = (255, 255, 255)


def check_reader() -> None:
    """See that pictures can be read at all: where they cannot, no player is to blame.

    Raises:
        NoReader: They cannot.
    """
    try:
        told = _run("--list-langs").split()
    except (OSError, subprocess.SubprocessError) as error:
        raise NoReader(
            f"{PROGRAM}, which reads the pictures' text, does not run ({type(error).__name__}); "
            "install it (Debian: apt install tesseract-ocr)"
        ) from error
    if b"eng" not in told:
        raise NoReader(
            f"{PROGRAM} has no English; install it (Debian: apt install tesseract-ocr-eng)"
        )


@lru_cache(maxsize=8)
def text_on(data: bytes) -> str:
    """The text on an encoded picture, line by line; "" where there is none to be read.

    Like the wrapper that the contract's grader calls, it hands tesseract the picture over in its
    own format, anew encoded, and what is transparent in white; no size is changed and no setting.

    Raises:
        Unreadable: It is no picture, or has too many pixels, or takes too long.
    """
    try:
        return _run("stdin", "stdout", given=_encoded(data)).decode("utf-8", "replace")
    except subprocess.TimeoutExpired as error:
        raise Unreadable(f"a picture that takes more than {SECONDS:g} s to be read") from error
    except subprocess.CalledProcessError:
        return ""  # it says so of pictures that are too small for any letter


def _encoded(data: bytes) -> bytes:
    kept = io.BytesIO()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                pixels, kind = image.width * image.height, image.format
                if pixels <= PIXELS:
                    _on_white(image).save(kept, format=kind)
    except Exception as error:  # Pillow's coders raise nearly any type on hostile bytes
        raise Unreadable(f"no picture that can be read ({type(error).__name__})") from error
    if pixels > PIXELS:
        raise Unreadable(f"too many pixels to be read ({pixels})")
    return kept.getvalue()


def _on_white(image: Image.Image) -> Image.Image:
    if "A" not in image.getbands():
        return image
    ground = Image.new("RGB", image.size, _WHITE)
    ground.paste(image, (0, 0), image.getchannel("A"))
    return ground


def _run(*arguments: str, given: bytes = b"") -> bytes:
    # One thread: what it reads is the same, and others play on this machine meanwhile.
    done = subprocess.run(
        [PROGRAM, *arguments],
        input=given,
        capture_output=True,
        timeout=SECONDS,
        check=True,
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    )
    return done.stdout
