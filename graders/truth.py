"""What a seed implies, computed by the harness alone: no player may see a seed or its truth."""

import hashlib
import random

SEED_FILE_BYTES = 4096


def seed_file(seed: int) -> bytes:
    """What a game of this seed reads from the randomness device, SEED_FILE_BYTES bytes.

    Blocks of SHA-256 over ``playproof/<seed>/<block>``. GLib's generator takes the first 16 bytes.
    """
    blocks = range(SEED_FILE_BYTES // hashlib.sha256().digest_size)
    return b"".join(hashlib.sha256(f"playproof/{seed}/{n}".encode()).digest() for n in blocks)


class GlibRandom:
    """GLib's global generator in a program that reads the seed file: one stream of numbers.

    A Mersenne twister that begins with the file's first 16 bytes as four little-endian words (GLib
    2.74 to 2.90, ``grand.c``); Python's own twister begins alike (2000 numbers compared).
    """

    def __init__(self, seed: int) -> None:
        """Begin the stream of a game seed."""
        words = seed_file(seed)[:16]
        self._twister = random.Random(int.from_bytes(words, "little"))

    def below(self, bound: int) -> int:
        """The next number of ``g_random_int_range(0, bound)``, bound from 1 to 2**32 - 1."""
        highest = (1 << 32) - 1 - (1 << 32) % bound
        while (word := self._twister.getrandbits(32)) > highest:
            pass
        return word % bound
