"""Text on a picture as the contract's own grader reads it: tesseract, of the picture as it is.

Where nothing can be read, either the picture or the reader is at fault. So a picture of ours, whose
text is known, is read then by the same program within the same time: a hostile picture costs its
player, a reader that is broken, killed or too slow costs nobody anything.
"""

import io
import os
import subprocess
import time
import warnings
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from graders.errors import NoReader, Unreadable
from graders.faults import check_machine
from graders.pictures import opened

PROGRAM = "tesseract"
PIXELS = 1 << 24  # of a picture that is read; a screen has fewer
SECONDS = 60.0  # for one picture; a window takes half a second

OURS = "Score 1234"
"""What our own picture says."""

_WHITE = (255, 255, 255)
_INSTALL = "install it (Debian: apt install tesseract-ocr tesseract-ocr-eng)"


def check_reader() -> None:
    """See that pictures can be read at all: where they cannot, no player is to blame.

    Raises:
        NoReader: They cannot.
    """
    try:
        text = _run(_our_picture(), SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise _no_reader(error) from error
    if OURS not in text:
        raise NoReader(f"{PROGRAM} reads {text[:40]!r} where {OURS} is written; {_INSTALL}")


@lru_cache(maxsize=8)
def text_on(data: bytes) -> str:
    """The text on an encoded picture, line by line; "" where there is none to be read.

    Like the wrapper that the contract's grader calls, it hands tesseract the picture over in its
    own format, anew encoded, and what is transparent in white; no size is changed and no setting.

    Raises:
        Unreadable: It is no picture, has too many pixels, takes too long, or ends its reader.
        NoReader: The reader does not read our own picture either.
    """
    picture = _encoded(data)
    until, fault = time.monotonic() + SECONDS, ""
    for _ in range(2):  # what ended the reader the first time may have been somebody else
        try:
            if (text := _run(picture, until - time.monotonic())).strip():
                return text
        except subprocess.TimeoutExpired:
            fault = f"a picture that takes more than {SECONDS:g} s to be read"
        except subprocess.CalledProcessError as error:
            # Over pictures that are too small for any letter it ends by itself, with words.
            fault = f"a picture that ends its reader{_how(error)}" if error.returncode < 0 else ""
        except OSError as error:
            raise _no_reader(error) from error
        check_reader()
    if fault:
        raise Unreadable(fault)
    return ""


def _no_reader(error: Exception) -> NoReader:
    return NoReader(
        f"{PROGRAM}, which reads the pictures' text, does not run "
        f"({type(error).__name__}{_how(error)}); {_INSTALL}"
    )


def _our_picture() -> bytes:
    image = Image.new("L", (420, 90), "white")
    font = ImageFont.load_default(34)  # it comes with Pillow
    ImageDraw.Draw(image).text((20, 20), OURS, fill="black", font=font)
    kept = io.BytesIO()
    image.save(kept, "PNG")
    return kept.getvalue()


def _encoded(data: bytes) -> bytes:
    kept = io.BytesIO()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with opened(data) as image:
                pixels, kind = image.width * image.height, image.format
                if pixels <= PIXELS:
                    _on_white(image).save(kept, format=kind)
    except Exception as error:  # Pillow's coders raise nearly any type on hostile bytes
        check_machine(error)
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


def _how(error: Exception) -> str:
    """How a program ended, after a comma; "" where it did not end by itself."""
    code = error.returncode if isinstance(error, subprocess.CalledProcessError) else 0
    return f", signal {-code}" if code < 0 else f", status {code}" if code else ""


def _run(picture: bytes, within_s: float) -> str:
    # One thread: what it reads is the same, and others play on this machine meanwhile.
    done = subprocess.run(
        [PROGRAM, "stdin", "stdout"],
        input=picture,
        capture_output=True,
        timeout=within_s,
        check=True,
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    )
    return done.stdout.decode("utf-8", "replace")
