"""Synthetic evidence: a complete honest item folder of GAM 5, made without a display or a player.

The game's own code reads the levels, applies the keys, writes its log and result and draws the
pictures; the witness's lines are composed here. This shows what graders make of honest evidence. It
is no end-to-end test: nothing in it went through an X server.
"""

import hashlib
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pygame
from PIL import Image

from games import sokoban as game
from graders.sokoban.truth import level_text
from tests.forgeries.record import RUN, UNDISTURBED, Event, write_events

ROOT = Path(__file__).parents[3]
TASK = ROOT / "workspace" / "GAM" / "task_5_sokoban_solver"

PID = 4242
CLIENT = 0x1600000
WINDOW = CLIENT + 3
RECT = (560, 240, 800, 600)
SCREEN = (1920, 1080)
CLAIMED = (1, 2)
SOLUTIONS = {  # by seed and level; fixed, so that no figure below depends on how a solver walks
    (7, 1): "ULLUURRDUUURDLLDLDDDRURDRRUUULRDDDLLURDRU",
    (7, 2): "LLDDDDDLULUDRRURRUULRDDLLUURULDDDDLLURDRUUUDDLLLLUURRLUUDDLLURDDDRRUDLLUURUL"
    "LUURRURDLLLDDRRURLDLLUURRURD",
    (8, 1): "LUURDLDRLDDLLULURRLLLLDDRULURRURURRDDDRDL",
    (8, 2): "DDRDDRDDDLLLUUUDDDRRRUUULULULLLLLDDRURUUURRDRDRDDRDDDLLLUURRLLDDRRRUURULDDDL"
    "LULURRUDLDDRRUURULDLLLULLULLDRRRLUURRURDLLLDLLURRRR",
}
STEPS = {1: 3, 2: 2}  # step screenshots of each level
KEYS = {
    "Left": pygame.K_LEFT,
    "Up": pygame.K_UP,
    "Right": pygame.K_RIGHT,
    "Down": pygame.K_DOWN,
    "n": pygame.K_n,
    "u": pygame.K_u,
    "r": pygame.K_r,
}
SOLVER = """\
from collections import deque
def solve(walls, goals, boxes, player):
    start = player, frozenset(boxes)
    came = {start: ""}
    queue = deque([start])
    steps = {
        "L": (0, -1),
        "U": (-1, 0),
        "R": (0, 1),
        "D": (1, 0),
    }
    while queue:
        here = queue.popleft()
        player, boxes = here
        if boxes == goals:
            return came[here]
        for letter, (down, right) in steps.items():
            ahead = player[0] + down, player[1] + right
            beyond = ahead[0] + down, ahead[1] + right
            if ahead in walls:
                continue
            moved = boxes
            if ahead in boxes:
                if beyond in walls:
                    continue
                if beyond in boxes:
                    continue
                moved = boxes - {ahead} | {beyond}
            there = ahead, moved
            if there not in came:
                came[there] = came[here] + letter
                queue.append(there)
    return None
"""
ARROWS = {"L": "Left", "U": "Up", "R": "Right", "D": "Down"}


class Recorder:
    """Composes the lines of ``witness/events.jsonl`` while the game's own code plays."""

    def __init__(self, witness: Path) -> None:
        process: Event = {"kind": "process", "pid": PID, "exe": "/usr/bin/python3.11"}
        process |= {"cmdline": command_line(), "mapped": ["/usr/lib/libm.so.6"]}
        self.process = process | {"environment": {"PYTHONDONTWRITEBYTECODE": "1"}} | UNDISTURBED
        self.events: list[Event] = [
            {"kind": "start", "display": ":99", "screen": list(SCREEN)}
            | {"sandbox": "bwrap", "seeded": True},
            self.process,
            {"kind": "window", "window": WINDOW, "client": CLIENT, "title": "Sokoban"}
            | {"pid": PID, "rect": [*RECT]},
        ]
        self._frames = witness / "frames"
        self._frames.mkdir(parents=True)
        self._clock = 1000

    def key(self, keysym: str) -> None:
        """A key pressed and released on the keyboard, and delivered to the game's window."""
        for press in (True, False):
            self._clock += 20
            when = {"keysym": keysym, "server_ms": self._clock}
            event = "KeyPress" if press else "KeyRelease"
            self.events += [
                {"kind": "key", "press": press, "keycode": 113, **when, "focus": WINDOW},
                {"kind": "delivered", "event": event, "client": CLIENT, "window": WINDOW}
                | {**when, "synthetic": False},
            ]

    def frame(self, surface: pygame.Surface) -> Image.Image:
        """The picture on the window stood long enough to be recorded."""
        pixels = pygame.image.tobytes(surface, "RGB")
        picture = Image.frombytes("RGB", surface.get_size(), pixels)
        number = 1 + sum(event["kind"] == "frame" for event in self.events)
        name = f"{number:06d}.png"
        picture.save(self._frames / name, compress_level=1)
        self.events.append(
            {"kind": "frame", "frame": name, "sha256": hashlib.sha256(pixels).hexdigest()}
            | {"window": WINDOW, "rect": [*RECT]}
        )
        return picture


def command_line() -> list[str]:
    """How the harness starts the game."""
    written = f"{RUN}/witness/game/level_{{level}}"
    return [
        *("/usr/bin/python3", f"{RUN}/workspace/exec/sokoban_game.py"),
        *("--level", *(f"{RUN}/workspace/exec/levels/level_{level}.sok" for level in (1, 2, 3))),
        *("--log", f"{written}_moves.csv", "--result", f"{written}_result.json"),
        *("--title", "Sokoban"),
    ]


def build(item: Path, *, seed: int, detour: Sequence[str] = ()) -> None:
    """Fill an item folder with the evidence of an honest play of levels 1 and 2.

    Args:
        item: The folder to make.
        seed: The game seed.
        detour: Keys (X names) pressed on level 1 before its solution; they must undo themselves.
    """
    results = item / "workspace" / "results"
    levels = item / "workspace" / "exec" / "levels"
    output = item / "witness" / "game"
    for folder in (results, levels, output):
        folder.mkdir(parents=True)
    shutil.copyfile(ROOT / "games" / "sokoban.py", levels.parent / "sokoban_game.py")
    for filed in sorted((TASK / "exec" / "levels").glob("level_*.sok")):
        text = level_text(filed.read_text(), seed, int(filed.stem.removeprefix("level_")))
        (levels / filed.name).write_text(text)
    recorder = Recorder(item / "witness")
    pygame.font.init()
    window = pygame.Surface(RECT[2:], 0, 32)
    session = game.Session(
        [game.read_level(path) for path in sorted(levels.iterdir())],
        log=str(output / "level_{level}_moves.csv"),
        result=str(output / "level_{level}_result.json"),
        title="Sokoban",
    )

    def press(keysym: str) -> None:
        recorder.key(keysym)
        session.press(KEYS[keysym])

    def look() -> Image.Image:
        session.draw(window)
        return recorder.frame(window)

    for level in CLAIMED:
        solution = SOLUTIONS[seed, level]
        recorder.events.append({"kind": "file", "name": f"level_{level}_moves.csv", "pid": PID})
        save(look(), results / f"level_{level}_initial.png")
        for keysym in detour if level == CLAIMED[0] else ():
            press(keysym)
        parts = STEPS[level] + 1
        seen = [len(solution) * part // parts for part in range(1, parts)]
        for number, letter in enumerate(solution, 1):
            press(ARROWS[letter])
            if number in seen:
                name = f"level_{level}_step_{1 + seen.index(number)}.png"
                save(look(), results / name, whole_screen=name == "level_1_step_1.png")
        save(look(), results / f"level_{level}_final.png")
        press("n")
        claim(results, output, level=level, solution=solution)
    look()
    session.close()
    recorder.events += [recorder.process, {"kind": "end", "reason": "the player has finished"}]
    write_events(item, recorder.events)
    (results / "solver.py").write_text(SOLVER)
    (results / "window_ids.log").write_text(f"window {WINDOW:#x} Sokoban\nprocess {PID}\n")
    (results / "summary.md").write_text(
        "Each level of this Sokoban is solved by a search over pushes; see the solve times.\n"
    )


def claim(results: Path, output: Path, *, level: int, solution: str) -> None:
    """Write what a player says about a level, and copy what the game wrote."""
    for ending in ("moves.csv", "result.json"):
        name = f"level_{level}_{ending}"
        shutil.copyfile(output / name, results / name)
    (results / f"level_{level}_solution.txt").write_text(f"{solution}\n# moves={len(solution)}\n")
    history = json.loads((output / f"level_{level}_result.json").read_text())["history"]
    comparison = {"solver_solution": solution, "game_history": history}
    comparison |= {"match": solution == history, "extra_moves": len(history) - len(solution)}
    (results / f"level_{level}_verify.json").write_text(json.dumps(comparison))


def save(picture: Image.Image, path: Path, *, whole_screen: bool = False) -> None:
    """Save a screenshot, of the window or of a screen with the window on it."""
    if whole_screen:
        screen = Image.new("RGB", SCREEN)
        screen.paste(picture, RECT[:2])
        picture = screen
    picture.save(path, optimize=False)
