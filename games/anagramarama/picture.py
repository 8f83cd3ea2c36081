"""The picture of a round: what never changes is painted once, the rest as the round has it."""

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from games.anagramarama import layout, scenery
from games.anagramarama.layout import Box, Colour
from games.anagramarama.rules import Game, Round, Verdict

NUMBERS, LETTERS, SMALL, CAPTION, BUTTON = 29, 92, 20, 24, 33
"""Sizes of the texts, as pygame counts them: the glyphs are a third smaller in pixels."""

SIGNS: dict[Verdict | None, tuple[Colour, Colour, int]] = {
    None: (layout.TRAY_GROUND, layout.TRAY_EDGE, 1),
    Verdict.ACCEPTED: (layout.ACCEPTED, layout.ACCEPTED_EDGE, layout.EDGE),
    Verdict.DUPLICATE: (layout.DUPLICATE, layout.DUPLICATE_EDGE, layout.EDGE),
    Verdict.REJECTED: (layout.REJECTED, layout.REJECTED_EDGE, layout.EDGE),
}
"""Ground, border and border's width of the guess tray for each verdict."""


@dataclass(frozen=True, slots=True)
class View:
    """What the picture shows besides the game: clock in seconds, page from 0, letters' centres."""

    seconds: int
    page: int
    letters: Mapping[int, tuple[float, float]]


class Painter:
    """Draws 800 x 600 pictures; equal games and views give equal pixels."""

    def __init__(self) -> None:
        self._ground = ground()
        self._cells: tuple[Round, list[layout.Place]] | None = None

    def draw(self, sheet: pygame.Surface, game: Game, view: View) -> None:
        """Draw the whole picture."""
        sheet.blit(self._ground, (0, 0))
        draw_numbers(sheet, game, seconds=view.seconds)
        draw_guess(sheet, game.round.verdict)
        self._draw_answers(sheet, game.round, page=view.page)
        for number, centre in sorted(view.letters.items()):
            glyph = scenery.text(game.round.letters[number], LETTERS, layout.INK)
            sheet.blit(glyph, glyph.get_rect(center=(round(centre[0]), round(centre[1]))))

    def _draw_answers(self, sheet: pygame.Surface, played: Round, *, page: int) -> None:
        places = layout.places([len(word) for word in played.answers])
        for word, place in zip(played.answers, places, strict=True):
            if place.page == page:
                known = word in played.found
                shown = word if known or played.ending else " " * len(word)
                draw_word(
                    sheet, shown, (place.x, place.y), layout.FOUND if known else layout.HIDDEN
                )
        pages = places[-1].page + 1
        if pages > 1:
            draw_pages(sheet, page=page, pages=pages)


def ground() -> pygame.Surface:
    """Return everything that never changes."""
    sheet = scenery.sunburst().copy()
    sheet.blit(scenery.title(), layout.TITLE[:2])
    for words, box in (("SOLVE", layout.SOLVE), ("NEW", layout.NEW), ("QUIT", layout.QUIT)):
        line = scenery.outlined(words, BUTTON, scenery.WHITE, scenery.BLACK, 2)
        sheet.blit(line, line.get_rect(center=centre(box)))
    line = scenery.outlined("SHUFFLE", 24, scenery.WHITE, scenery.BLACK, 2)
    sheet.blit(line, line.get_rect(center=centre(layout.SHUFFLE)))
    for words, box in (
        ("Available letters", layout.LETTERS_CAPTION),
        ("Guess", layout.GUESS_CAPTION),
        ("Answers", layout.ANSWERS_CAPTION),
    ):
        pygame.draw.rect(
            sheet, layout.PLATE, box, border_top_left_radius=7, border_top_right_radius=7
        )
        size, y = (
            (NUMBERS, layout.STATUS_Y) if box is layout.LETTERS_CAPTION else (CAPTION, box.y + 4)
        )
        sheet.blit(scenery.text(words, size, layout.INK), (box.x + 9, y))
    glass = pygame.Surface((layout.TRAY.w, layout.TRAY.h), pygame.SRCALPHA, 32)
    glass.fill((255, 255, 255, 150))
    sheet.blit(glass, layout.TRAY[:2])
    pygame.draw.rect(sheet, layout.TRAY_EDGE, layout.TRAY, width=1)
    pygame.draw.rect(sheet, layout.PLATE, layout.STATUS, border_radius=6)
    sheet.blit(scenery.tick(), layout.TICK[:2])
    sheet.blit(scenery.cross(), layout.CROSS[:2])
    return sheet


def centre(box: Box) -> tuple[int, int]:
    """Return the middle of a box in pixels."""
    return box.x + box.w // 2, box.y + box.h // 2


def draw_numbers(sheet: pygame.Surface, game: Game, *, seconds: int) -> None:
    """Draw score, time, found and level."""
    played = game.round
    for words, x in (
        (f"Score {game.total}", layout.SCORE_X),
        (f"Time {seconds // 60:02d}:{seconds % 60:02d}", layout.TIME_X),
        (f"Found {len(played.found)} / {len(played.answers)}", layout.FOUND_X),
        (f"Level {game.level}", layout.LEVEL_X),
    ):
        sheet.blit(scenery.font(NUMBERS).render(words, True, layout.INK), (x, layout.STATUS_Y))


def draw_guess(sheet: pygame.Surface, verdict: Verdict | None) -> None:
    """Draw the guess tray, with what became of the last guess."""
    fill, edge, width = SIGNS[verdict]
    sheet.fill(fill, layout.GUESS)
    pygame.draw.rect(sheet, edge, layout.GUESS, width=width)


def draw_word(sheet: pygame.Surface, word: str, at: tuple[int, int], fill: Colour) -> None:
    """Draw one answer: a box a letter, blank letters leave it empty."""
    x, y = at
    for number, letter in enumerate(word):
        box = Box(x + layout.CELL_PITCH * number, y, layout.CELL, layout.CELL)
        sheet.fill(fill, box)
        pygame.draw.lines(
            sheet,
            (96, 100, 128),
            True,
            [(box.x, box.y), (box.x + 15, box.y), (box.x + 15, box.y + 15), (box.x, box.y + 15)],
        )
        if letter != " ":
            glyph = scenery.text(letter, SMALL, layout.INK)
            sheet.blit(glyph, (box.x + (layout.CELL - glyph.get_width()) // 2, box.y + 1))


def draw_pages(sheet: pygame.Surface, *, page: int, pages: int) -> None:
    """Draw which page of the answers this is, between two arrows."""
    pygame.draw.rect(sheet, layout.PLATE, layout.PAGE_NUMBER)
    line = scenery.text(f"{page + 1} / {pages}", CAPTION, layout.INK)
    sheet.blit(line, line.get_rect(center=centre(layout.PAGE_NUMBER)))
    for box, way in ((layout.PAGE_BACK, -1), (layout.PAGE_NEXT, 1)):
        x, y = centre(box)
        tip = [(x + 8 * way, y), (x - 6 * way, y - 9), (x - 6 * way, y + 9)]
        pygame.draw.polygon(sheet, scenery.WHITE, tip)
        pygame.draw.polygon(sheet, scenery.BLACK, tip, width=2)


def letter_goals(played: Round) -> dict[int, tuple[float, float]]:
    """Return the centre of the slot that each letter is in."""
    goals = dict[int, tuple[float, float]]()
    count = len(played.letters)
    rows = ((layout.TRAY, played.tray), (layout.GUESS, played.guess))
    for tray, numbers in rows:
        for index, number in enumerate(numbers):
            if number is not None:
                box = layout.slot(tray, index, count)
                goals[number] = (box.x + box.w / 2, box.y + box.h / 2)
    return goals
