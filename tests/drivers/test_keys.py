"""What names of keys mean."""

import pytest
from Xlib import XK

from drivers.errors import UnknownKey
from drivers.keys import SPELLINGS, chord, chord_of, chords, key


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Return", "Return"),
        ("enter", "Return"),
        ("ENTER", "Return"),
        ("Esc", "Escape"),
        ("page_up", "Prior"),
        ("Page_Down", "Next"),
        ("ARROWLEFT", "Left"),
        ("arrow_right", "Right"),
        ("Ctrl", "Control_L"),
        ("CMD", "Super_L"),
        ("f11", "F11"),
        ("KP_1", "KP_1"),
        ("less", "less"),
        ("PLUS", "plus"),
        ("a", "a"),
        ("A", "A"),
        ("<", "<"),
        (" ", "space"),
        ("é", "é"),
    ],
)
def test_a_key_has_many_names(text: str, name: str) -> None:
    """X names, characters and common spellings, the latter in any case."""
    assert key(text) == name


@pytest.mark.parametrize("text", ["", "NoSuchKey", "ctrl+c", "arrow", "f36x"])
def test_no_key(text: str) -> None:
    """What means nothing is an error, and no other key."""
    with pytest.raises(UnknownKey):
        key(text)


def test_spellings_mean_keys_that_x_knows() -> None:
    """Each entry of the table can be found as it is looked up, and X has its name."""
    assert [name for name in SPELLINGS.values() if not XK.string_to_keysym(name)] == []
    assert [text for text in SPELLINGS if text != text.lower() or "_" in text] == []


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("ctrl+c", ("Control_L", "c")),
        ("Ctrl+C", ("Control_L", "c")),
        ("ctrl+shift+T", ("Control_L", "Shift_L", "t")),
        ("shift+A", ("Shift_L", "A")),
        ("alt+F4", ("Alt_L", "F4")),
        ("+", ("+",)),
        ("ctrl++", ("Control_L", "+")),
        ("A", ("A",)),
    ],
)
def test_a_chord_is_keys_held_together(text: str, keys: tuple[str, ...]) -> None:
    """Case matters only where no modifier but Shift is held."""
    assert chord(text) == keys


@pytest.mark.parametrize("text", ["", "ctrl+", "++", "+c", "ctrl+nothing"])
def test_no_chord(text: str) -> None:
    """A part without a meaning is an error."""
    with pytest.raises(UnknownKey):
        chord(text)


def test_chords_come_one_after_the_other() -> None:
    """Blanks separate them; a blank alone is the space bar."""
    assert chords("Left Left  ctrl+z") == (("Left",), ("Left",), ("Control_L", "z"))
    assert chords(" ") == (("space",),)
    for nothing in ("", "   "):
        with pytest.raises(UnknownKey):
            chords(nothing)


def test_a_chord_of_a_list() -> None:
    """Names in a list are held together, whatever their case."""
    assert chord_of(["CTRL", "ARROWUP"]) == ("Control_L", "Up")
    assert chord_of(["CTRL", "+"]) == ("Control_L", "+")
    with pytest.raises(UnknownKey):
        chord_of([])
