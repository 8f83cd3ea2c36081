"""Names of keys as people and programs write them, read as names that X knows. Pure.

One key is an X keysym name ("Left", "KP_1"), one character ("a", "<"), or one of the spellings in
`SPELLINGS` in any case, with or without `_` or `-` ("Enter", "page_up", "ARROWLEFT", "ctrl"). A
chord is keys joined by `+` ("ctrl+shift+t"); a sequence is chords with blanks between.
"""

from Xlib import XK

from drivers.errors import UnknownKey

Chord = tuple[str, ...]
"""Keys to hold at once, in this order: X keysym names or single characters."""

SPELLINGS: dict[str, str] = {
    **dict.fromkeys(("enter", "return"), "Return"),
    **dict.fromkeys(("esc", "escape"), "Escape"),
    **dict.fromkeys(("space", "spacebar"), "space"),
    **dict.fromkeys(("backspace", "bksp"), "BackSpace"),
    **dict.fromkeys(("delete", "del"), "Delete"),
    **dict.fromkeys(("insert", "ins"), "Insert"),
    "tab": "Tab",
    "home": "Home",
    "end": "End",
    **dict.fromkeys(("pageup", "pgup", "prior"), "Prior"),
    **dict.fromkeys(("pagedown", "pgdn", "pgdown", "next"), "Next"),
    **dict.fromkeys(("left", "arrowleft", "leftarrow"), "Left"),
    **dict.fromkeys(("up", "arrowup", "uparrow"), "Up"),
    **dict.fromkeys(("right", "arrowright", "rightarrow"), "Right"),
    **dict.fromkeys(("down", "arrowdown", "downarrow"), "Down"),
    **dict.fromkeys(("ctrl", "control", "ctl"), "Control_L"),
    "shift": "Shift_L",
    **dict.fromkeys(("alt", "option"), "Alt_L"),
    **dict.fromkeys(("super", "meta", "win", "windows", "cmd", "command"), "Super_L"),
    "capslock": "Caps_Lock",
    "numlock": "Num_Lock",
    "scrolllock": "Scroll_Lock",
    **dict.fromkeys(("printscreen", "prtsc", "print"), "Print"),
    "pause": "Pause",
    "menu": "Menu",
    **{f"f{number}": f"F{number}" for number in range(1, 25)},
}
"""Common spellings, in lower case and without `_` and `-`, and the X keysym name of each."""

IGNORING_CASE = {"Control_L", "Control_R", "Alt_L", "Alt_R", "Super_L", "Super_R"}
"""With one of these held "C" is the key with that letter: Ctrl+C is no Ctrl+Shift+C."""


def key(text: str) -> str:
    """The X keysym name, or the single character, that `text` means.

    Raises:
        UnknownKey: it means no key.
    """
    if len(text) == 1:
        return "space" if text == " " else text
    spelled = SPELLINGS.get(text.lower().replace("_", "").replace("-", ""))
    name = spelled or next((n for n in (text, text.lower()) if XK.string_to_keysym(n)), None)
    if name is None:
        raise UnknownKey(
            f"{text!r} is no key: write a character, an X keysym name (Left, F5, KP_1) or a common "
            "spelling (Enter, Esc, ArrowLeft, ctrl)"
        )
    return name


def chord_of(keys: list[str]) -> Chord:
    """The chord of keys that are to be held at once, each as `key` reads it.

    Raises:
        UnknownKey: one of them means no key, or there is none.
    """
    names = tuple(key(part) for part in keys)
    if not names:
        raise UnknownKey("no key is named")
    if IGNORING_CASE & set(names):
        return tuple(name.lower() if len(name) == 1 else name for name in names)
    return names


def chord(text: str) -> Chord:
    """The chord that `text` means: "ctrl+c", "Enter", "a", "+", "ctrl++".

    Raises:
        UnknownKey: a part of it means no key.
    """
    if text == "+":
        return ("+",)
    if text.endswith("++"):
        return chord_of([*text[:-2].split("+"), "+"])
    return chord_of(text.split("+"))


def chords(text: str) -> tuple[Chord, ...]:
    """The chords that `text` names one after the other, blanks between: "Left Left ctrl+z".

    Raises:
        UnknownKey: a part of it means no key, or it names none.
    """
    if text == " ":
        return (("space",),)
    if not text.split():
        raise UnknownKey("no key is named")
    return tuple(chord(part) for part in text.split())
