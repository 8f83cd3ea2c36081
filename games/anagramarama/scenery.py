"""What never changes on the picture: sunburst, title, captions, signs. All of it drawn by code.

Shapes are painted FINE times too large and scaled down, for clean edges.
"""

import math
from functools import cache
from random import Random

import pygame

from games.anagramarama import layout
from games.anagramarama.layout import Box, Colour

FINE = 3
CENTRE = (450.0, 180.0)

RINGS: tuple[tuple[float, Colour], ...] = (
    (0.0, (255, 138, 24)),
    (70.0, (255, 166, 34)),
    (135.0, (255, 204, 58)),
    (200.0, (250, 232, 84)),
    (265.0, (190, 222, 90)),
    (330.0, (112, 200, 130)),
    (395.0, (112, 190, 214)),
    (460.0, (124, 150, 222)),
    (530.0, (120, 104, 196)),
    (800.0, (78, 60, 150)),
)
"""Radius in pixels and colour of the sunburst's rings, from its centre outwards."""

SPOKES = 22
GOLD_TOP, GOLD_FOOT = (255, 244, 150), (246, 164, 14)
TEAL, WHITE, BLACK = (12, 84, 104), (255, 255, 255), (16, 16, 24)
GREEN, GREEN_DARK = (58, 190, 70), (10, 92, 30)
RED, RED_DARK = (232, 52, 44), (120, 12, 12)


@cache
def font(size: int) -> pygame.font.Font:
    """Return the bold font that pygame brings along."""
    pygame.font.init()
    return pygame.font.Font(None, size)


@cache
def text(words: str, size: int, colour: Colour) -> pygame.Surface:
    """Return a line of text on nothing."""
    return font(size).render(words, True, colour)


@cache
def outlined(words: str, size: int, fill: Colour, edge: Colour, width: int) -> pygame.Surface:
    """Return a line of text with an outline `width` pixels wide."""
    inner, outer = text(words, size, fill), text(words, size, edge)
    w, h = inner.get_size()
    sheet = pygame.Surface((w + 2 * width, h + 2 * width), pygame.SRCALPHA, 32)
    sheet.fill((*edge, 0))
    steps = max(16, 4 * width)
    for step in range(steps):
        angle = 2 * math.pi * step / steps
        at = (width + width * math.cos(angle), width + width * math.sin(angle))
        sheet.blit(outer, (round(at[0]), round(at[1])))
    sheet.blit(inner, (width, width))
    return sheet


def shade(colour: Colour, factor: float) -> Colour:
    """Return the colour made darker (factor below 1) or lighter."""
    red, green, blue = (min(255, max(0, round(part * factor))) for part in colour)
    return red, green, blue


@cache
def sunburst() -> pygame.Surface:
    """Return the ground: rings of uneven triangles round an orange centre."""
    chance = Random("sunburst")
    width, height = layout.PICTURE
    sheet = pygame.Surface((width * 2, height * 2), 0, 32)
    sheet.fill(RINGS[-1][1])
    rings = list[list[tuple[float, float]]]()
    for number, (radius, _) in enumerate(RINGS):
        ring = list[tuple[float, float]]()
        for spoke in range(SPOKES):
            turn = spoke + 0.5 * (number % 2) + chance.uniform(-0.22, 0.22)
            reach = radius * chance.uniform(0.9, 1.1)
            angle = 2 * math.pi * turn / SPOKES
            x, y = CENTRE[0] + reach * math.cos(angle), CENTRE[1] + reach * math.sin(angle)
            ring.append((2 * x, 2 * y))
        rings.append(ring)
    for number in range(len(rings) - 1, 0, -1):
        colour = RINGS[number - 1][1]
        near, far = rings[number - 1], rings[number]
        if number % 2 == 0:  # the ring that is turned by half a spoke is the inner one
            near, far = far, near
        for spoke in range(SPOKES):
            after = (spoke + 1) % SPOKES
            for corners in (
                (near[spoke], far[spoke], near[after]),
                (far[spoke], near[after], far[after]),
            ):
                pygame.draw.polygon(sheet, shade(colour, chance.uniform(0.93, 1.07)), corners)
    return pygame.transform.smoothscale(sheet, layout.PICTURE)


def title() -> pygame.Surface:
    """Return the name in golden letters that dance on a wave, on nothing."""
    fine, box = 4, layout.TITLE
    sheet = pygame.Surface((box.w * fine, box.h * fine), pygame.SRCALPHA, 32)
    sheet.fill((*TEAL, 0))
    x = 6.0 * fine
    for number, letter in enumerate("Anagramarama"):
        glyph = golden(letter, 112 * fine if letter == "A" else 102 * fine, 4 * fine)
        wave = math.sin(number * 1.15 + 0.4)
        leaning = pygame.transform.rotozoom(glyph, 9 * math.cos(number * 1.15 + 0.4), 1.0)
        foot = (38 + 5 * wave) * fine
        sheet.blit(leaning, leaning.get_rect(midleft=(round(x), round(foot))))
        x += glyph.get_width() - 9 * fine
    return pygame.transform.smoothscale(sheet, (box.w, box.h))


def golden(letter: str, size: int, width: int) -> pygame.Surface:
    """Return one letter in gold with a teal outline."""
    face = text(letter, size, WHITE).copy()
    w, h = face.get_size()
    gold = pygame.Surface((1, h), 0, 32)
    for y in range(h):
        part = min(1.0, max(0.0, (y / h - 0.2) / 0.6))
        mixed = [round(a + (b - a) * part) for a, b in zip(GOLD_TOP, GOLD_FOOT, strict=True)]
        gold.set_at((0, y), mixed)
    face.blit(pygame.transform.scale(gold, (w, h)), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    sheet = outlined(letter, size, TEAL, TEAL, width).copy()
    sheet.blit(face, (width, width))
    return sheet


def icon() -> pygame.Surface:
    """Return the window's icon: the name's first letter before the middle of the sunburst."""
    side = 64
    sheet = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    sheet.blit(sunburst(), (side // 2 - CENTRE[0], side // 2 - CENTRE[1]))
    letter = golden("A", 88, 4)
    sheet.blit(letter, letter.get_rect(center=(side // 2, side // 2 + 2)))
    return sheet


def tick() -> pygame.Surface:
    """Return the green tick."""
    points = [(0.06, 0.56), (0.22, 0.40), (0.40, 0.58), (0.80, 0.08), (0.96, 0.22), (0.42, 0.92)]
    return sign(layout.TICK, points, GREEN, GREEN_DARK)


def cross() -> pygame.Surface:
    """Return the red cross."""
    arm, far = 0.17, 0.08
    half = [(far, far + arm), (far + arm, far), (0.5, 0.5 - arm), (1 - far - arm, far)]
    half += [(1 - far, far + arm), (0.5 + arm, 0.5)]
    points = half + [(1 - x, 1 - y) for x, y in half]
    return sign(layout.CROSS, points, RED, RED_DARK)


def sign(box: Box, points: list[tuple[float, float]], fill: Colour, edge: Colour) -> pygame.Surface:
    """Return a polygon with a dark edge; points are fractions of the largest square in the box."""
    side = min(box.w, box.h) * FINE
    sheet = pygame.Surface((box.w * FINE, box.h * FINE), pygame.SRCALPHA, 32)
    sheet.fill((*edge, 0))
    left, top = (box.w * FINE - side) / 2, (box.h * FINE - side) / 2
    corners = [(left + x * side, top + y * side) for x, y in points]
    pygame.draw.polygon(sheet, edge, corners)
    pygame.draw.polygon(sheet, edge, corners, width=4 * FINE)
    pygame.draw.polygon(sheet, fill, corners)
    pygame.draw.lines(sheet, edge, True, corners, width=FINE)
    return pygame.transform.smoothscale(sheet, (box.w, box.h))
