#!/usr/bin/env python3
"""Sokoban: push every box onto a goal.

    python sokoban_game.py --level FILE [FILE ...] [--log CSV] [--result JSON] [--title TEXT]

`{level}` in the paths of --log and --result becomes the level's position on the command line,
from 1. Keys: arrows move, `u` or BackSpace takes a move back, `r` restarts the level, `n` or
Return goes on once it is solved, Escape or closing the window quits.

The log holds one CSV row per accepted step, on disk before the step is drawn. The result is
written when a level is solved, before its SOLVED picture. Exit status: 0 after quitting, 2 with
one line on stderr when a level, a path or the display is at fault.

Coordinates are (row, column), 0-based, rows downwards, in the level's own grid; on the window
they are pixels (x, y) with the origin at its top left corner.
"""

import argparse
import json
import os
import re
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from signal import SIG_DFL, SIGINT, signal

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_AUDIODRIVER"] = "dummy"  # no sound here, and a machine without a card must not mind
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"  # plain pixels: the same bytes on every machine
if sys.platform == "linux":
    # Without a display SDL would otherwise fall back to an invisible driver and play on unseen.
    os.environ.setdefault("SDL_VIDEODRIVER", "x11")

import pygame  # after the settings above: it reads them when it is imported

# --- Level reading ------------------------------------------------------------------------------

Cell = tuple[int, int]

STEPS = {"L": (0, -1), "U": (-1, 0), "R": (0, 1), "D": (1, 0)}
ALIASES = {"p": "@", "P": "+", "b": "$", "B": "*", "-": " ", "_": " "}
BOARD_START = re.compile(r"[\s\d(|_-]*#|.*##")
REMARK = re.compile(r"\s*(;|'|::|[A-Za-z][\w ]*:)")
TITLE = re.compile(r"\s*(?:[;']|::)?\s*title\s*:\s*(.*\S)", re.IGNORECASE)
MAX_ROWS, MAX_COLS = 57, 98  # below 8 pixels a cell nobody could tell the tiles apart
TOO_LARGE = f"board too large (expected at most {MAX_ROWS} rows of {MAX_COLS})"


class GameError(Exception):
    """The game cannot go on; the message is the one line its user is told."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level as filed: cells are (row, column), the grid is the bounding box of its walls.

    Attributes:
        file: Name of the file it was read from.
        title: What the file calls it, or "".
        rows: Height of the grid in cells.
        cols: Width of the grid in cells.
        walls: Wall cells.
        floor: Every cell that is inside the walls.
        goals: Goal cells.
        boxes: Where the boxes stand at the start.
        player: Where the player stands at the start.
    """

    file: str
    title: str
    rows: int
    cols: int
    walls: frozenset[Cell]
    floor: frozenset[Cell]
    goals: frozenset[Cell]
    boxes: frozenset[Cell]
    player: Cell


@dataclass(frozen=True, slots=True)
class Mark:
    """One character of a board, and the place `FILE:LINE:COLUMN` (from 1) it was read from."""

    char: str
    place: str


def read_level(path: Path) -> Level:
    """Read the first board of a level file.

    Args:
        path: A text file in XSokoban characters, with or without run lengths (`3#`, `2(-#)`),
            `|` between rows, and lines of comment.

    Raises:
        GameError: The file cannot be read or is no playable level, as `FILE:LINE:COLUMN: ...`.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError as error:
        raise GameError(f"{path}:1:1: {error.strerror} (expected a readable level file)") from None
    title, board = find_board(lines)
    if not board:
        what = "no board" if any(line.strip() for line in lines) else "empty file"
        raise GameError(f"{path}:1:1: {what} (expected rows that start with a wall '#')")
    grid: dict[Cell, Mark] = {}
    row = -1
    for number, text in board:
        row, col = row + 1, 0
        for mark in expand(Mark(char, f"{path}:{number}:{at}") for at, char in enumerate(text, 1)):
            if mark.char == "|":
                row, col = row + 1, 0
                continue
            char = ALIASES.get(mark.char, mark.char)
            if char not in " #@+$*.":
                raise GameError(f"{mark.place}: unknown character {char!r} (expected # @ + $ * .)")
            grid[row, col] = Mark(char, mark.place)
            col += 1
    return build_level(file=path.name, title=title, grid=grid)


def find_board(lines: list[str]) -> tuple[str, list[tuple[int, str]]]:
    """Return the title and the numbered lines of the first board; other lines are remarks."""
    title, board = "", list[tuple[int, str]]()
    for number, line in enumerate(lines, 1):
        if REMARK.match(line) or not line.strip():
            if board:
                break
            found = TITLE.match(line)
            title = title or (found[1] if found else "")
        elif board or BOARD_START.match(line):
            board.append((number, line.rstrip()))
    return title, board


def expand(marks: Iterable[Mark]) -> list[Mark]:
    """Undo the run lengths of one line; every copy keeps the place of its original."""
    outer: list[tuple[Mark, int, list[Mark]]] = []  # groups not closed yet, what stood before each
    cells: list[Mark] = []
    digits = ""
    last = None
    for last in marks:
        if last.char in "0123456789":
            digits = (digits + last.char)[-6:]
            continue
        count, digits = int(digits or 1), ""
        if last.char == "(":
            outer.append((last, count, cells))
            cells = []
            continue
        run = [last]
        if last.char == ")":
            if not outer:
                raise GameError(f"{last.place}: ')' closes nothing (expected '(' before it)")
            run = cells
            _, count, cells = outer.pop()
        if len(cells) + len(run) * count > MAX_ROWS * (MAX_COLS + 1):
            raise GameError(f"{last.place}: {TOO_LARGE}")
        cells += run * count
    if last and digits:
        raise GameError(f"{last.place}: a run length ends the line (expected what to repeat)")
    if outer:
        raise GameError(f"{outer[-1][0].place}: '(' is never closed (expected ')' on this line)")
    return cells


def build_level(*, file: str, title: str, grid: dict[Cell, Mark]) -> Level:
    """Check the cells of a board, and cut the grid down to the box round its walls."""

    def find(chars: str) -> list[Cell]:
        return sorted(cell for cell, mark in grid.items() if mark.char in chars)

    walls, goals, boxes, players = find("#"), find(".+*"), find("$*"), find("@+")
    start = grid[walls[0]].place
    if not players:
        raise GameError(f"{start}: no player (expected one @ or +)")
    if len(players) > 1:
        raise GameError(f"{grid[players[1]].place}: a second player (expected one @ or +)")
    if not boxes:
        raise GameError(f"{start}: no box (expected at least one $ or *)")
    if len(boxes) != len(goals):
        surplus = max(boxes, goals, key=len)[-1]
        counts = f"{len(boxes)} boxes, {len(goals)} goals"
        raise GameError(f"{grid[surplus].place}: {counts} (expected as many boxes as goals)")
    floor: set[Cell] = set()
    reached = [*players, *boxes, *goals]
    while reached:
        row, col = cell = reached.pop()
        if cell in floor or grid[cell].char == "#":
            continue
        floor.add(cell)
        near = [(row + down, col + right) for down, right in STEPS.values()]
        if not all(spot in grid for spot in near):
            raise GameError(f"{grid[cell].place}: open wall (expected # all round the floor)")
        reached += near
    top, left = walls[0][0], min(col for _, col in walls)
    rows, cols = walls[-1][0] - top + 1, max(col for _, col in walls) - left + 1
    if rows > MAX_ROWS or cols > MAX_COLS:
        raise GameError(f"{start}: {TOO_LARGE}")

    def moved(cells: Iterable[Cell]) -> frozenset[Cell]:
        return frozenset((row - top, col - left) for row, col in cells)

    return Level(
        file=file,
        title=title,
        rows=rows,
        cols=cols,
        walls=moved(walls),
        floor=moved(floor),
        goals=moved(goals),
        boxes=moved(boxes),
        player=(players[0][0] - top, players[0][1] - left),
    )


# --- Rules --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """One position: player and boxes, the move that led here (`facing`), and pushes so far."""

    player: Cell
    boxes: frozenset[Cell]
    facing: str = "D"
    pushes: int = 0


class Play:
    """A level being played: the position now, and every position before it."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._states = [State(player=level.player, boxes=level.boxes)]

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[-1]

    @property
    def history(self) -> str:
        """The moves that stand, as LURD letters."""
        return "".join(state.facing for state in self._states[1:])

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return len(self._states) - 1

    @property
    def boxes_on_goal(self) -> int:
        """How many boxes stand on goals."""
        return len(self.state.boxes & self.level.goals)

    @property
    def solved(self) -> bool:
        """Whether every box stands on a goal."""
        return self.state.boxes == self.level.goals

    def move(self, letter: str) -> bool:
        """Walk or push one cell in direction L, U, R or D; False if something is in the way."""
        down, right = STEPS[letter]
        state = self.state
        ahead = (state.player[0] + down, state.player[1] + right)
        boxes, pushes = state.boxes, state.pushes
        if ahead in self.level.walls:
            return False
        if ahead in boxes:
            beyond = (ahead[0] + down, ahead[1] + right)
            if beyond in self.level.walls or beyond in boxes:
                return False
            boxes, pushes = (boxes - {ahead}) | {beyond}, pushes + 1
        self._states.append(State(player=ahead, boxes=boxes, facing=letter, pushes=pushes))
        return True

    def undo(self) -> bool:
        """Take the last move back; False if there is none."""
        if self.moves == 0:
            return False
        self._states.pop()
        return True

    def restart(self) -> bool:
        """Go back to the start and forget the moves; False if the level is at its start."""
        if self.moves == 0:
            return False
        del self._states[1:]
        return True


# --- Drawing ------------------------------------------------------------------------------------

Colour = tuple[int, int, int]
Paint = Callable[[pygame.Surface, float], None]

WINDOW = (800, 600)
BOARD = pygame.Rect(0, 64, 800, 472)
BACKGROUND = (0x14, 0x17, 0x1F)
PANEL = (0x1B, 0x1F, 0x2A)
RULE = (0x2E, 0x34, 0x44)
TEXT = (0xEE, 0xF0, 0xF4)
MUTED = (0x93, 0x9B, 0xAD)
WALL = (0x7D, 0x84, 0x8F)
FLOOR = (0xD8, 0xCC, 0xB4)
RED = (0xD0, 0x34, 0x2C)
BROWN = (0x9A, 0x62, 0x30)
GREEN = (0x2F, 0x9E, 0x4F)
BLUE = (0x2F, 0x62, 0xC9)
BANNER = (0x45, 0xE0, 0x70)
SHADOW = (90, 50, 10)  # warm: a grey one would make sand look like wall
FINE = 4  # tiles are painted this many times larger, then smoothed down


def shade(colour: Colour, factor: float) -> Colour:
    """Return the colour made darker (factor below 1) or lighter."""
    red, green, blue = (min(255, round(part * factor)) for part in colour)
    return red, green, blue


def cell_size(level: Level) -> int:
    """Return the side of one cell in pixels, so that the level fits the board area."""
    return min(64, 784 // level.cols, 456 // level.rows)


def board_rect(level: Level) -> pygame.Rect:
    """Return where the level's grid is on the window, in pixels."""
    cell = cell_size(level)
    rect = pygame.Rect(0, 0, cell * level.cols, cell * level.rows)
    rect.topleft = (BOARD.x + (BOARD.w - rect.w) // 2, BOARD.y + (BOARD.h - rect.h) // 2)
    return rect


def smooth(*, cell: int, edge: Colour, paint: Paint) -> pygame.Surface:
    """Paint a tile FINE times too large on nothing and scale it down, for clean round edges.

    Args:
        cell: Side of the tile in pixels.
        edge: Colour at the outline: the transparent pixels have it too, or it would darken.
        paint: Called with the large surface and the length of one cell on it.
    """
    large = pygame.Surface((cell * FINE, cell * FINE), pygame.SRCALPHA, 32)
    large.fill((*edge, 0))
    paint(large, float(cell * FINE))
    return pygame.transform.smoothscale(large, (cell, cell))


@cache
def floor_tile(cell: int) -> pygame.Surface:
    """Return a flagstone of sand."""
    tile = pygame.Surface((cell, cell), 0, 32)
    tile.fill(FLOOR)
    pygame.draw.lines(tile, shade(FLOOR, 1.04), False, [(0, cell - 2), (0, 0), (cell - 2, 0)])
    corner = cell - 1
    pygame.draw.lines(tile, shade(FLOOR, 0.9), False, [(corner, 0), (corner, corner), (0, corner)])
    return tile


@cache
def wall_tile(cell: int, variant: int) -> pygame.Surface:
    """Return three courses of brick in running bond; the middle third is one brick's face."""
    tile = pygame.Surface((cell, cell), 0, 32)
    tile.fill(shade(WALL, 0.72))
    joints = [0, cell // 3 - 1, cell - cell // 3 + 2, cell]  # the edges keep out of the third
    tones = (0.96, 1.03, 0.99, 1.04, 0.97)
    for course in range(3):
        top, bottom = joints[course], joints[course + 1] - 1
        spans = [(0, cell - 1)] if course == 1 else [(-cell // 2, cell // 2 - 1), (cell // 2, cell)]
        for number, (left, right) in enumerate(spans):
            tone = 1.0 if course == 1 else tones[(variant + course + 2 * number) % len(tones)]
            brick = pygame.Rect(left, top, right - left, bottom - top)
            tile.fill(shade(WALL, tone), brick)
            tile.fill(shade(WALL, 1.14), (brick.x, brick.y, brick.w, 1))
            tile.fill(shade(WALL, 0.86), (brick.x, brick.bottom - 1, brick.w, 1))
    return tile


@cache
def goal_tile(cell: int) -> pygame.Surface:
    """Return a red disc with a darker rim."""

    def paint(large: pygame.Surface, unit: float) -> None:
        middle = (unit / 2, unit / 2)
        pygame.draw.circle(large, shade(RED, 0.72), middle, 0.30 * unit)
        pygame.draw.circle(large, RED, middle, 0.265 * unit)

    return smooth(cell=cell, edge=shade(RED, 0.72), paint=paint)


@cache
def box_tile(cell: int, colour: Colour) -> pygame.Surface:
    """Return a crate seen from above: a nailed frame round three planks."""
    dark, light = shade(colour, 0.62), shade(colour, 1.22)

    def paint(large: pygame.Surface, unit: float) -> None:
        def area(inset: float) -> pygame.Rect:
            return pygame.Rect(inset * unit, inset * unit, *[(1 - 2 * inset) * unit] * 2)

        radius = round(0.09 * unit)
        pygame.draw.rect(large, dark, area(0.08), border_radius=radius)
        pygame.draw.rect(large, light, area(0.105), border_radius=round(radius * 0.8))
        lower = area(0.105).move(0, round(0.02 * unit))
        lower.h -= round(0.02 * unit)
        pygame.draw.rect(large, shade(colour, 1.08), lower, border_radius=round(radius * 0.8))
        pygame.draw.rect(large, dark, area(0.215), border_radius=round(0.02 * unit))
        pygame.draw.rect(large, colour, area(0.235), border_radius=round(0.02 * unit))
        for y in (0.31, 0.68):
            pygame.draw.rect(large, dark, (0.235 * unit, y * unit, 0.53 * unit, 0.018 * unit))
        for x in (0.162, 0.838):
            for y in (0.162, 0.838):
                pygame.draw.circle(large, dark, (x * unit, y * unit), 0.022 * unit)

    return smooth(cell=cell, edge=dark, paint=paint)


@cache
def player_tile(cell: int, facing: str, on_goal: bool) -> pygame.Surface:
    """Return the player from above, eyes towards `facing`, ringed in red on a goal."""
    dark, (down, right) = shade(BLUE, 0.58), STEPS[facing]

    def paint(large: pygame.Surface, unit: float) -> None:
        def spot(colour: Colour, ahead: float, aside: float, radius: float) -> None:
            x = (0.5 + ahead * right + aside * down) * unit
            y = (0.5 + ahead * down - aside * right) * unit
            pygame.draw.circle(large, colour, (x, y), radius * unit)

        if on_goal:
            spot(RED, 0, 0, 0.44)
            spot(FLOOR, 0, 0, 0.34)  # hides the goal's disc, which would show round the figure
        spot(dark, 0, 0, 0.31)
        spot(shade(BLUE, 1.15), 0, 0, 0.285)
        spot(BLUE, -0.02, 0, 0.26)
        for side in (-1, 1):
            spot(dark, 0.09, side * 0.275, 0.062)
            spot(shade(BLUE, 1.28), 0.09, side * 0.275, 0.042)
            spot(TEXT, 0.238, side * 0.11, 0.07)
            spot(BACKGROUND, 0.265, side * 0.105, 0.036)

    return smooth(cell=cell, edge=dark, paint=paint)


@cache
def shadow_tile(cell: int, roundness: float) -> pygame.Surface:
    """Return the soft shadow that a thing of nearly a cell's size throws to the lower right."""

    def paint(large: pygame.Surface, unit: float) -> None:
        for ring in range(6):
            inset = (0.07 + 0.02 * ring) * unit
            side = unit - 2 * inset
            spot = pygame.Rect(inset + 0.035 * unit, inset + 0.05 * unit, side, side)
            radius = round(roundness * side)
            pygame.draw.rect(large, (*SHADOW, 9 * (ring + 1)), spot, border_radius=radius)

    return smooth(cell=cell, edge=SHADOW, paint=paint)


@cache
def letters(text: str, size: int, colour: Colour) -> pygame.Surface:
    """Return a line of text in the font that comes with pygame."""
    return pygame.font.Font(None, size).render(text, True, colour)


def draw_ground(level: Level) -> pygame.Surface:
    """Return the board area with everything that never moves: walls, floor, goals, shadows."""
    ground = pygame.Surface(BOARD.size, 0, 32)
    ground.fill(BACKGROUND)
    cell, rect = cell_size(level), board_rect(level).move(0, -BOARD.y)
    dusk = pygame.Surface((cell, cell), pygame.SRCALPHA, 32)
    for row, col in sorted(level.floor | level.walls):
        spot = pygame.Rect(rect.x + col * cell, rect.y + row * cell, cell, cell)
        variant = (row * 7 + col * 13 + row * col) % 8
        if (row, col) in level.walls:
            ground.blit(wall_tile(cell, variant), spot)
            if (row + 1, col) not in level.walls:
                foot = max(2, cell // 12)
                ground.fill(shade(WALL, 0.66), (spot.x, spot.bottom - foot, cell, foot))
            continue
        ground.blit(floor_tile(cell), spot)
        depth = cell // 6
        for step in range(depth):
            dusk.fill((*SHADOW, 56 * (depth - step) // depth))
            if (row - 1, col) in level.walls:
                ground.blit(dusk, (spot.x, spot.y + step), (0, 0, cell, 1))
            if (row, col - 1) in level.walls:
                ground.blit(dusk, (spot.x + step, spot.y), (0, 0, 1, cell))
        if (row, col) in level.goals:
            ground.blit(goal_tile(cell), spot)
    return ground


def draw_head(screen: pygame.Surface, play: Play, *, title: str, place: str) -> None:
    """Draw the top strip: what is played, and how it goes."""
    screen.fill(PANEL, (0, 0, 800, 64))
    screen.fill(RULE, (0, 63, 800, 1))
    screen.blit(letters(title, 34, TEXT), (20, 10))
    name = f"{place}  ·  {play.level.title}" if play.level.title else place
    screen.blit(letters(name, 21, MUTED), (21, 38))
    on_goal = f"{play.boxes_on_goal}/{len(play.level.goals)}"
    counters = [("On goal", on_goal), ("Pushes", play.state.pushes), ("Moves", play.moves)]
    right = 780
    for label, value in counters:
        ink = BANNER if label == "On goal" and play.solved else TEXT
        for text, size, colour, y in ((label, 21, MUTED, 10), (str(value), 34, ink, 29)):
            line = letters(text, size, colour)
            screen.blit(line, (right - line.get_width(), y))
        right -= 105


def draw_keys(screen: pygame.Surface, keys: list[tuple[str, str]], *, ink: Colour) -> None:
    """Draw what the keys do, as key caps with words, centred in the bottom strip."""
    parts = [(letters(cap, 22, ink), letters(word, 22, ink)) for cap, word in keys]
    gap, pad = 26, 9
    total = sum(cap.get_width() + word.get_width() + 2 * pad + 8 for cap, word in parts)
    x = (800 - total - gap * (len(parts) - 1)) // 2
    for cap, word in parts:
        frame = pygame.Rect(x, 555, cap.get_width() + 2 * pad, 27)
        pygame.draw.rect(screen, ink, frame, width=1, border_radius=6)
        screen.blit(cap, (x + pad, 561))
        screen.blit(word, (frame.right + 8, 561))
        x = frame.right + 8 + word.get_width() + gap


def draw_foot(screen: pygame.Surface, *, solved: bool, last: bool) -> None:
    """Draw the bottom strip: the keys, or the banner of a solved level."""
    foot = pygame.Rect(0, 536, 800, 64)
    screen.fill(BANNER if solved else PANEL, foot)
    if not solved:
        screen.fill(RULE, (0, 536, 800, 1))
        keys = [("Arrows", "move"), ("U", "undo"), ("R", "restart"), ("Esc", "quit")]
        draw_keys(screen, keys, ink=MUTED)
        return
    ink = (0x0B, 0x3D, 0x1C)
    word = letters("S O L V E D", 62, ink)
    screen.blit(word, word.get_rect(center=foot.move(0, 2).center))
    hint = letters("Esc  quit" if last else "N  next level", 22, ink)
    screen.blit(hint, hint.get_rect(midright=(780, foot.centery)))


class Painter:
    """Draws one level; what never moves is painted once.

    Args:
        level: The level to draw.
        title: The game's title.
        number: The level's position on the command line, from 1.
        count: How many levels there are.
    """

    def __init__(self, level: Level, *, title: str, number: int, count: int) -> None:
        self._title, self._number, self._count = title, number, count
        self._rect, self._cell = board_rect(level), cell_size(level)
        self._ground = draw_ground(level)

    def draw(self, screen: pygame.Surface, play: Play) -> None:
        """Draw the whole window, 800 x 600; equal positions give equal pixels."""
        cell = self._cell
        screen.blit(self._ground, BOARD)
        for box in sorted(play.state.boxes):
            colour = GREEN if box in play.level.goals else BROWN
            screen.blit(shadow_tile(cell, 0.12), self._spot(box))
            screen.blit(box_tile(cell, colour), self._spot(box))
        player, facing = play.state.player, play.state.facing
        on_goal = player in play.level.goals
        screen.blit(player_tile(cell, facing, on_goal), self._spot(player))
        place = f"Level {self._number} of {self._count}"
        draw_head(screen, play, title=self._title, place=place)
        draw_foot(screen, solved=play.solved, last=self._number == self._count)

    def _spot(self, cell: Cell) -> pygame.Rect:
        row, col = cell
        side = self._cell
        return pygame.Rect(self._rect.x + col * side, self._rect.y + row * side, side, side)


# --- Log and result -----------------------------------------------------------------------------

HEADER = "step,time,key,row,col,pushed,boxes_on_goal"


class MoveLog:
    """The CSV of one level: a row per accepted step, with the system before the step is drawn.

    Args:
        path: Where to write; None keeps no log.

    Raises:
        OSError: The file cannot be written.
    """

    def __init__(self, path: Path | None) -> None:
        # Line buffering hands every row to the system at once, where a kill cannot undo it.
        self._file = path.open("w", buffering=1, encoding="utf-8") if path else None
        self._started = time.monotonic()
        self._step = 0
        self._write(HEADER)

    def add(self, *, key: str, play: Play, pushed: bool) -> None:
        """Write the row of a step that was just made with `key`."""
        self._step += 1
        row, col = play.state.player
        seconds = time.monotonic() - self._started
        self._write(f"{self._step},{seconds:.3f},{key},{row},{col},{pushed:d},{play.boxes_on_goal}")

    def close(self) -> None:
        """Close the file; no row may follow."""
        if self._file:
            self._file.close()

    def _write(self, line: str) -> None:
        if self._file:
            self._file.write(line + "\n")


def write_result(path: Path, play: Play) -> None:
    """Write the result of a solved level so that a reader sees all of it or nothing.

    Raises:
        OSError: The file cannot be written.
    """
    result = {
        "level": play.level.file,
        "solved": play.solved,
        "boxes_on_goal": play.boxes_on_goal,
        "total_goals": len(play.level.goals),
        "moves": play.moves,
        "pushes": play.state.pushes,
        "history": play.history,
    }
    draft = path.with_name(path.name + ".part")
    draft.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    draft.replace(path)


# --- Main loop ----------------------------------------------------------------------------------

MOVES = {
    pygame.K_LEFT: ("Left", "L"),
    pygame.K_UP: ("Up", "U"),
    pygame.K_RIGHT: ("Right", "R"),
    pygame.K_DOWN: ("Down", "D"),
}
X_KEY_PRESS = 2
X_KEY_EVENT = struct.Struct("@iLiPLLLL4i2I")  # XKeyEvent of Xlib.h: type first, keycode last


class Keyboard:
    """Turns events into keys and loses none, however fast they come.

    SDL takes a release and a press of one key within two milliseconds for auto-repeat, and pygame
    drops that press. On X11 pygame can also hand over the server's own events: every KeyPress
    among them is one key. Which key, SDL's KEYDOWN right after it tells when it comes first.
    """

    def __init__(self) -> None:
        self._raw = pygame.display.get_driver() == "x11"
        self._names: dict[int, int] = {}  # X key code to pygame key
        self._unclaimed = pygame.K_UNKNOWN  # from a KEYDOWN that SDL made up on gaining the focus
        if self._raw:
            pygame.event.set_allowed(None)  # every type: the X events are off by default

    def keys(self, events: list[pygame.Event]) -> Iterator[int]:
        """Yield the pygame key of every press in one batch of events, in order."""
        pressed: int | None = None  # the key code of a KeyPress that is still to be named
        for event in [*events, None]:
            name = event.key if event and event.type == pygame.KEYDOWN else None
            if pressed is not None:
                key = self._names.get(pressed) or name or self._unclaimed
                if key != pygame.K_UNKNOWN:
                    self._names[pressed] = key
                    yield key
                pressed, self._unclaimed = None, pygame.K_UNKNOWN
            elif name is not None:
                self._unclaimed = name
                if not self._raw:
                    yield name
            if event and event.type == pygame.SYSWMEVENT:
                kind, *_, code = X_KEY_EVENT.unpack_from(event.event)
                pressed = code if kind == X_KEY_PRESS else None


class Session:
    """The levels of one run of the program, played in order.

    Args:
        levels: The levels.
        log: Path of the log with `{level}` in it, or None.
        result: Path of the result likewise.
        title: The game's title.
    """

    def __init__(
        self, levels: list[Level], *, log: str | None, result: str | None, title: str
    ) -> None:
        self._levels, self._log_path, self._result_path = levels, log, result
        self._title = title
        self._number = 0
        self._next_level()

    def press(self, key: int) -> bool:
        """Do what a key asks; whether anything changed."""
        play = self._play
        if play.solved:
            more = self._number < len(self._levels)
            if more and key in (pygame.K_n, pygame.K_RETURN):
                self._log.close()
                self._next_level()
                return True
            return False
        pushes, name = play.state.pushes, ""
        if key in MOVES:
            name, letter = MOVES[key]
            accepted = play.move(letter)
        elif key in (pygame.K_u, pygame.K_BACKSPACE):
            name, accepted = "undo", play.undo()
        elif key == pygame.K_r:
            name, accepted = "restart", play.restart()
        else:
            return False
        if accepted:
            self._log.add(key=name, play=play, pushed=play.state.pushes > pushes)
            self._report()
        return accepted

    def draw(self, screen: pygame.Surface) -> None:
        """Draw the level that is being played."""
        self._painter.draw(screen, self._play)

    def close(self) -> None:
        """Close the log."""
        self._log.close()

    def _next_level(self) -> None:
        level = self._levels[self._number]
        self._number += 1
        self._play = Play(level)
        self._painter = Painter(
            level, title=self._title, number=self._number, count=len(self._levels)
        )
        self._log = MoveLog(numbered(self._log_path, self._number))
        self._report()

    def _report(self) -> None:
        path = numbered(self._result_path, self._number)
        if path and self._play.solved:
            write_result(path, self._play)


def numbered(path: str | None, number: int) -> Path | None:
    """Return the path of one level's file."""
    return Path(path.replace("{level}", str(number))) if path else None


def check_output(path: str | None, *, levels: int) -> None:
    """Refuse a path for logs or results now that would fail only when a level is solved.

    Raises:
        GameError: The folder cannot be written, or two levels would share one file.
    """
    if path and levels > 1 and "{level}" not in path:
        raise GameError(f"{path}: one file for {levels} levels (expected {{level}} in its name)")
    for number in range(1, levels + 1):
        file = numbered(path, number)
        if file and not os.access(file.parent, os.W_OK):
            raise GameError(f"{file}: cannot be written (expected a writable folder)")


def open_window(title: str) -> pygame.Surface:
    """Open the window.

    Raises:
        GameError: There is no display.
    """
    try:
        signal(SIGINT, SIG_DFL)  # SDL then turns it, like SIGTERM, into a QUIT event
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(title)
        return pygame.display.set_mode(WINDOW)
    except pygame.error as error:
        raise GameError(
            f"no display ({error}): start one, e.g. `Xvfb :99 &`, and set DISPLAY=:99"
        ) from None


def run(session: Session, screen: pygame.Surface) -> None:
    """Play until the user quits."""
    keyboard = Keyboard()
    pygame.key.stop_text_input()
    changed = True
    while True:
        if changed:
            session.draw(screen)
            pygame.display.flip()
        events = [pygame.event.wait(), *pygame.event.get()]
        changed = any(event.type == pygame.WINDOWEXPOSED for event in events)
        for key in keyboard.keys(events):
            if key == pygame.K_ESCAPE:
                return
            changed |= session.press(key)
        if any(event.type == pygame.QUIT for event in events):
            return


def main(arguments: list[str]) -> int:
    """Run the program; its exit status."""
    parser = argparse.ArgumentParser(
        prog=f"python {sys.argv[0]}", description="Sokoban: push every box onto a goal."
    )
    parser.add_argument("--level", nargs="+", required=True, metavar="FILE", type=Path)
    parser.add_argument("--log", metavar="CSV", help="{level} becomes 1, 2, 3 ...")
    parser.add_argument("--result", metavar="JSON", help="{level} becomes 1, 2, 3 ...")
    parser.add_argument("--title", metavar="TEXT", default="Sokoban")
    options = parser.parse_args(arguments)
    try:
        levels = [read_level(path) for path in options.level]
        for path in (options.log, options.result):
            check_output(path, levels=len(levels))
        screen = open_window(options.title)
        session = Session(levels, log=options.log, result=options.result, title=options.title)
        try:
            run(session, screen)
        finally:
            session.close()
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        name = error.filename or "log or result"  # a full disk has no file name
        print(f"{name}: {error.strerror} (expected a writable path)", file=sys.stderr)
        return 2
    finally:
        pygame.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
