"""Every key press and click, in the order in which they were made, however fast they come."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import pygame

X_KEY_PRESS = 2
X_KEY_EVENT = struct.Struct("@iLiPLLLL4i2I")  # XKeyEvent of Xlib.h: type first, keycode last


@dataclass(frozen=True, slots=True)
class Press:
    """A key went down; `key` is one of pygame's K_ numbers."""

    key: int


@dataclass(frozen=True, slots=True)
class Click:
    """The left button went down at (x, y), in pixels of the window."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The wheel was turned; `steps` is positive away from the user."""

    steps: int


Act = Press | Click | Roll


class Keyboard:
    """Turns events into acts and loses none.

    SDL takes a release and a press of one key within two milliseconds for auto-repeat, and pygame
    drops that press. On X11 pygame can also hand over the server's own events: every KeyPress
    among them is one press. Which key, SDL's KEYDOWN right after it tells when it comes first.
    """

    def __init__(self) -> None:
        self._raw = pygame.display.get_driver() == "x11"
        self._keys: dict[int, int] = {}  # X key code to pygame key
        self._unclaimed = pygame.K_UNKNOWN  # from a KEYDOWN that SDL made up on gaining the focus
        pygame.key.stop_text_input()  # no compose table between a key and us
        if self._raw:
            pygame.event.set_allowed(None)  # every type: the X events are off by default

    def acts(self, events: list[pygame.Event]) -> Iterator[Act]:
        """Yield what was done in one batch of events."""
        code: int | None = None  # of a KeyPress that is still to be named
        for event in [*events, None]:
            key = event.key if event and event.type == pygame.KEYDOWN else None
            if code is not None:
                named = self._keys.get(code) or key or self._unclaimed
                if named != pygame.K_UNKNOWN:
                    self._keys[code] = named
                    yield Press(named)
                code, self._unclaimed = None, pygame.K_UNKNOWN
            elif key is not None:
                self._unclaimed = key
                if not self._raw:
                    yield Press(key)
            if event is None:
                return
            if event.type == pygame.SYSWMEVENT:
                kind, *_, number = X_KEY_EVENT.unpack_from(event.event)
                code = number if kind == X_KEY_PRESS else None
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
                yield Click(*event.pos)
            elif event.type == pygame.MOUSEWHEEL:
                yield Roll(event.y)
