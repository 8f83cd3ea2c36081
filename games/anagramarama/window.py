"""The window: shows the picture in any size, aspect kept, and knows where on it a click was."""

from signal import SIG_DFL, SIGINT, signal

import pygame

from games.anagramarama import layout
from games.anagramarama.errors import GameError
from games.anagramarama.layout import Box

BARS = (24, 20, 44)
"""Beside a picture that has not the window's shape."""


class Window:
    """A resizable window on the display; F1 is to switch to the whole screen and back.

    Args:
        title: What the window manager writes above it.
        icon: What it shows beside that.

    Raises:
        GameError: There is no display.
    """

    def __init__(self, title: str, *, icon: pygame.Surface) -> None:
        self._windowed: Box | None = None  # where the window was, while it has the whole screen
        try:
            signal(SIGINT, SIG_DFL)  # SDL then turns it, like SIGTERM, into a QUIT event
            pygame.display.init()
            pygame.display.set_caption(title)
            pygame.display.set_icon(icon)
            pygame.display.set_mode(layout.PICTURE, pygame.RESIZABLE)
        except pygame.error as error:
            raise GameError(
                f"no display ({error}): start one, e.g. `Xvfb :99 &`, and set DISPLAY=:99"
            ) from None

    def toggle_fullscreen(self) -> None:
        """Take the whole screen, or give it back."""
        window = pygame.Window.from_display_module()
        if self._windowed is None:
            self._windowed = Box(*window.position, *window.size)
            # where no window manager resizes the window for SDL, it is to have the size already
            window.position, window.size = (0, 0), pygame.display.get_desktop_sizes()[0]
            window.set_fullscreen(desktop=True)
        else:
            window.set_windowed()
            window.size, window.position = self._windowed[2:], self._windowed[:2]
            self._windowed = None

    def show(self, picture: pygame.Surface) -> None:
        """Show a picture, as it is where the window has its size."""
        screen = pygame.display.get_surface()
        assert screen is not None
        at = fitted(screen.get_size())
        if (at.w, at.h) != screen.get_size():
            screen.fill(BARS)
        if (at.w, at.h) == layout.PICTURE:
            screen.blit(picture, (at.x, at.y))
        else:
            screen.blit(pygame.transform.smoothscale(picture, (at.w, at.h)), (at.x, at.y))
        pygame.display.flip()

    def on_picture(self, x: int, y: int) -> tuple[float, float]:
        """Return where on the picture a point of the window is; it may be beside it."""
        screen = pygame.display.get_surface()
        assert screen is not None
        at = fitted(screen.get_size())
        return (x - at.x) * layout.PICTURE[0] / at.w, (y - at.y) * layout.PICTURE[1] / at.h


def fitted(size: tuple[int, int]) -> Box:
    """Return where the picture is in a window of that size: in the middle, as large as can be."""
    width, height = layout.PICTURE
    factor = min(size[0] / width, size[1] / height)
    w, h = max(1, round(width * factor)), max(1, round(height * factor))
    return Box((size[0] - w) // 2, (size[1] - h) // 2, w, h)
